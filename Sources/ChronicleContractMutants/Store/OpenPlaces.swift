import Synchronization

/// The plain stores that are open in this process, by their places; for faults that know of other openings.
enum OpenPlaces {
    private struct Opening: Sendable { weak let store: PlainStore? }

    private static let open = Mutex<[String: [Opening]]>([:])

    static func count(_ path: String) -> Int { stores(path).count }

    static var count: Int { open.withLock { $0.values.joined().filter { $0.store != nil }.count } }

    static func stores(_ path: String) -> [PlainStore] {
        open.withLock { ($0[path] ?? []).compactMap(\.store) }
    }

    static func add(_ store: PlainStore, _ path: String) {
        open.withLock { open in
            open[path, default: []].removeAll { $0.store == nil }
            open[path, default: []].append(Opening(store: store))
        }
    }

    static func remove(_ store: PlainStore, _ path: String) {
        open.withLock { $0[path]?.removeAll { $0.store == nil || $0.store === store } }
    }
}

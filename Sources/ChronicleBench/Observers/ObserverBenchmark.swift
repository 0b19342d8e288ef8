import CBaseline
import Chronicle
import ChronicleObservers
public import Foundation

/// What it costs to keep results current: times from a save to the observer's callback, and what observers cost that a save does
/// not concern.
public struct ObserverBenchmark: Sendable {
    /// The stores that are measured.
    public var stores = ObserverStore.all
    /// Where the stores are made.
    public var directory: URL
    /// How many rows the results have.
    public var rows = [1_000, 100_000, 1_000_000]
    /// How many rows the results have where one size is measured.
    public var usualRows = 100_000
    /// Starts a second process that calls ``runPeer(store:in:)``, and gives what it prints and what it reads.
    public var startPeer: (@Sendable (_ store: String, _ folder: URL) throws -> ObserverPeer)?

    /// A benchmark in a folder.
    public init(directory: URL) { self.directory = directory }

    /// Prints all figures.
    public func run() throws {
        for store in stores {
            for count in rows { try withFolder { try insertToCallback(store, count, $0) } }
            try withFolder { try burst(store, $0) }
            for sharing in Sharing.allCases { try crowd(store, sharing) }
            try withFolder { try memory(store, $0) }
            if store.isShared { try withFolder { try secondProcess(store, $0) } }
        }
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = directory.appendingPathComponent("chronicle-observers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    func fill(_ container: ModelContainer, _ count: Int) throws {
        var next = 0
        while next < count {
            let context = ModelContext(container)
            for position in next..<min(count, next + 10_000) { context.insert(BenchEntry(position)) }
            try context.save()
            next += 10_000
        }
    }

    // MARK: One insert

    /// A row saved by another context, until the closure that reads the results is called.
    private func insertToCallback(_ store: ObserverStore, _ count: Int, _ folder: URL) throws {
        let container = try store.open(in: folder)
        defer { _ = try? container.close() }
        try fill(container, count)
        let (plain, _) = try inserts(into: container, from: count, count: 60) { _ in nil }
        let times = CallTimes()
        let keeper = try Keeper.make { try Keeper(container, .all, times) }
        _ = try times.wait(for: count + 60)
        let (saves, calls) = try inserts(into: container, from: count + 60, count: 60) { try times.wait(for: $0) }
        report(
            store, "insert to callback over \(count) rows",
            "median \(ms(median(calls))), longest \(ms(calls.max() ?? 0)); the save alone \(ms(median(saves))), "
                + "unobserved \(ms(median(plain)))")
        keeper.release()
    }

    /// Saves rows one by one.
    ///
    /// - Parameter wait: Waits for as many results, and tells when they were there.
    /// - Returns: For each save the time that it took, and the time until the results were there.
    private func inserts(
        into container: ModelContainer, from start: Int, count: Int, group: Int = 0, _ wait: (Int) throws -> UInt64?
    ) throws -> (saves: [Double], calls: [Double]) {
        let context = ModelContext(container)
        var (saves, calls): ([Double], [Double]) = ([], [])
        for number in 0..<count {
            // Somewhere among the others.
            let entry = BenchEntry(number * 7919 % max(1, start), group: group)
            let begin = CallTimes.now
            context.insert(entry)
            try context.save()
            saves.append(Double(CallTimes.now - begin) / 1e9)
            if let time = try wait(start + number + 1) { calls.append(Double(time - begin) / 1e9) }
        }
        return (saves, calls)
    }

    // MARK: Many inserts

    private func burst(_ store: ObserverStore, _ folder: URL) throws {
        let container = try store.open(in: folder)
        defer { _ = try? container.close() }
        try fill(container, usualRows)
        let count = 200
        var plain: [Double] = []
        var observed: [Double] = []
        var total = usualRows
        for _ in 0..<3 {
            plain.append(try time { _ = try inserts(into: container, from: total, count: count) { _ in nil } })
            total += count
            let times = CallTimes()
            let keeper = try Keeper.make { try Keeper(container, .all, times) }
            _ = try times.wait(for: total)
            let end = total + count
            observed.append(
                try time {
                    _ = try inserts(into: container, from: total, count: count) { number in
                        number == end ? try times.wait(for: end) : nil
                    }
                })
            total = end
            keeper.release()
        }
        report(
            store, "200 single inserts into \(usualRows) observed rows",
            "\(ms(median(observed))) until the observer has all, unobserved \(ms(median(plain)))")
    }

    // MARK: Many observers

    /// Whose contexts many observers are in.
    private enum Sharing: String, CaseIterable {
        case one = "one context"
        case own = "contexts of their own"
    }

    private func crowd(_ store: ObserverStore, _ sharing: Sharing) throws {
        var figures: [(calls: Double, seconds: Double)] = []
        for number in [1, 100] {
            try withFolder { folder in
                let container = try store.open(in: folder)
                defer { _ = try? container.close() }
                try fill(container, 1_000)
                let times = CallTimes()
                let keeper = try Keeper.make {
                    let context = ModelContext(container)
                    return try Keeper(container, .groups(number, sharing == .one ? context : nil), times)
                }
                _ = try times.wait(for: 0)
                _ = try inserts(into: container, from: 0, count: 50, group: 1) { try times.wait(for: $0) }
                let before = CallTimes.processorSeconds
                let (_, calls) = try inserts(into: container, from: 50, count: 200, group: 1) {
                    try times.wait(for: $0)
                }
                figures.append((median(calls), (CallTimes.processorSeconds - before) / 200))
                keeper.release()
            }
        }
        let (one, many) = (figures[0], figures[1])
        report(
            store, "100 observers in \(sharing.rawValue), one matches",
            "\(ms(many.calls)) to the callback, one alone \(ms(one.calls)) "
                + "(\(ratio(many.calls, one.calls))); processor time a save \(ms(many.seconds)), one alone "
                + "\(ms(one.seconds)) (\(ratio(many.seconds, one.seconds)))")
    }

    // MARK: Memory

    private func memory(_ store: ObserverStore, _ folder: URL) throws {
        let container = try store.open(in: folder)
        defer { _ = try? container.close() }
        try fill(container, usualRows)
        let bytes = try Keeper.make { try Keeper.Box(Keeper.bytes(over: container, usualRows)) }.value
        report(
            store, "memory of an observer over \(usualRows) rows",
            String(format: "%.1f bytes a row beyond the models", Double(bytes) / Double(usualRows)))
    }

    // MARK: Texts

    func report(_ store: ObserverStore, _ what: String, _ text: String) {
        print("\(store.name): \(what): \(text)")
        fflush(nil)
    }

    func time(_ work: () throws -> Void) rethrows -> Double { try BenchMeasurement.time(work).seconds }
    func ms(_ seconds: Double) -> String { String(format: "%.3f ms", seconds * 1e3) }
    private func ratio(_ a: Double, _ b: Double) -> String { String(format: "%.2f×", a / max(b, 1e-9)) }
    func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

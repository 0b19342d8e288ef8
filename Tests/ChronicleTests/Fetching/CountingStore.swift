import Chronicle
import ChronicleStore
import Foundation
import Synchronization

/// What a store was asked.
struct StoreCalls: Equatable, Sendable {
    var fetches = 0
    var keyFetches = 0
    var counts = 0
    var aggregates = 0
    var saves = 0
    /// The columns of the last fetch.
    var columns: [Int]?
    /// Calls of a thread to which the store is delivering rows, which no store need bear.
    var nested = 0

    var all: Int { fetches + keyFetches + counts + aggregates + saves }
}

/// Counts what the store behind is asked.
final class CountingStore: DataStore, HistoryProviding {
    let base: any DataStore
    let calls = Mutex(StoreCalls())
    private let delivering = Mutex<[pthread_t: Int]>([:])

    init(_ base: any DataStore) { self.base = base }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }

    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        calls.withLock {
            $0.fetches += 1
            $0.columns = request.columns.map(Array.init)
        }
        try deliver { try base.fetch(request, body) }
    }

    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        calls.withLock { $0.keyFetches += 1 }
        try deliver { try base.fetch(entity: entity, keys: keys, body) }
    }

    private func deliver(_ fetch: () throws -> Void) rethrows {
        let thread = pthread_self()
        let depth = delivering.withLock { depths in
            depths[thread, default: 0] += 1
            return depths[thread, default: 0]
        }
        if depth > 1 { calls.withLock { $0.nested += 1 } }
        defer { delivering.withLock { $0[thread] = depth > 1 ? depth - 1 : nil } }
        try fetch()
    }

    func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        calls.withLock { $0.fetches += 1 }
        return try base.fetchKeys(request)
    }

    func count(_ request: FetchRequest) throws -> Int {
        calls.withLock { $0.counts += 1 }
        return try base.count(request)
    }

    func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        calls.withLock { $0.aggregates += 1 }
        return try base.aggregate(request)
    }

    func save(_ request: SaveRequest) throws -> SaveResult {
        calls.withLock { $0.saves += 1 }
        return try base.save(request)
    }

    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation { base.observeCommits(handler) }
    func close() throws { try base.close() }

    private func history() throws -> any HistoryProviding {
        guard let history = base as? any HistoryProviding else { throw HistoryError(.unsupportedFeature, "no history") }
        return history
    }
    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] { try history().fetchHistory(request) }
    func deleteHistory(_ request: HistoryRequest) throws -> Int { try history().deleteHistory(request) }
    func currentPosition() throws -> HistoryPosition { try history().currentPosition() }
    func oldestPosition() throws -> HistoryPosition { try history().oldestPosition() }
}

extension ModelContext {
    /// What the store of a context was asked while a closure ran.
    func calls(_ body: () throws -> Void) rethrows -> StoreCalls {
        guard let store = container.stores.first?.store as? CountingStore else { return StoreCalls() }
        store.calls.withLock { $0 = StoreCalls() }
        try body()
        return store.calls.withLock { $0 }
    }
}

extension Backend {
    /// A container whose store counts what it is asked.
    func counting(_ place: Place, _ types: any PersistentModel.Type...) throws -> ModelContainer {
        var configuration = configuration(at: place.path)
        let open = configuration.open
        configuration.open = { CountingStore(try open($0)) }
        return try ModelContainer(for: types, configurations: [configuration])
    }
}

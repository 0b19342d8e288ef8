import Chronicle
import ChronicleHistory
import ChronicleStore
import Synchronization

/// A store in front of another one that does something between two reads.
final class InterruptedStore: DataStore, HistoryProviding {
    private let base: any DataStore & HistoryProviding
    private let interruption: Mutex<(@Sendable () throws -> Void)?>

    /// - Parameter interruption: What comes after the first time that keys are asked for.
    init(_ base: any DataStore & HistoryProviding, _ interruption: @escaping @Sendable () throws -> Void) {
        self.base = base
        self.interruption = Mutex(interruption)
    }

    /// Whether it has come.
    var wasInterrupted: Bool { interruption.withLock { $0 == nil } }

    func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        let keys = try base.fetchKeys(request)
        let due = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        try due?()
        return keys
    }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws { try base.fetch(request, body) }
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try base.fetch(entity: entity, keys: keys, body)
    }
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        try base.explain(request, measuring: measuring)
    }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        base.observeCommits(handler)
    }
    func close() throws { try base.close() }
    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] { try base.fetchHistory(request) }
    func deleteHistory(_ request: HistoryRequest) throws -> Int { try base.deleteHistory(request) }
    func currentPosition() throws -> HistoryPosition { try base.currentPosition() }
    func oldestPosition() throws -> HistoryPosition { try base.oldestPosition() }
}

import Chronicle
import ChronicleHistory
import ChronicleStore

/// A store in front of another one that does something after each read, and so between the reads of one reader.
final class InterruptedStore: DataStore, HistoryProviding {
    /// What was read.
    enum Read { case keys, rows, history, position }

    private let base: any DataStore & HistoryProviding
    private let interruption: @Sendable (Read) throws -> Void

    /// - Parameter interruption: What comes after a read.
    init(_ base: any DataStore & HistoryProviding, _ interruption: @escaping @Sendable (Read) throws -> Void) {
        self.base = base
        self.interruption = interruption
    }

    private func after<Result>(_ read: Read, _ body: () throws -> Result) throws -> Result {
        let result = try body()
        try interruption(read)
        return result
    }

    func fetchKeys(_ request: FetchRequest) throws -> [Int64] { try after(.keys) { try base.fetchKeys(request) } }
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try after(.rows) { try base.fetch(request, body) }
    }
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try after(.rows) { try base.fetch(entity: entity, keys: keys, body) }
    }
    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try after(.history) { try base.fetchHistory(request) }
    }
    func currentPosition() throws -> HistoryPosition { try after(.position) { try base.currentPosition() } }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        try base.explain(request, measuring: measuring)
    }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        base.observeCommits(handler)
    }
    func close() throws { try base.close() }
    func deleteHistory(_ request: HistoryRequest) throws -> Int { try base.deleteHistory(request) }
    func oldestPosition() throws -> HistoryPosition { try base.oldestPosition() }
}

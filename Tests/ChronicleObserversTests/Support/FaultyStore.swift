import ChronicleObservers
import ChronicleStore
import Foundation
import Synchronization

/// A store whose reads can be made to fail, and are counted.
final class FaultyStore: DataStore, HistoryProviding {
    final class Switch: Sendable {
        private let state = Mutex<(isFailing: Bool, reads: Int)>((false, 0))
        private let afterFetch = Mutex<(@Sendable () -> Void)?>(nil)
        var isFailing: Bool {
            get { state.withLock { $0.isFailing } }
            set { state.withLock { $0.isFailing = newValue } }
        }
        func afterNextFetch(_ body: @escaping @Sendable () -> Void) { afterFetch.withLock { $0 = body } }
        fileprivate func fetched() { afterFetch.withLock { $0.take() }?() }
        var reads: Int { state.withLock { $0.reads } }

        fileprivate func read() throws {
            let isFailing = state.withLock { state in
                state.reads += 1
                return state.isFailing
            }
            if isFailing { throw StoreError(.locked, "Made to fail") }
        }
    }

    private let base: any DataStore & HistoryProviding
    private let faults: Switch

    private init(_ base: any DataStore & HistoryProviding, _ faults: Switch) {
        self.base = base
        self.faults = faults
    }

    static func configuration(_ configuration: ModelConfiguration, _ faults: Switch) -> ModelConfiguration {
        var wrapped = configuration
        wrapped.open = { schema in
            let store = try configuration.open(schema)
            guard let history = store as? any DataStore & HistoryProviding else { return store }
            return FaultyStore(history, faults)
        }
        return wrapped
    }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }

    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try faults.read()
        try base.fetch(request, body)
        faults.fetched()
    }

    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try faults.read()
        try base.fetch(entity: entity, keys: keys, body)
    }

    func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        try faults.read()
        return try base.fetchKeys(request)
    }

    func count(_ request: FetchRequest) throws -> Int {
        try faults.read()
        return try base.count(request)
    }

    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try faults.read()
        return try base.fetchHistory(request)
    }

    func currentPosition() throws -> HistoryPosition {
        try faults.read()
        return try base.currentPosition()
    }

    func oldestPosition() throws -> HistoryPosition { try base.oldestPosition() }
    func deleteHistory(_ request: HistoryRequest) throws -> Int { try base.deleteHistory(request) }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation { base.observeCommits(handler) }
    func close() throws { try base.close() }
}

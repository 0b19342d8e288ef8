package import ChronicleStore
import Dispatch
import Synchronization

/// An open store of a container: hands out keys in blocks, and tells the container's contexts what others have saved.
package final class StoreHandle: Sendable {
    package let configuration: ModelConfiguration
    package let store: any DataStore
    /// What queries are asked of: the store, completed by what it cannot answer.
    package let reads: any DataStore
    private let keys = Mutex<(free: Range<Int64>, block: Int)>((0..<0, 16))
    private let audience = Mutex(Audience())
    let queue = DispatchQueue(label: "chronicle.commits")
    /// For each entity where its references lead.
    let reach: [EntityReach]
    /// Reads new history for all who wait for some; nil when the store has none.
    let hub: HistoryHub?

    private struct Audience {
        var inboxes: [WeakInbox] = []
        var observation: CommitObservation?
        /// The newest commit that the contexts know of, with all before it.
        var seen: Int64 = 0
        /// Commits of this process that came to be known before others that precede them.
        var early: Set<Int64> = []
        var isChecking = false
        var isClosed = false
        /// How many saves of this process have begun and have ended.
        var begun = 0
        var ended = 0
        /// Set when others' commits are to be looked for once as many saves have ended.
        var putOff: Int?
    }

    private struct WeakInbox { weak var inbox: Inbox? }

    package init(configuration: ModelConfiguration, store: any DataStore) {
        self.configuration = configuration
        self.store = store
        reads = CompletingStore.over(store)
        reach = EntityReach.all(of: store.schema)
        hub = (store as? any DataStore & HistoryProviding).map(HistoryHub.init)
    }

    /// The history of the store; nil when it keeps none.
    package var history: (any HistoryProviding)? {
        store.capabilities.history ? store as? any HistoryProviding : nil
    }

    /// A key that was never given before.
    package func nextKey() throws -> Int64 {
        try keys.withLock { keys in
            if keys.free.isEmpty {
                keys.free = try store.allocateKeys(keys.block)
                keys.block = min(keys.block * 4, 8192)
            }
            let key = keys.free.lowerBound
            keys.free = (key + 1)..<keys.free.upperBound
            return key
        }
    }

    /// Ends the use of the store, once no look for the commits of others is under way: its files are at rest afterwards.
    package func close() throws {
        let observation = audience.withLock { audience in
            audience.isClosed = true
            defer { audience.observation = nil }
            return audience.observation
        }
        withExtendedLifetime(observation) {}
        queue.sync {}
        try store.close()
    }

    var isClosed: Bool { audience.withLock(\.isClosed) }

    // MARK: News

    /// Adds a context that wants to know what others save.
    package func subscribe(_ inbox: Inbox) {
        let isFirst = audience.withLock { audience in
            audience.inboxes.removeAll { $0.inbox == nil }
            audience.inboxes.append(WeakInbox(inbox: inbox))
            return audience.observation == nil
        }
        guard isFirst, store.capabilities.multipleProcesses || store.capabilities.multipleOpenings else { return }
        let current = (try? history?.currentPosition().sequence) ?? 0
        audience.withLock { $0.seen = max($0.seen, current) }
        let observation = store.observeCommits { [weak self] in self?.commitHappened() }
        audience.withLock { $0.observation = observation }
        // What was committed in between had no one to be told to.
        if let now = (try? history?.currentPosition())??.sequence, now > current { checkSoon() }
    }

    /// Whether commits of other processes are noticed, or would be once somebody listens.
    var watchesOtherProcesses: Bool {
        guard store.capabilities.multipleProcesses else { return true }
        if let observation = audience.withLock({ $0.observation }) { return observation.seesOtherProcesses }
        return store.observeCommits {}.seesOtherProcesses
    }

    /// Runs a save of this process. The signal that it gives is no reason to read what this process knows already.
    func saving<R>(_ body: () throws -> R) rethrows -> R {
        audience.withLock { $0.begun += 1 }
        defer {
            let mustCheck = audience.withLock { audience in
                audience.ended += 1
                guard let putOff = audience.putOff, audience.ended >= putOff else { return false }
                audience.putOff = nil
                return true
            }
            if mustCheck, !knowsAll { checkSoon() }
        }
        return try body()
    }

    /// Whether nothing was committed that the contexts do not know of, where that can be asked at no cost.
    private var knowsAll: Bool {
        guard !store.capabilities.multipleProcesses, let current = try? history?.currentPosition() else { return false }
        return current.sequence <= audience.withLock(\.seen)
    }

    /// Tells the other contexts what one of them saved.
    package func publish(_ result: SaveResult, of request: SaveRequest, from sender: Inbox) {
        let inboxes = audience.withLock { audience in
            if let sequence = result.sequence, sequence > audience.seen {
                audience.early.insert(sequence)
                while audience.early.remove(audience.seen + 1) != nil { audience.seen += 1 }
            }
            return audience.inboxes.compactMap(\.inbox)
        }
        let others = inboxes.filter { $0 !== sender }
        if others.isEmpty { return }
        deliver(
            News(
                store: self, changes: result.changes, sequence: result.sequence,
                rows: CommitRows(store, request, result)), to: others)
    }

    private func commitHappened() {
        let isPutOff = audience.withLock { audience in
            if audience.begun > audience.ended, audience.putOff == nil { audience.putOff = audience.begun }
            return audience.putOff != nil
        }
        if !isPutOff { checkSoon() }
    }

    private func checkSoon() {
        let mustCheck = audience.withLock { audience in
            if audience.isChecking { return false }
            audience.isChecking = true
            return true
        }
        guard mustCheck else { return }
        queue.async {
            if !self.isClosed { self.checkForForeignCommits() }
        }
    }

    /// Reads what was committed since, and passes on what is not known yet. Reading it twice does no harm.
    package func checkForForeignCommits() {
        let (seen, own) = audience.withLock { audience in
            audience.isChecking = false
            return (audience.seen, audience.early)
        }
        // Without a history nobody tells what was committed, nor by whom.
        guard let history else { return post(News(store: self, changes: [], isComplete: false)) }
        guard let current = try? history.currentPosition() else {
            // What cannot be read now is read again by the contexts, where the error can be seen.
            return post(News(store: self, changes: [], isComplete: false))
        }
        guard current.sequence > seen else { return }
        var request = HistoryRequest()
        request.after = HistoryPosition(
            storeIdentifier: current.storeIdentifier, lineage: current.lineage, sequence: seen)
        request.through = current.sequence
        let news: News
        if let records = try? history.fetchHistory(request) {
            let foreign = records.filter { !own.contains($0.sequence) }
            news = News(
                store: self, changes: foreign.flatMap { changes(of: $0) }, sequence: current.sequence,
                rows: CommitRows(store))
        } else {
            // The history in between was purged: everything may have changed.
            news = News(store: self, changes: [], sequence: current.sequence, isComplete: false)
        }
        audience.withLock { audience in
            audience.seen = max(audience.seen, current.sequence)
            audience.early = audience.early.filter { $0 > audience.seen }
            while audience.early.remove(audience.seen + 1) != nil { audience.seen += 1 }
        }
        if !news.isComplete || !news.changes.isEmpty { post(news) }
    }

    private func post(_ news: News) {
        deliver(news, to: audience.withLock { $0.inboxes.compactMap(\.inbox) })
    }

    private func changes(of record: HistoryRecord) -> [RowChange] {
        record.changes.compactMap { change in
            guard let entity = store.schema.entitiesByName[change.entity] else { return nil }
            let columns = entity.properties.filter { change.properties.contains($0.name) }.flatMap { Array($0.columns) }
            let operation: ChangeOperation =
                switch change.operation {
                case .insert: .insert
                case .update: .update
                case .delete: .delete
                }
            return RowChange(
                row: RowReference(entity: entity.index, key: change.key), operation: operation,
                columns: ColumnSet(columns))
        }
    }
}

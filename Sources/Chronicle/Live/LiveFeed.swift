import ChronicleStore
import Synchronization

/// Tells the live queries of a context what changes in it, and brings them up to date together.
///
/// The context has one while there are live queries. All but the bell belongs to the context's isolation.
package final class LiveFeed {
    private unowned let context: ModelContext
    private let isolation: HomeIsolation
    /// Each leaves when its observer goes.
    private var queries: [LiveQuery] = []
    private var deliveries: [() -> Void] = []
    private var isScheduled = false
    private(set) var isSettling = false
    private var mustRing = false
    private var isDelivering = false
    /// Set while the last pass has failed.
    private var failures = 0
    private var mayRetry = true
    private var retry: Task<Void, Never>?
    /// Rings when news arrive and nothing can run by itself.
    package let bell = LiveBell()

    init(_ context: ModelContext, isolation: HomeIsolation) {
        self.context = context
        self.isolation = isolation
    }

    deinit { retry?.cancel() }

    func add(_ query: LiveQuery) {
        queries.append(query)
        query.onDue = { [weak self] in self?.schedule() }
    }

    package func remove(_ query: LiveQuery) {
        query.onDue = nil
        query.onPass = nil
        queries.removeAll { $0 === query }
        if queries.isEmpty { context.endFeed() }
    }

    // MARK: What happens in the context

    /// A model is about to change or to leave.
    func willChange(_ info: ModelInfo, _ model: AnyObject, columns: Range<Int>? = nil) {
        for query in queries {
            if query.entity.info === info { query.note(model, isUpdated: columns != nil) }
            guard !query.dependencies.related.isEmpty, let backing = info.backing(of: model),
                let entity = context.entity(info), entity.binding.store === query.store
            else { continue }
            query.note(related: entity.index, backing.key, columns: columns.map { ColumnSet($0) })
        }
    }

    /// A model has come into the context, or a row without a model was marked for deletion or brought back.
    func didChange(_ info: ModelInfo, _ key: Int64) {
        for query in queries {
            if query.entity.info === info { query.note(row: key) }
            if !query.dependencies.related.isEmpty, let entity = context.entity(info),
                entity.binding.store === query.store
            {
                query.note(related: entity.index, key, columns: nil)
            }
        }
    }

    /// A row was changed by a commit, and the context is about to take that in.
    func willTake(_ change: RowChange, from store: StoreHandle, isOwn: Bool) {
        let columns = change.operation == .update ? change.columns : nil
        for query in queries where query.store === store {
            if !query.dependencies.related.isEmpty {
                query.note(related: change.row.entity, change.row.key, columns: columns)
            }
            guard query.entityIndex == change.row.entity else { continue }
            if !query.includesPending {
                query.refetchNext()
            } else if let model = query.entity.map[change.row.key] {
                // Of what this context saved, its models know, but for what rules of deletion did.
                if isOwn, change.operation != .delete { continue }
                if isOwn, query.entity.info.backing(of: model)?.status == .deleted { continue }
                query.note(model, isKnown: false, isUpdated: change.operation == .update)
            } else if change.operation != .delete {
                if let columns, !columns.intersects(query.dependencies.columns) { continue }
                query.note(row: change.row.key)
            }
        }
    }

    /// Unsaved changes of a relationship that is kept in a link entity were made or taken back.
    func didChangeLinks(_ store: StoreHandle, _ entity: Int) {
        for query in queries where query.store === store && query.includesPending {
            query.note(related: entity, 0, columns: nil)
        }
    }

    /// Anything may have changed in a store.
    func invalidate(_ store: StoreHandle) {
        for query in queries where query.store === store { query.refetchNext() }
    }

    // MARK: Passes

    /// Has a pass run at the isolation's next suspension.
    private func schedule() {
        mayRetry = true
        if isScheduled { return }
        isScheduled = true
        if !isolation.isNone {
            LiveReference(context: context).settle(at: isolation)
        } else if context.holds > 0 {
            mustRing = true
        } else {
            bell.ring()
        }
    }

    /// No change is under way any more.
    func released() {
        guard mustRing else { return }
        mustRing = false
        bell.ring()
    }

    /// Takes in news and brings all queries up to date now.
    ///
    /// After a failure this does nothing until something changes or the time for another attempt has come.
    package func settle() {
        guard !isSettling, context.holds == 0 else { return }
        context.mergeNews()
        isScheduled = false
        guard mayRetry else { return }
        isSettling = true
        let due = queries.filter(\.isDue)
        let reading = LiveReading()
        var isFailing = false
        for query in due {
            let delivery: (() -> Void)?
            do {
                delivery = query.onPass?(try query.refresh(reading), nil)
            } catch {
                // A store that was closed stays closed.
                isFailing = isFailing || (error as? StoreError)?.code != .closed
                mayRetry = false
                delivery = query.onPass?(nil, error)
            }
            if let delivery { deliveries.append(delivery) }
        }
        isSettling = false
        if isFailing { retryLater() } else if !due.isEmpty { failures = 0 }
        deliver()
    }

    /// Tells everyone, in the order of the passes; a listener may cause another pass, whose results then queue up.
    private func deliver() {
        if isDelivering { return }
        isDelivering = true
        while !deliveries.isEmpty {
            deliveries.removeFirst()()
        }
        isDelivering = false
    }

    private func retryLater() {
        mayRetry = false
        failures += 1
        let delay = Duration.milliseconds(min(25 << min(failures, 7), 2000))
        let (reference, isolation, bell) = (LiveReference(context: context), isolation, bell)
        retry?.cancel()
        retry = Task {
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            if isolation.isNone { return bell.ring(isRetry: true) }
            if let actor = isolation.actor { await reference.retry(on: actor) }
        }
    }

    fileprivate func retryNow() {
        mayRetry = true
        settle()
    }

    /// Lets a reader on no particular isolation try again when the time for it has come.
    package func takeRetry() { if bell.takeRetry() { mayRetry = true } }
}

/// Leads back to a context from another isolation.
// Sendable: the context is only touched on the actor that it belongs to.
struct LiveReference: @unchecked Sendable {
    weak var context: ModelContext?

    /// Has the context settled at its actor's next suspension.
    func settle(at home: HomeIsolation) {
        if let actor = home.actor { Task { await settle(on: actor) } }
    }

    func settle(on isolation: isolated any Actor) { context?.settle() }
    func retry(on isolation: isolated any Actor) { context?.feed?.retryNow() }
}

/// Tells whoever waits, on any thread, that there may be something new.
package final class LiveBell: Sendable {
    private struct State {
        var handlers: [(number: Int, call: @Sendable () -> Void)] = []
        var last = 0
        var mayRetry = false
    }

    private let state = Mutex(State())

    package func onRing(_ call: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.last += 1
            state.handlers.append((state.last, call))
            return state.last
        }
    }

    package func remove(_ number: Int) {
        // Destroyed outside of the lock, as that may run code of its owner.
        _ = state.withLock { state in
            let removed = state.handlers.filter { $0.number == number }
            state.handlers.removeAll { $0.number == number }
            return removed
        }
    }

    func ring(isRetry: Bool = false) {
        let handlers = state.withLock { state in
            if isRetry { state.mayRetry = true }
            return state.handlers
        }
        for handler in handlers { handler.call() }
    }

    fileprivate func takeRetry() -> Bool {
        state.withLock { state in
            defer { state.mayRetry = false }
            return state.mayRetry
        }
    }
}

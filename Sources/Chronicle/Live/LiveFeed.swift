import ChronicleStore
import Synchronization

/// Tells the live queries of a context what changes in it, and brings them up to date together.
///
/// The context has one while there are live queries. All but the bell belongs to the context's isolation.
package final class LiveFeed {
    unowned let context: ModelContext
    private let isolation: HomeIsolation
    /// Each leaves when its observer goes.
    private(set) var queries: [LiveQuery] = []
    /// Rows that are results of a query only if they have become so since the last pass, by entity.
    var fresh: [ObjectIdentifier: FreshRows] = [:]
    /// Goes up with each fresh row.
    var stamp = 0
    private var deliveries: [() -> Void] = []
    private var isScheduled = false
    private(set) var isSettling = false
    /// Whether something was noted during a pass.
    private var isNoted = false
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
        context.renewInterest(in: query.store)
    }

    package func remove(_ query: LiveQuery) {
        query.onDue = nil
        query.onPass = nil
        queries.removeAll { $0 === query }
        if queries.isEmpty { context.endFeed() }
        context.renewInterest(in: query.store)
    }

    // MARK: Passes

    /// Has a pass run at the isolation's next suspension.
    func schedule() {
        if isSettling {
            isNoted = true
            return
        }
        mayRetry = true
        arrange()
    }

    /// Has the context settle at its isolation's next suspension.
    private func arrange() {
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
        let reading = LiveReading()
        handOutFresh(reading)
        isNoted = false
        let due = queries.filter(\.isDue)
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
        // Reading may have brought what queries that were through already have to look at.
        if isNoted { arrange() }
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

import ChronicleHistory
import Foundation

/// Brings the history of a store to a remote side, each change exactly once in effect, through crashes, refusals and
/// interruptions at any point.
///
/// From ``start()`` to ``stop()`` one task works: it reads a batch, writes it down with the checkpoint, sends it, and moves on
/// once it was acknowledged. A wake-up (``requestDrain()``) while it works is remembered and never lost. After a crash the batch
/// in flight is sent again, with the same identifiers and bytes.
///
/// ```swift
/// let coordinator = HistoryDrainCoordinator(
///     source: try StoreHistorySource(container),
///     checkpoints: try StoreCheckpointStore(container, consumer: "uploader"),
///     sink: HTTPSink(url: endpoint))
/// await coordinator.start()
/// ```
///
/// A started coordinator runs, and keeps itself alive, until it is stopped.
public actor HistoryDrainCoordinator {
    let source: any HistoryBatchSource
    let checkpoints: any CheckpointStore
    let sink: any RemoteSink
    let policy: DrainPolicy
    let clock: any DrainClock

    /// What the coordinator is doing and how far it has come.
    public internal(set) var status = DrainStatus() {
        didSet {
            guard status != oldValue else { return }
            for continuation in listeners.values { continuation.yield(status) }
        }
    }
    private var listeners: [UUID: AsyncStream<DrainStatus>.Continuation] = [:]

    /// Whether the owner wants the coordinator to run.
    private var isWanted = false
    private var worker: Task<Void, Never>?
    /// Rises with each wake-up, so that one that comes while the worker looks is seen afterwards.
    private var wakes: UInt64 = 0
    private var sleeper: CheckedContinuation<Void, Never>?
    private var ownerSleeper: CheckedContinuation<Void, Never>?
    /// The wait after a failure, which the owner can end.
    private var pause: Task<Void, any Error>?

    var checkpoint = DrainCheckpoint()
    /// Whether the checkpoint is ahead of the one that was saved.
    var isDirty = false
    /// Set by the owner, for the worker to do at its next step.
    var orders: [Order] = []

    /// What an owner can ask for.
    enum Order: Sendable {
        case recover(String)
        case moveTo(HistoryPosition?)
        case retry(Set<String>?)
        case drop(Set<String>?)
        case releaseFollowers
    }

    /// A coordinator of parts. It does nothing until it is started.
    public init(
        source: any HistoryBatchSource, checkpoints: any CheckpointStore, sink: any RemoteSink,
        policy: DrainPolicy = DrainPolicy(), clock: any DrainClock = SystemDrainClock()
    ) {
        self.source = source
        self.checkpoints = checkpoints
        self.sink = sink
        self.policy = policy
        self.clock = clock
    }

    deinit {
        worker?.cancel()
        for continuation in listeners.values { continuation.finish() }
    }

    // MARK: Running

    /// Starts the coordinator, or wakes it when it runs. What is in the history already is drained without a wake-up.
    ///
    /// During a ``stop()`` that has not ended it is remembered: the coordinator runs again when the stop has ended.
    public func start() {
        isWanted = true
        if worker == nil { launch() } else { requestDrain() }
    }

    /// Says that there may be something new in the history. Cheap, and never lost.
    public func requestDrain() {
        wakes &+= 1
        wakeUp()
    }

    /// Stops the coordinator, and returns when nothing of it runs any more. What was acknowledged is in the checkpoint then.
    public func stop() async {
        isWanted = false
        while let running = worker, !isWanted {
            running.cancel()
            pause?.cancel()
            wakeUp()
            wakeFromOwner()
            await running.value
        }
    }

    /// Ends a wait after a failure, or for the owner to sign in.
    public func resume() {
        pause?.cancel()
        wakeFromOwner()
        requestDrain()
    }

    /// The states that the coordinator passes through, beginning with the present one. A reader that is slow gets the newest.
    public func statuses() -> AsyncStream<DrainStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: DrainStatus.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(id) }
        }
        continuation.yield(status)
        return stream
    }

    private func forget(_ id: UUID) { listeners[id] = nil }

    private func launch() {
        let owner = DrainOwner()
        worker = Task { [weak self] in
            await self?.work(as: owner)
            owner.end()
            await self?.workerEnded()
        }
    }

    private func workerEnded() {
        worker = nil
        status.state = .stopped
        if isWanted { launch() }
    }

    private func wakeUp() {
        sleeper?.resume()
        sleeper = nil
    }

    private func wakeFromOwner() {
        ownerSleeper?.resume()
        ownerSleeper = nil
    }

    // MARK: The worker

    private func work(as owner: DrainOwner) async {
        var hasLease = false
        while !Task.isCancelled {
            let seen = wakes
            do {
                if !hasLease {
                    guard try await claim(owner) else { continue }
                    try await load(owner)
                    hasLease = true
                }
                try await drain(owner)
                status.failures = 0
                if Task.isCancelled { break }
                status.state = .idle
                await sleep(unlessWokenSince: seen)
            } catch {
                if Task.isCancelled { break }
                if let error = error as? DrainError, error.code == .leaseLost { hasLease = false }
                await recover(from: error)
            }
        }
        // What was acknowledged counts, whatever else happens; a failure here only means that it is sent once more.
        if hasLease { try? await saveIfDirty(owner) }
        try? await checkpoints.release(by: owner)
    }

    private func claim(_ owner: DrainOwner) async throws -> Bool {
        guard let holder = try await checkpoints.claim(by: owner) else { return true }
        status.state = .waitingForLease(holder: holder)
        await wait(policy.leaseDelay)
        return false
    }

    /// Waits after a failure, as its class asks.
    private func recover(from error: any Error) async {
        status.failures += 1
        let sinkError = error as? SinkError
        if sinkError?.code == .unauthorised {
            status.state = .unauthorised(sinkError?.message ?? "")
            return await waitForOwner()
        }
        if sinkError?.code == .misdirected {
            status.state = .misdirected(sinkError?.message ?? "")
            let asked = min(sinkError?.retryAfter ?? .zero, policy.longestRetryAfter)
            return await wait(max(policy.longestDelay, asked))
        }
        if let error = error as? DrainError, error.code == .wrongState {
            status.state = .needsRecovery(error.message)
            return await waitForOwner()
        }
        let delay = policy.delay(afterFailures: status.failures, retryAfter: sinkError?.retryAfter)
        let seconds = delay / .seconds(1)
        status.state = .backingOff(until: clock.now.addingTimeInterval(seconds), reason: "\(error)")
        await wait(delay)
    }

    /// Waits until the time is over, the owner resumes, or the coordinator stops.
    private func wait(_ delay: Duration) async {
        let clock = clock
        let pause = Task { try await clock.sleep(for: delay) }
        self.pause = pause
        // How the wait ended does not matter: the worker looks for itself what there is to do.
        _ = await withTaskCancellationHandler {
            await pause.result
        } onCancel: {
            pause.cancel()
        }
        self.pause = nil
    }

    /// Waits until the owner resumes or gives an order, or the coordinator stops.
    private func waitForOwner() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if orders.isEmpty, !Task.isCancelled { ownerSleeper = continuation } else { continuation.resume() }
            }
        } onCancel: {
            Task { await self.wakeFromOwner() }
        }
    }

    /// Waits for a wake-up, unless there was one since a moment.
    private func sleep(unlessWokenSince seen: UInt64) async {
        guard wakes == seen, orders.isEmpty, !Task.isCancelled else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if wakes == seen, orders.isEmpty, !Task.isCancelled {
                    sleeper = continuation
                } else {
                    continuation.resume()
                }
            }
        } onCancel: {
            Task { await self.wakeUp() }
        }
    }
}

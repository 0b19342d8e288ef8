import Dispatch
public import Foundation
import Synchronization

/// Puts a store to clauses of the contract, one at a time.
public struct ContractRunner: Sendable {
    /// The store.
    public var store: StoreUnderTest
    /// How second processes are started; nil when they cannot be, which leaves the clauses that need them untested.
    public var secondProcess: SecondProcess?
    /// Where the random numbers start. `CHRONICLE_SEED` in the environment sets it; otherwise every run has its own.
    public var seed: UInt64
    /// Where the clauses' folders are made.
    public var directory: URL

    /// A runner for a store.
    public init(
        _ store: StoreUnderTest, secondProcess: SecondProcess? = nil, seed: UInt64? = nil,
        directory: URL = FileManager.default.temporaryDirectory
    ) {
        self.store = store
        self.secondProcess = secondProcess
        self.directory = directory
        self.seed = seed ?? ContractRunner.environmentSeed ?? UInt64.random(in: 1...999_999_999)
    }

    private static var environmentSeed: UInt64? {
        ProcessInfo.processInfo.environment["CHRONICLE_SEED"].flatMap(UInt64.init)
    }

    /// Runs clauses in order.
    ///
    /// - Parameter progress: Gets each result as soon as it is there.
    public func run(
        _ clauses: [ContractClause] = StoreContract.clauses,
        progress: @Sendable (ContractResult) -> Void = { _ in }
    ) async -> ContractReport {
        var results: [ContractResult] = []
        for clause in clauses {
            let result = await run(clause)
            progress(result)
            results.append(result)
        }
        return ContractReport(
            store: store.name, capabilities: try? store.capabilities(), seed: seed, results: results)
    }

    /// Runs one clause.
    public func run(_ clause: ContractClause) async -> ContractResult {
        let start = ContinuousClock.now
        let outcome = await outcome(of: clause)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return ContractResult(clause: clause, outcome: outcome, seconds: seconds, seed: seed)
    }

    private func outcome(of clause: ContractClause) async -> ContractOutcome {
        if case .untested(let reason) = clause.level { return .untested(reason) }
        if let reason = store.reasonToSkip(clause, hasSecondProcess: true) { return .notApplicable(reason) }
        if clause.needsSecondProcess, secondProcess == nil {
            return .untested("this runner cannot start a second process")
        }
        let violations = await violations(of: clause)
        guard let reason = store.knownDeviations[clause.id] else {
            return violations.isEmpty ? .passed : .failed(violations)
        }
        guard violations.isEmpty else { return .knownDeviation(reason) }
        let message =
            "\(clause.id) is listed as a known deviation (\(reason)), and the store keeps it: remove it from the list"
        return .failed([ContractViolation(message: message, site: clause.site)])
    }

    private func violations(of clause: ContractClause) async -> [ContractViolation] {
        let place: ContractPlace
        do { place = try .temporary(in: directory) } catch {
            return [ContractViolation(message: "no folder could be made for the store: \(error)", site: clause.site)]
        }
        let probe = ContractProbe(clause: clause, store: store, place: place, seed: seed, secondProcess: secondProcess)
        let ended = await Deadline.run(for: store.deadline) {
            do { try await clause.body(probe) } catch is ContractProbe.Stop {
                // What stopped the clause is already recorded.
            } catch {
                probe.record("an error came through: \(ContractProbe.describe(error))", clause.site)
            }
            probe.closeAll()
        }
        guard ended else {
            // Whatever still runs keeps its folder: taking it away could make it fail in a way that misleads.
            return probe.violations + [
                ContractViolation(message: "it did not end within \(store.deadline)", site: clause.site)
            ]
        }
        place.remove()
        return probe.violations
    }
}

/// Ends the wait for work that may hang.
enum Deadline {
    /// Runs work on threads of its own and returns whether it ended in time. Work that did not goes on, unheeded.
    static func run(for limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
        // Clauses block their threads, which the shared pool of as many threads as processors must not be used for.
        let executor = QueueExecutor()
        return await withCheckedContinuation { continuation in
            let box = Waiting(continuation)
            Task(executorPreference: executor) {
                await work()
                box.resume(true)
            }
            let nanoseconds = Int(limit / .nanoseconds(1))
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { box.resume(false) }
        }
    }

    private final class Waiting: Sendable {
        private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

        init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = Mutex(continuation) }

        func resume(_ value: Bool) {
            let waiting = continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(returning: value)
        }
    }
}

/// Runs tasks on the threads of a concurrent dispatch queue.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "chronicle.contract", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

import Dispatch

/// Runs an actor's work one after the other on a queue of its own, with a context for it.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
    // Sendable: the context is only used by what runs on the queue.
    /// The context.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "chronicle.model-executor")

    /// An executor with a new context of a container.
    public init(modelContainer: ModelContainer) {
        modelContext = ModelContext(modelContainer, isolation: nil)
    }

    /// Runs a job on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// The executor for an actor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

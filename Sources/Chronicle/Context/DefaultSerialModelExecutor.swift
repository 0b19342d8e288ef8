import Dispatch

/// Runs an actor's work one after the other on a queue of its own, with a context for it.
// Sendable: the context is only used by what runs on the queue.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
    /// The context.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "chronicle.model-executor")

    /// An executor with a new context of a container.
    public init(modelContainer: ModelContainer) {
        modelContext = ModelContext(modelContainer, isolation: nil)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

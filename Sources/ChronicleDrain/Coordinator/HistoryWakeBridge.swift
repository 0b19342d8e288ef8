public import ChronicleStore
import Synchronization

/// Wakes a coordinator after every commit to a store, also of other contexts and processes, for as long as it lives.
///
/// Commits that come while a wake-up is on its way are covered by it.
public final class HistoryWakeBridge: Sendable {
    private let observation: Mutex<CommitObservation?>
    private let pending: Pending

    private final class Pending: Sendable { let isPending = Atomic(false) }

    /// Connects a store with a coordinator.
    public init(store: any DataStore, coordinator: HistoryDrainCoordinator) {
        let pending = Pending()
        self.pending = pending
        observation = Mutex(
            store.observeCommits { [weak coordinator] in
                guard !pending.isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
                Task {
                    // Cleared first: a commit from here on needs a wake-up of its own.
                    pending.isPending.store(false, ordering: .releasing)
                    await coordinator?.requestDrain()
                }
            })
    }

    /// Ends the connection.
    public func stop() { observation.withLock { $0 = nil } }
}

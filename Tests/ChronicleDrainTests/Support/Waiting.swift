import ChronicleDrain
import Foundation
import Testing

/// Waits until a coordinator's status fulfils a condition; records an issue when that takes too long.
func wait(
    for coordinator: HistoryDrainCoordinator, _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @escaping @Sendable (DrainStatus) -> Bool
) async {
    let statuses = await coordinator.statuses()
    let found = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
            for await status in statuses where condition(status) { return true }
            return false
        }
        group.addTask {
            // The deadline; a cancelled wait ends at once.
            try? await Task.sleep(for: .seconds(120))
            return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
    }
    if !found {
        let status = await coordinator.status
        Issue.record("not \(what) in time: \(status)", sourceLocation: sourceLocation)
    }
}

extension HistoryDrainCoordinator {
    /// Whether everything was sent.
    func waitUntilIdle(at position: HistoryPosition, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait(for: self, "idle at \(position.sequence)", sourceLocation: sourceLocation) {
            $0.state == .idle && $0.position?.sequence ?? 0 >= position.sequence
        }
    }
}

/// A clock whose waits end when the test says so; the time of day moves with them.
actor TestClock: DrainClock {
    nonisolated var now: Date { Date(timeIntervalSinceReferenceDate: 1_000) }
    private var waits: [(id: Int, duration: Duration, continuation: CheckedContinuation<Void, any Error>)] = []
    private var next = 0
    private(set) var durations: [Duration] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    func sleep(for duration: Duration) async throws {
        next += 1
        let id = next
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                durations.append(duration)
                waits.append((id, duration, continuation))
                for watcher in watchers { watcher.resume() }
                watchers = []
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func cancel(_ id: Int) {
        guard let place = waits.firstIndex(where: { $0.id == id }) else { return }
        waits.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    /// Waits until someone waits, and ends that wait; returns how long it would have been.
    @discardableResult func pass() async -> Duration {
        while waits.isEmpty { await withCheckedContinuation { watchers.append($0) } }
        let wait = waits.removeFirst()
        wait.continuation.resume()
        return wait.duration
    }
}

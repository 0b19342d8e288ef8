import ChronicleDrain
import ChronicleStore
import Foundation
import Synchronization

/// Runs a coordinator for a command: until everything was sent, or on and on; until a signal comes or it cannot go on.
struct DrainRun {
    /// How a run ended.
    enum End: Equatable {
        /// Everything was sent.
        case done
        /// The user wanted it to end.
        case interrupted(Int32)
        /// It cannot go on without help.
        case failed(String)
        /// The source's schema has grown: both stores have to be opened again.
        case schemaHasGrown
    }

    let coordinator: HistoryDrainCoordinator
    /// The store whose commits wake the coordinator.
    let source: any DataStore
    let follows: Bool
    /// After how many failures in a row a run gives up that does not go on and on.
    var attempts = 4
    let report: DrainReport

    func run() async throws -> (end: End, status: DrainStatus) {
        let interruption = try Interruption()
        let bridge = follows ? HistoryWakeBridge(store: source, coordinator: coordinator) : nil
        defer { bridge?.stop() }
        let statuses = await coordinator.statuses()
        let request = SignalRequest()
        let signals = interruption.signals
        let listener = Task { [coordinator] in
            for await number in signals {
                request.number.withLock { $0 = number }
                await coordinator.stop()
                return
            }
        }
        defer { listener.cancel() }
        await coordinator.start()
        var end = End.done
        for await status in statuses {
            if let number = request.number.withLock({ $0 }) {
                end = .interrupted(number)
                if status.state == .stopped { break }
                continue
            }
            await report.show(status, coordinator)
            if let reason = reasonToEnd(status) {
                end = reason
                break
            }
        }
        await coordinator.stop()
        withExtendedLifetime(interruption) {}
        // A failure that came of the end of the run is none.
        if let number = request.number.withLock({ $0 }), end != .done { end = .interrupted(number) }
        let status = await coordinator.status
        report.finish()
        return (end, status)
    }

    private final class SignalRequest: Sendable { let number = Mutex<Int32?>(nil) }

    /// What a user can look for: machine, process, start and a number of its own are more than that.
    private static func process(_ holder: String) -> String {
        let parts = holder.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 4 ? "process \(parts[1])" : holder
    }

    private func reasonToEnd(_ status: DrainStatus) -> End? {
        switch status.state {
        case .stopped, .draining, .recovering: nil
        case .idle: follows ? nil : .done
        case .waitingForLease(let holder):
            .failed("another process is at it (\(Self.process(holder))): wait for its end, or stop it")
        case .unauthorised(let reason): .failed("\(reason): give the credentials with --header, then run it again")
        // A server that is being put up answers so for a while; one that has taken batches is given that while.
        case .misdirected(let reason):
            follows && status.batches > 0 ? nil : .failed("\(reason): nothing takes batches there, give another --to")
        case .needsRecovery(let reason):
            reason.hasPrefix(SchemaCheckedSource.hasGrown) ? .schemaHasGrown : .failed(reason)
        case .backingOff(_, let reason):
            !follows && status.failures >= attempts ? .failed("\(reason); run it again to go on") : nil
        }
    }
}

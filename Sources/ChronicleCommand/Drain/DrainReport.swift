import ChronicleDrain
import ChronicleHistory
import Foundation

/// Tells how far a drain has come: on a terminal in a line that changes in place, with `--json` in lines of JSON.
final class DrainReport {
    /// A line of JSON.
    struct Event: Encodable {
        /// `progress`, `waiting` (after a failure), `current` (everything was sent, and more is waited for), `end`.
        var event: String
        /// For the end: `done`, `interrupted` or `failed`.
        var end: String?
        /// For a wait: what it comes of, and when it ends.
        var reason: String?
        var until: Date?
        var operations: Int
        var transactions: Int
        var parked: Int
        var position: String?
        var seconds: Double
        var rows: Int?
        var digest: String?
    }

    private let isJSON: Bool
    private let follows: Bool
    /// What an operation of a snapshot is called, and how many there are.
    private let total: Int?
    private let line = StatusLine()
    private let start = ContinuousClock.now
    private var shownAt: ContinuousClock.Instant?
    private var lag: DrainLag?
    private var isCurrent = false
    private var toldWait: Date?
    private var recent: (operations: Int, at: ContinuousClock.Instant, rate: Double)

    init(isJSON: Bool, follows: Bool, total: Int? = nil) {
        self.isJSON = isJSON
        self.follows = follows
        self.total = total
        recent = (0, start, 0)
    }

    var seconds: Double { Self.seconds(ContinuousClock.now - start) }

    func event(_ name: String, _ status: DrainStatus) -> Event {
        Event(
            event: name, operations: status.operations, transactions: status.transactions, parked: status.parked,
            position: status.position?.text, seconds: (seconds * 1000).rounded() / 1000)
    }

    func show(_ status: DrainStatus, _ coordinator: HistoryDrainCoordinator) async {
        if status.state == .idle, follows {
            if isJSON { tell(event("current", status)) }
            if !isJSON, !isCurrent, !line.isTerminal { Output.line("Up to date; waiting for more.") }
            isCurrent = true
        }
        if case .backingOff(let until, let reason) = status.state { tellWait(until, reason, status) }
        let now = ContinuousClock.now
        let isDue = shownAt.map { now - $0 >= .milliseconds(200) } ?? true
        guard isDue || status.state == .idle else { return }
        shownAt = now
        if isJSON, status.state.isWork { tell(event("progress", status)) }
        guard line.isTerminal, !isJSON else { return }
        if Self.seconds(now - recent.at) >= 1 {
            let done = status.operations - recent.operations
            recent = (status.operations, now, Double(done) / Self.seconds(now - recent.at))
            // What is behind is asked for once a second: it reads the store.
            lag = try? await coordinator.lag()
        }
        line.show(text(status))
    }

    func finish() { line.finish() }

    /// Says once that it waits, where no line changes in place: a receiver may have asked for hours.
    private func tellWait(_ until: Date, _ reason: String, _ status: DrainStatus) {
        guard until != toldWait else { return }
        toldWait = until
        if isJSON {
            var event = event("waiting", status)
            event.until = until
            event.reason = reason
            tell(event)
        } else if !line.isTerminal {
            Command.complain(Self.waiting(until, reason))
        }
    }

    private static func waiting(_ until: Date, _ reason: String) -> String {
        "waiting \(max(Int(until.timeIntervalSinceNow.rounded(.up)), 0)) s, until \(until.formatted(.iso8601)): \(reason)"
    }

    private func text(_ status: DrainStatus) -> String {
        let rate = recent.rate >= 1 ? ", \(Output.grouped(Int(recent.rate))) a second" : ""
        let done = Output.grouped(status.operations)
        switch status.state {
        case .recovering:
            guard let total, total > 0 else { return "\(done) rows\(rate)" }
            return "\(done) of \(Output.grouped(total)) rows\(rate)"
        case .draining:
            let behind =
                lag.map { ", \(Output.count($0.transactions, "transaction")) and \(Int($0.seconds)) s behind" } ?? ""
            return "\(done) operations\(rate)\(behind)"
        case .idle: return "up to date, \(done) operations; waiting for more (Ctrl-C ends)"
        case .backingOff(let until, let reason): return Self.waiting(until, reason)
        case .waitingForLease(let holder): return "waiting for \(holder)"
        case .unauthorised(let reason), .misdirected(let reason), .needsRecovery(let reason): return reason
        case .stopped: return "starting"
        }
    }

    private func tell(_ event: Event) {
        // A reader that has gone away is no reason to end what is done for others.
        try? Output.json(event)
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}

extension DrainState {
    /// Whether something is being brought.
    fileprivate var isWork: Bool {
        switch self {
        case .draining, .recovering: true
        default: false
        }
    }
}

extension HistoryPosition {
    /// The position as the command line writes it: store, lineage and sequence.
    var text: String { "\(storeIdentifier)/\(lineage)/\(sequence)" }
}

import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// Deletes history that is not kept any longer, once the user has said yes.
struct Purge {
    let store: any DataStore & HistoryConsumerRegistry
    let arguments: HistoryArguments
    var now = Date()

    private struct Line: Encodable {
        var deleted: Int
        var expired: [String]
        var left: Int64
    }

    /// - Returns: The exit status: 0 when it was done, 1 when it would do something and was not confirmed.
    func run() throws -> Int32 {
        if case .forget(let name) = arguments.task { return try forget(name) }
        guard arguments.isConfirmed else { return try tellPlan() }
        let outcome: HistoryRetention.Outcome
        switch arguments.task {
        case .purge(let bound): outcome = HistoryRetention.Outcome(deleted: try purge(before: bound))
        case .retain(let retention): outcome = try retention.apply(to: store, now: now)
        default: return 2
        }
        let left = try store.currentPosition().sequence - store.oldestPosition().sequence
        if arguments.isJSON {
            try Output.json(Line(deleted: outcome.deleted, expired: outcome.expired, left: left))
        } else {
            var text = "Deleted \(Output.count(outcome.deleted, "transaction")), kept \(Output.grouped(left))."
            if !outcome.expired.isEmpty { text += " Given up: \(outcome.expired.joined(separator: ", "))." }
            Output.line(text + (try holderText() ?? ""))
        }
        return 0
    }

    private func purge(before bound: HistoryArguments.Bound) throws -> Int {
        var request = request(bound)
        request.overridesConsumers = arguments.overridesConsumers
        // Bounded steps: other writers never wait for long.
        request.limit = 1_000
        var total = 0
        while true {
            let deleted = try store.deleteHistory(request)
            total += deleted
            if deleted < request.limit { return total }
        }
    }

    private func request(_ bound: HistoryArguments.Bound) -> HistoryRequest {
        switch bound {
        case .date(let date): HistoryRequest(until: date)
        case .sequence(let sequence): HistoryRequest(through: sequence - 1)
        }
    }

    // MARK: Before it is confirmed

    private func tellPlan() throws -> Int32 {
        var count = 0
        switch arguments.task {
        case .purge(let bound): count = try selected(request(bound))
        case .retain(let retention):
            if let age = retention.age { count = try selected(HistoryRequest(until: now.addingTimeInterval(-age))) }
            if let kept = retention.count {
                let through = try store.currentPosition().sequence - Int64(kept)
                count = max(count, try selected(HistoryRequest(through: through)))
            }
        default: break
        }
        let held = try holderText() ?? ""
        Output.line(
            "This would delete \(count == 0 ? "nothing" : "up to \(Output.count(count, "transaction"))").\(held) Nothing was "
                + "changed: add --yes to do it.")
        return 1
    }

    /// How many transactions a request's leading run has.
    private func selected(_ request: HistoryRequest) throws -> Int {
        var position = try store.oldestPosition()
        let first = position.sequence
        let page = HistoryRequest(after: position, limit: 500)
        var count = 0
        while true {
            var page = page
            page.after = position
            let records = try store.fetchHistory(page)
            for record in records {
                guard record.sequence <= request.through ?? .max, record.timestamp < request.until ?? .distantFuture
                else {
                    return count
                }
                count += 1
            }
            guard let last = records.last, last.sequence > first else { return count }
            position.sequence = last.sequence
        }
    }

    /// Who keeps the oldest transaction from being deleted.
    private func holderText() throws -> String? {
        guard !arguments.overridesConsumers else { return nil }
        let oldest = try store.oldestPosition().sequence
        let current = try store.currentPosition().sequence
        let holders = try store.historyConsumers().filter { !$0.isExpired && $0.sequence < current }
        guard oldest < current, let slowest = holders.min(by: { $0.sequence < $1.sequence }) else { return nil }
        return " \(slowest.name) has read up to \(slowest.sequence), which holds back what comes after it."
    }

    private func forget(_ name: String) throws -> Int32 {
        guard try store.historyConsumers().contains(where: { $0.name == name }) else {
            throw CommandFailure("\(arguments.store) has no consumer \(name): --consumers lists them")
        }
        guard arguments.isConfirmed else {
            Output.line(
                "This would forget \(name), which would have to begin with a snapshot. Nothing was changed: add --yes to do it."
            )
            return 1
        }
        try store.changeConsumer(named: name) { consumer in
            if let owner = consumer?.owner, !DrainOwner.hasEnded(owner) {
                throw CommandFailure("\(name) is reading now (\(owner)): stop it first")
            }
            consumer = nil
        }
        Output.line("Forgot \(name).")
        return 0
    }
}

import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// Prints who reads a store's history, and how far each is behind.
struct ConsumerList {
    let store: any DataStore & HistoryConsumerRegistry
    var now = Date()

    private struct Line: Encodable {
        var name: String
        /// `reading`, `idle`, `givenUp`, `expired` (what comes next was purged), `origin` (this store is the reader's copy).
        var state: String
        var position: Int64?
        var lagTransactions: Int64?
        var lagSeconds: Double?
        var movedAt: Date
        var owner: String?
        var origin: String?
        /// Where the copy is that the consumer stands for.
        var target: String?
    }

    func print(asJSON: Bool) throws {
        let current = try store.currentPosition()
        let lines = try store.historyConsumers().map { try line($0, current) }
        if asJSON { return try lines.forEach { try Output.json($0) } }
        guard !lines.isEmpty else { return Output.line("Nobody reads the history.") }
        let rows = lines.map { line in
            [
                line.name, Self.text(line),
                line.position.map { "\($0)" } ?? "-", line.lagTransactions.map { Output.grouped($0) } ?? "-",
                line.lagSeconds.map { Output.grouped(Int($0.rounded())) } ?? "-", line.movedAt.formatted(.iso8601),
            ]
        }
        Output.line(Output.table(["consumer", "state", "at", "transactions behind", "seconds behind", "moved"], rows))
    }

    private static func text(_ line: Line) -> String {
        if let origin = line.origin { return "this store is a copy of \(origin)" }
        let state = words[line.state] ?? line.state
        return line.target.map { "copy at \($0): \(state)" } ?? state
    }

    private static let words = [
        "reading": "reading", "idle": "not running", "givenUp": "given up, holds no purge back",
        "expired": "has to begin with a snapshot",
    ]

    private func line(_ consumer: HistoryConsumer, _ current: HistoryPosition) throws -> Line {
        var line = Line(
            name: consumer.name, state: consumer.owner == nil ? "idle" : "reading", movedAt: consumer.updatedAt,
            owner: consumer.owner)
        if let owner = consumer.owner, DrainOwner.hasEnded(owner) {
            line.state = "idle"
            line.owner = nil
        }
        if consumer.name == ReplicaCheckpointStore.consumer {
            line.state = "origin"
            let origin = try ReplicaCheckpointStore.origin(of: store)
            line.origin =
                origin.map { "\($0.storeIdentifier) at \($0.sequence)" } ?? "a store that it knows nothing of yet"
            return line
        }
        line.target = ReplicaCheckpointStore.address(of: consumer)
        line.position = consumer.sequence
        line.lagTransactions = max(current.sequence - consumer.sequence, 0)
        var position = current
        position.sequence = consumer.sequence
        do {
            let next = try store.fetchHistory(HistoryRequest(after: position, limit: 1)).first
            line.lagSeconds = next.map { max(now.timeIntervalSince($0.timestamp), 0) } ?? 0
        } catch let error as HistoryError where error.code == .historyTokenExpired || error.code == .tokenAhead {
            line.state = "expired"
        }
        if consumer.isExpired { line.state = "givenUp" }
        return line
    }
}

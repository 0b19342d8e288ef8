import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// `chronicle drain --parked list`: what was refused for good, and what waits behind it.
struct ParkedList {
    let arguments: DrainArguments

    private struct Line: Encodable {
        var id: String
        var op: String
        var entity: String
        var key: Int64
        var refusal: String?
        var parkedAt: Date
    }

    /// - Returns: The exit status: 0 when nothing is parked, else 1.
    func run() throws -> Int32 {
        let store = try Drain.openSource(arguments.store)
        defer { try? store.close() }
        let parked = try parked(in: store)
        if arguments.isJSON {
            for parked in parked {
                try Output.json(
                    Line(
                        id: parked.id, op: parked.operation.kind.rawValue, entity: parked.operation.entity,
                        key: parked.operation.key, refusal: parked.refusal, parkedAt: parked.parkedAt))
            }
        } else if parked.isEmpty {
            Output.line("Nothing is parked.")
        } else {
            let rows = parked.map { parked in
                [
                    parked.id, parked.operation.kind.rawValue, "\(parked.operation.entity)/\(parked.operation.key)",
                    parked.parkedAt.formatted(.iso8601), parked.refusal ?? "waits behind an earlier one of its row",
                ]
            }
            Output.line(Output.table(["operation", "kind", "row", "parked at", "why"], rows))
        }
        return parked.isEmpty ? 0 : 1
    }

    /// Refuses what is meant by `--parked retry` and `drop` and is not there: a new name would begin to drain instead.
    func check(_ store: any DataStore & HistoryConsumerRegistry) throws {
        let parked = try parked(in: store)
        guard let asked = arguments.operations else { return }
        let unknown = asked.subtracting(parked.map(\.id)).sorted()
        guard !unknown.isEmpty else { return }
        throw CommandFailure(
            "\(arguments.consumer) has not parked \(unknown.joined(separator: ", ")); "
                + Self.what(parked.map(\.id), "parked"))
    }

    private func parked(in store: any DataStore & HistoryConsumerRegistry) throws -> [ParkedOperation] {
        let names = try store.historyConsumers().map(\.name)
        guard names.contains(arguments.consumer) else {
            throw CommandFailure(
                "\(arguments.store) has no consumer \(arguments.consumer); " + Self.what(names, "there"))
        }
        return try StoreCheckpointStore(store, consumer: arguments.consumer).load()?.parked ?? []
    }

    /// Names what there is, or how much when it is much.
    private static func what(_ names: [String], _ place: String) -> String {
        if names.isEmpty { return "nothing is \(place)" }
        let named = names.prefix(5).joined(separator: ", ")
        return
            "\(named)\(names.count > 5 ? " and \(names.count - 5) more are" : names.count > 1 ? " are" : " is") \(place)"
    }
}

import ChronicleDrain
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
        guard try store.historyConsumers().contains(where: { $0.name == arguments.consumer }) else {
            throw CommandFailure(
                "\(arguments.store) has no consumer \(arguments.consumer): `chronicle history --store URL --consumers` lists them"
            )
        }
        let parked = try StoreCheckpointStore(store, consumer: arguments.consumer).load()?.parked ?? []
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
}

import ChronicleHistory
import Foundation

extension DrainCheckpoint {
    /// The form in which checkpoints are kept: a line of JSON, then the lines of the batch in flight and of what is parked.
    func encoded() throws -> Data {
        let head = Head(
            version: 1, position: position, snapshot: snapshot,
            inFlight: inFlight.map { batch in
                Head.Batch(
                    id: batch.id, page: batch.page, position: batch.position, transactions: batch.transactions,
                    operations: batch.operations.map(Head.Operation.init))
            },
            parked: parked.map { parked in
                Head.Parked(
                    operation: Head.Operation(parked.operation), refusal: parked.refusal, parkedAt: parked.parkedAt)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var data = try encoder.encode(head)
        data.append(UInt8(ascii: "\n"))
        for operation in (inFlight?.operations ?? []) + parked.map(\.operation) {
            data.append(operation.line)
            data.append(UInt8(ascii: "\n"))
        }
        return data
    }

    /// Reads what ``encoded()`` made.
    ///
    /// - Throws: ``DrainError`` `checkpointUnreadable`.
    init(encoded data: Data) throws {
        let unreadable = DrainError(
            .checkpointUnreadable, "The checkpoint (\(data.count) bytes) cannot be read: a snapshot is needed.")
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw unreadable }
        let head: Head
        do { head = try JSONDecoder().decode(Head.self, from: data[..<end]) } catch {
            throw DrainError(unreadable.code, unreadable.message, underlying: error)
        }
        guard head.version == 1 else { throw unreadable }
        var rest = data[data.index(after: end)...]
        func operation(_ head: Head.Operation) throws -> OutboundOperation {
            guard head.bytes >= 0, rest.count > head.bytes, rest[rest.startIndex + head.bytes] == UInt8(ascii: "\n")
            else {
                throw unreadable
            }
            let line = Data(rest.prefix(head.bytes))
            rest = rest.dropFirst(head.bytes + 1)
            return OutboundOperation(id: head.id, kind: head.kind, entity: head.entity, key: head.key, line: line)
        }
        self.init()
        position = head.position
        snapshot = head.snapshot
        if let batch = head.inFlight {
            inFlight = OutboundHistoryBatch(
                id: batch.id, content: batch.page.map { .snapshot($0) } ?? .changes,
                operations: try batch.operations.map(operation), position: batch.position,
                transactions: batch.transactions)
        }
        parked = try head.parked.map { parked in
            ParkedOperation(
                operation: try operation(parked.operation), refusal: parked.refusal, parkedAt: parked.parkedAt)
        }
        guard rest.isEmpty else { throw unreadable }
    }

    private struct Head: Codable {
        struct Operation: Codable {
            var id: String
            var kind: OutboundOperation.Kind
            var entity: String
            var key: Int64
            var bytes: Int

            init(_ operation: OutboundOperation) {
                id = operation.id
                kind = operation.kind
                entity = operation.entity
                key = operation.key
                bytes = operation.line.count
            }
        }
        struct Batch: Codable {
            var id: String
            var page: SnapshotPage?
            var position: HistoryPosition
            var transactions: Int
            var operations: [Operation]
        }
        struct Parked: Codable {
            var operation: Operation
            var refusal: String?
            var parkedAt: Date
        }
        var version: Int
        var position: HistoryPosition?
        var snapshot: DrainSnapshot?
        var inFlight: Batch?
        var parked: [Parked]
    }
}

extension OutboundHistoryBatch {
    /// The page of a snapshot that the batch is; nil for changes.
    var page: SnapshotPage? {
        if case .snapshot(let page) = content { page } else { nil }
    }
}

import ChronicleHistory
import Foundation

extension DrainCheckpoint {
    /// The form in which checkpoints are kept: a line of JSON, then the lines of the batch in flight and of what is parked.
    ///
    /// A line says by itself which operation it is, so that nothing has to be encoded for each one.
    func encoded() throws -> Data {
        let lines = LineText.joined(inFlight?.operations ?? [])
        let head = Head(
            version: 2, position: position, snapshot: snapshot,
            inFlight: inFlight.map { batch in
                Head.Batch(
                    id: batch.id, page: batch.page, position: batch.position, transactions: batch.transactions,
                    operations: batch.operations.count)
            },
            parked: parked.map { Head.Parked(refusal: $0.refusal, parkedAt: $0.parkedAt) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let first = try encoder.encode(head)
        let last = LineText.joined(parked.map(\.operation))
        var data = Data(capacity: first.count + 1 + lines.count + last.count)
        data.append(first)
        data.append(UInt8(ascii: "\n"))
        data.append(lines)
        data.append(last)
        return data
    }

    /// Reads what ``encoded()`` made.
    ///
    /// - Throws: ``DrainError`` `checkpointUnreadable`.
    init(encoded data: Data) throws {
        func unreadable(_ underlying: (any Error)? = nil) -> DrainError {
            DrainError(
                .checkpointUnreadable, "The checkpoint (\(data.count) bytes) cannot be read: a snapshot is needed.",
                underlying: underlying)
        }
        // What was written ends with the end of a line; a line in it has none inside.
        guard data.last == UInt8(ascii: "\n"), let end = data.firstIndex(of: UInt8(ascii: "\n")) else {
            throw unreadable()
        }
        let buffer = LineBuffer(data[(end + 1)...])
        let decoder = JSONDecoder()
        do {
            let head = try decoder.decode(Head.self, from: data[..<end])
            let lines = Self.lines(buffer)
            let count = head.inFlight?.operations ?? 0
            guard head.version == 2, count >= 0, lines.count == count + head.parked.count else { throw unreadable() }
            let operations = try lines.enumerated().map { place, line in
                let name = try decoder.decode(Head.Operation.self, from: line.data)
                return OutboundOperation(
                    id: name.id, kind: name.op, entity: name.entity, key: name.key,
                    text: place < count ? line : line.alone)
            }
            self.init()
            position = head.position
            snapshot = head.snapshot
            if let batch = head.inFlight {
                inFlight = OutboundHistoryBatch(
                    id: batch.id, content: batch.page.map { .snapshot($0) } ?? .changes,
                    operations: Array(operations[..<count]), position: batch.position,
                    transactions: batch.transactions)
            }
            parked = zip(head.parked, operations[count...]).map { parked, operation in
                ParkedOperation(operation: operation, refusal: parked.refusal, parkedAt: parked.parkedAt)
            }
        } catch let error as DrainError {
            throw error
        } catch {
            throw unreadable(error)
        }
    }

    /// The lines that a buffer holds, each with its end.
    private static func lines(_ buffer: LineBuffer) -> [LineText] {
        var lines: [LineText] = []
        var start = 0
        for (place, byte) in buffer.data.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(LineText(buffer: buffer, start: start, end: place))
            start = place + 1
        }
        return lines
    }

    private struct Head: Codable {
        /// What a line says of its operation.
        struct Operation: Decodable {
            var id: String
            var op: OutboundOperation.Kind
            var entity: String
            var key: Int64
        }
        struct Batch: Codable {
            var id: String
            var page: SnapshotPage?
            var position: HistoryPosition
            var transactions: Int
            /// How many lines belong to it.
            var operations: Int
        }
        struct Parked: Codable {
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

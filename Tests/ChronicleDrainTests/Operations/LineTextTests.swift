@testable import ChronicleDrain
import Foundation
import Testing

@Suite struct LineTextTests {
    private static let texts = ["{\"id\":\"a\"}", "{}", "{\"id\":\"ccc\"}", "{\"id\":\"d\"}"]

    /// Operations whose lines lie in one buffer, as the source makes them.
    private func operations() -> [OutboundOperation] {
        let buffer = LineBuffer()
        var (operations, data): ([OutboundOperation], Data) = ([], Data())
        for (number, text) in Self.texts.enumerated() {
            let line = LineText(buffer: buffer, start: data.count, end: data.count + text.utf8.count)
            data.append(Data((text + "\n").utf8))
            operations.append(
                OutboundOperation(id: "\(number)", kind: .upsert, entity: "Bed", key: Int64(number), text: line))
        }
        buffer.fill(data)
        return operations
    }

    private func batch(_ operations: [OutboundOperation]) -> OutboundHistoryBatch {
        OutboundHistoryBatch(
            id: "b", operations: operations,
            position: HistoryPosition(storeIdentifier: "s", lineage: "l", sequence: 1), transactions: 1)
    }

    private func expected(_ texts: some Sequence<String>) -> Data { Data(texts.map { $0 + "\n" }.joined().utf8) }

    private func address(_ data: Data) -> UnsafeRawPointer? { data.withUnsafeBytes { $0.baseAddress } }

    @Test func theLinesOfABatchAreOneBodyWithoutCopying() {
        let batch = batch(operations())
        #expect(batch.lines == expected(Self.texts))
        #expect(address(batch.lines) == address(batch.lines))
        #expect(address(batch.lines) == address(batch.operations[0].text.buffer.data))
    }

    @Test func partsAndGapsHaveTheirOwnLinesAndNoOthers() {
        let batch = batch(operations())
        #expect(batch.part(1..<3).lines == expected(Self.texts[1..<3]))
        #expect(batch.part(3..<4).lines == expected(Self.texts[3...]))
        #expect(batch.keeping { $0.id != "1" }.lines == expected([Self.texts[0], Self.texts[2], Self.texts[3]]))
        #expect(self.batch(operations().reversed()).lines == expected(Self.texts.reversed()))
        #expect(self.batch([]).lines.isEmpty)
        // Lines of users' own, and of several batches.
        let own = OutboundOperation(id: "x", kind: .delete, entity: "Bed", key: 1, line: Data("own".utf8))
        #expect(self.batch([own]).lines == expected(["own"]))
        #expect(self.batch(operations() + [own]).lines == expected(Self.texts + ["own"]))
        #expect(self.batch(operations() + operations()).lines == expected(Self.texts + Self.texts))
    }

    @Test func aLineBeginsAtZeroAndIsTheSameWhereverItLies() {
        let operations = operations()
        for (operation, text) in zip(operations, Self.texts) {
            #expect(operation.line.startIndex == 0)
            #expect(operation.line == Data(text.utf8))
            let slice = (Data("##".utf8) + operation.line).dropFirst(2)
            let own = OutboundOperation(id: operation.id, kind: .upsert, entity: "Bed", key: 1, line: slice)
            #expect(own == operation && own.line.startIndex == 0)
            #expect(own != OutboundOperation(id: operation.id, kind: .upsert, entity: "Bed", key: 1, line: Data()))
            // What stays behind does not keep the lines of all others.
            #expect(operation.withLine == operation)
            #expect(operation.withLine.text.buffer.data.count == text.utf8.count)
        }
    }

    @Test func aCheckpointGivesBackTheBatchAndWhatIsParked() throws {
        var checkpoint = DrainCheckpoint()
        checkpoint.inFlight = batch(try named(3, prefix: "a"))
        checkpoint.parked = try named(2, prefix: "p").map {
            ParkedOperation(operation: $0, refusal: "no", parkedAt: Date(timeIntervalSinceReferenceDate: 1))
        }
        let read = try DrainCheckpoint(encoded: checkpoint.encoded())
        #expect(read == checkpoint)
        #expect(read.inFlight?.lines == checkpoint.inFlight?.lines)
        #expect(read.parked.map(\.operation.line) == checkpoint.parked.map(\.operation.line))
        for cut in [1, 20, 60] {
            #expect(throws: DrainError.self) { try DrainCheckpoint(encoded: checkpoint.encoded().dropLast(cut)) }
        }
    }

    private func named(_ count: Int, prefix: String) throws -> [OutboundOperation] {
        (0..<count).map { number in
            OutboundOperation(
                id: "\(prefix)\(number)", kind: .upsert, entity: "Bed", key: Int64(number),
                line: Data(#"{"id":"\#(prefix)\#(number)","op":"upsert","entity":"Bed","key":\#(number)}"#.utf8))
        }
    }
}

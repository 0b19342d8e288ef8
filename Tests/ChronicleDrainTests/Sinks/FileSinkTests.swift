import ChronicleDrain
import Foundation
import Testing

@Suite struct FileSinkTests {
    private func batch(_ numbers: Range<Int>) -> OutboundHistoryBatch {
        let operations = numbers.map { number in
            OutboundOperation(
                id: "\(number)", kind: .upsert, entity: "Bed", key: Int64(number),
                line: Data("{\"id\":\"\(number)\"}".utf8))
        }
        return OutboundHistoryBatch(
            id: "b", operations: operations, position: HistoryPosition(storeIdentifier: "s", lineage: "l", sequence: 1),
            transactions: 1)
    }

    @Test func whatACrashHasCutShortIsCutOff() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(try FileSink(url: url).acknowledge(batch(0..<2)).isEmpty)
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        try file.write(contentsOf: Data("{\"id\":\"2".utf8))
        try file.close()
        #expect(try FileSink(url: url).acknowledge(batch(2..<4)).isEmpty)
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(text == (0..<4).map { "{\"id\":\"\($0)\"}\n" }.joined())
    }

    @Test func aLargeFileIsSetAside() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sink = FileSink(url: folder.appending(path: "out.jsonl"), rotatesAt: 40)
        for number in 0..<8 { #expect(try sink.acknowledge(batch(number..<number + 1)).isEmpty) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["out.jsonl.1", "out.jsonl.2"])
        let text = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        #expect(text == (0..<8).map { "{\"id\":\"\($0)\"}\n" }.joined())
    }

    @Test func aMissingFolderIsAPassingFailureThatNamesTheFile() {
        let url = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)/out.jsonl")
        #expect { try FileSink(url: url).acknowledge(batch(0..<1)) } throws: {
            ($0 as? SinkError)?.code == .transient && "\($0)".contains("out.jsonl")
        }
    }
}

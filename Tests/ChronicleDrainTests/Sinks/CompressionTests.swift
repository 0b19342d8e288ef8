#if Gzip
import ChronicleDrain
import Foundation
import Synchronization
import Testing

@Suite struct CompressionTests {
    private static func batch(_ count: Int) -> OutboundHistoryBatch {
        let operations = (0..<count).map { number in
            OutboundOperation(
                id: "s/l/1/\(number)", kind: .upsert, entity: "Bed", key: Int64(number),
                line: Data("{\"id\":\"s/l/1/\(number)\",\"values\":{\"name\":\"bed\"}}".utf8))
        }
        return OutboundHistoryBatch(
            id: "s/l/0-1", operations: operations,
            position: HistoryPosition(storeIdentifier: "s", lineage: "l", sequence: 1), transactions: 1)
    }

    /// A server that keeps what it was sent, and answers as it is told to.
    private final class Keeper: Sendable {
        let requests = Mutex<[LoopbackServer.Request]>([])
        let status: @Sendable (LoopbackServer.Request) -> Int

        init(_ status: @escaping @Sendable (LoopbackServer.Request) -> Int = { _ in 200 }) { self.status = status }

        var encodings: [String?] { requests.withLock { $0.map { $0.headers["content-encoding"] } } }

        func serve() throws -> LoopbackServer {
            try LoopbackServer { request in
                self.requests.withLock { $0.append(request) }
                return .init(status: self.status(request))
            }
        }
    }

    @Test func aCompressedBatchIsTheSameUnderTheSameIdentifier() async throws {
        let keeper = Keeper()
        let server = try keeper.serve()
        defer { server.stop() }
        _ = try await HTTPSink(url: server.url, compression: .gzip).acknowledge(Self.batch(500))
        let request = try #require(keeper.requests.withLock { $0.first })
        #expect(request.headers["content-encoding"] == "gzip")
        #expect(request.headers["content-type"] == "application/x-ndjson")
        #expect(request.headers["idempotency-key"] == "s/l/0-1")
        #expect(request.body == Self.batch(500).lines)
        #expect(request.encoded.count < request.body.count / 4)
    }

    @Test func aBatchThatComesAgainHasTheSameBytesWhicheverSinkSendsIt() async throws {
        let keeper = Keeper()
        let server = try keeper.serve()
        defer { server.stop() }
        for _ in 0..<2 {
            _ = try await HTTPSink(url: server.url, compression: .gzip).acknowledge(Self.batch(500))
        }
        let sent = keeper.requests.withLock { $0.map(\.encoded) }
        #expect(sent.count == 2 && sent.first == sent.last)
        // The header has no time, no name and no system (RFC 1952, section 2.3).
        #expect(sent.first?.prefix(8) == Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))
        #expect(sent.first?.dropFirst(9).first == 255)
    }

    @Test func nothingIsCompressedThatIsSmallOrThatNobodyAskedFor() async throws {
        let keeper = Keeper()
        let server = try keeper.serve()
        defer { server.stop() }
        let size = Self.batch(3).lines.count
        _ = try await HTTPSink(url: server.url).acknowledge(Self.batch(500))
        _ = try await HTTPSink(url: server.url, compression: .gzip).acknowledge(Self.batch(3))
        _ = try await HTTPSink(url: server.url, compression: .gzip(minimumSize: size + 1)).acknowledge(Self.batch(3))
        _ = try await HTTPSink(url: server.url, compression: .gzip(minimumSize: size)).acknowledge(Self.batch(3))
        #expect(keeper.encodings == [nil, nil, nil, "gzip"])
    }

    @Test func aServerThatDoesNotUnderstandItGetsTheBatchAtOnceAndAllOthersAsTheyAre() async throws {
        let keeper = Keeper { $0.headers["content-encoding"] == nil ? 200 : 415 }
        let server = try keeper.serve()
        defer { server.stop() }
        let sink = HTTPSink(url: server.url, compression: .gzip)
        #expect(try await sink.acknowledge(Self.batch(500)).isEmpty)
        #expect(try await sink.acknowledge(Self.batch(500)).isEmpty)
        #expect(keeper.encodings == ["gzip", nil, nil])
        let keys = keeper.requests.withLock { $0.map { $0.headers["idempotency-key"] } }
        #expect(Set(keys) == ["s/l/0-1"])
    }

    @Test func aServerThatRefusesEitherFormRefusesTheBatchAndIsStillSentCompressedOnes() async throws {
        let keeper = Keeper { _ in 415 }
        let server = try keeper.serve()
        defer { server.stop() }
        let sink = HTTPSink(url: server.url, compression: .gzip)
        for _ in 0..<2 {
            let error = await #expect(throws: SinkError.self) { _ = try await sink.acknowledge(Self.batch(500)) }
            #expect(error?.code == .permanent)
        }
        #expect(keeper.encodings == ["gzip", nil, "gzip", nil])
    }

    @Test func whatIsNotWholeIsNoBodyToTheServerOfTheTests() {
        #expect(gunzipped(Data([0x1f, 0x8b, 8, 0])) == nil)
        #expect(gunzipped(Data("plain".utf8)) == nil)
    }
}
#endif

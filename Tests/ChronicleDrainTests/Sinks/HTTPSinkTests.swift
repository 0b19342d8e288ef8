import Foundation
import Synchronization
import Testing

@testable import ChronicleDrain

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct HTTPSinkTests {
    private static func batch(_ count: Int) -> OutboundHistoryBatch {
        let operations = (0..<count).map { number in
            OutboundOperation(
                id: "s/l/1/\(number)", kind: .upsert, entity: "Bed", key: Int64(number),
                line: Data("{\"id\":\"s/l/1/\(number)\"}".utf8))
        }
        return OutboundHistoryBatch(
            id: "s/l/0-1", operations: operations,
            position: HistoryPosition(storeIdentifier: "s", lineage: "l", sequence: 1), transactions: 1)
    }

    @Test func aBatchIsPostedAsLinesUnderItsIdentifier() async throws {
        let seen = Mutex<LoopbackServer.Request?>(nil)
        let server = try LoopbackServer { request in
            seen.withLock { $0 = request }
            return .init(body: Data("{\"refused\":[{\"id\":\"s/l/1/1\",\"message\":\"no\"}]}".utf8))
        }
        defer { server.stop() }
        let sink = HTTPSink(url: server.url, headers: { ["Authorization": "Bearer t"] })
        let refusals = try await sink.acknowledge(Self.batch(2))
        #expect(refusals == [OperationRefusal(id: "s/l/1/1", message: "no")])
        let request = try #require(seen.withLock { $0 })
        #expect(request.headers["idempotency-key"] == "s/l/0-1")
        #expect(request.headers["content-type"] == "application/x-ndjson")
        #expect(request.headers["authorization"] == "Bearer t")
        #expect(request.body == Self.batch(2).lines)
    }

    @Test(arguments: [
        (401, SinkError.Code.unauthorised), (403, .unauthorised), (413, .payloadTooLarge), (408, .transient),
        (429, .transient), (500, .transient), (503, .transient), (400, .permanent), (415, .permanent),
        (422, .permanent),
        (404, .misdirected), (405, .misdirected), (410, .misdirected),
    ])
    func theStatusTellsTheClassOfTheFailure(_ status: Int, _ code: SinkError.Code) async throws {
        let server = try LoopbackServer { _ in .init(status: status, headers: ["Retry-After": "7"]) }
        defer { server.stop() }
        let error = await #expect(throws: SinkError.self) {
            _ = try await HTTPSink(url: server.url).acknowledge(Self.batch(1))
        }
        #expect(error?.code == code)
        #expect(error?.retryAfter == .seconds(7))
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func aRedirectionIsNotFollowed(_ status: Int) async throws {
        let arrived = Mutex(0)
        let other = try LoopbackServer { _ in
            arrived.withLock { $0 += 1 }
            return .init()
        }
        defer { other.stop() }
        let place = other.url.absoluteString
        let server = try LoopbackServer { _ in .init(status: status, headers: ["Location": place]) }
        defer { server.stop() }
        let error = await #expect(throws: SinkError.self) {
            _ = try await HTTPSink(url: server.url, headers: { ["Authorization": "Bearer t"] })
                .acknowledge(Self.batch(1))
        }
        #expect(error?.code == .transient)
        #expect(error?.message.contains(place) ?? false)
        #expect(arrived.withLock { $0 } == 0)
    }

    @Test func refusalsAreReadWhateverStandsBeforeThem() async throws {
        let body = Mutex("\n {\"refused\":[{\"id\":\"s/l/1/0\",\"message\":\"no\"}]}")
        let server = try LoopbackServer { _ in .init(body: Data(body.withLock { $0 }.utf8)) }
        defer { server.stop() }
        let sink = HTTPSink(url: server.url)
        #expect(try await sink.acknowledge(Self.batch(1)).map(\.id) == ["s/l/1/0"])
        body.withLock { $0 = "{\"refused\":[{\"id\":\"another\",\"message\":\"no\"}]}" }
        let error = await #expect(throws: SinkError.self) { _ = try await sink.acknowledge(Self.batch(1)) }
        #expect(error?.code == .transient)
    }

    @Test func whatAServerAsksForIsWaitedForUpToADay() {
        let policy = DrainPolicy()
        for text in ["9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            #expect(policy.delay(afterFailures: 1, retryAfter: HTTPSink.delay(text)) == .seconds(86_400))
        }
        #expect(policy.delay(afterFailures: 1, retryAfter: HTTPSink.delay("90")) == .seconds(90))
    }

    @Test func aServerThatIsNotThereIsAPassingFailure() async throws {
        let server = try LoopbackServer { _ in .init() }
        let url = server.url
        server.stop()
        let error = await #expect(throws: SinkError.self) {
            _ = try await HTTPSink(url: url).acknowledge(Self.batch(1))
        }
        #expect(error?.code == .transient)
    }

    #if Gzip
    private static let compressions: [HTTPSink.Compression] = [.none, .gzip(minimumSize: 0)]
    #else
    private static let compressions: [HTTPSink.Compression] = [.none]
    #endif

    @Test(arguments: Backend.allCases, compressions) func aStoreDrainsToAServerThatIsOftenOutOfOrder(
        _ backend: Backend, _ compression: HTTPSink.Compression
    ) async throws {
        struct Head: Decodable {
            var id: String
            var op: OutboundOperation.Kind
            var entity: String
            var key: Int64
        }
        let shared = Mutex((state: Receiver.State(), calls: 0))
        let server = try LoopbackServer { request in
            shared.withLock { shared in
                shared.calls += 1
                if shared.calls % 3 == 0 { return .init(status: 503, headers: ["Retry-After": "0"]) }
                for line in request.body.split(separator: UInt8(ascii: "\n")) {
                    guard let head = try? JSONDecoder().decode(Head.self, from: line) else { return .init(status: 400) }
                    Receiver.apply(
                        OutboundOperation(
                            id: head.id, kind: head.op, entity: head.entity, key: head.key, line: Data(line)),
                        &shared.state)
                }
                // Applied, and then the answer is an error: the batch comes again.
                return .init(status: shared.calls % 4 == 0 ? 500 : 200)
            }
        }
        defer { server.stop() }
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var garden = RandomGarden(seed: printedSeed("HTTP on \(backend)"), container)
        for _ in 0..<20 { try garden.save() }
        var options = StoreHistorySource.Options()
        options.transactions = 4
        let source = try StoreHistorySource(container, options: options)
        var policy = DrainPolicy()
        policy.firstDelay = .milliseconds(1)
        policy.longestDelay = .milliseconds(2)
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: MemoryCheckpointStore(),
            sink: HTTPSink(url: server.url, compression: compression), policy: policy)
        await coordinator.start()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        let state = shared.withLock { $0.state }
        #expect(state.rows.compact == (try source.currentRows()))
        #expect(state.forged.isEmpty)
    }
}

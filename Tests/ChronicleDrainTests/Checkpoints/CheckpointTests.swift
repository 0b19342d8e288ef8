import Foundation
import Testing

@testable import ChronicleDrain

@Suite struct CheckpointTests {
    private static let position = HistoryPosition(storeIdentifier: "s", lineage: "l", sequence: 7)

    private static var full: DrainCheckpoint {
        var checkpoint = DrainCheckpoint()
        let operation = OutboundOperation(
            id: "s/l/7/0", kind: .upsert, entity: "Bed", key: 3,
            line: Data(#"{"id":"s/l/7/0","op":"upsert","entity":"Bed","key":3,"values":{}}"#.utf8))
        checkpoint.position = position
        checkpoint.inFlight = OutboundHistoryBatch(
            id: "b", operations: [operation], position: position, transactions: 2)
        checkpoint.snapshot = DrainSnapshot(id: "snapshot-1", position: position)
        checkpoint.parked = [
            ParkedOperation(operation: operation, refusal: "no", parkedAt: Date(timeIntervalSinceReferenceDate: 5.5))
        ]
        return checkpoint
    }

    @Test func aCheckpointReadsBackWhole() throws {
        let read = try DrainCheckpoint(encoded: try Self.full.encoded())
        #expect(read == Self.full)
        #expect(read.inFlight?.operations.first?.line == Self.full.inFlight?.operations.first?.line)
    }

    @Test func noPartOfACheckpointPassesForAWholeOne() throws {
        let data = try Self.full.encoded()
        for length in 0..<data.count {
            #expect { try DrainCheckpoint(encoded: data.prefix(length)) } throws: {
                ($0 as? DrainError)?.code == .checkpointUnreadable
            }
        }
    }

    @Test func aFileIsReplacedWholeAndBelongsToOneOwner() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "checkpoint")
        let (one, two) = (FileCheckpointStore(url: url), FileCheckpointStore(url: url))
        let (first, second) = (DrainOwner(), DrainOwner())
        #expect(try one.load() == nil)
        #expect(try one.claim(by: first) == nil)
        #expect(try two.claim(by: second) == first.text)
        #expect { try two.save(Self.full, by: second) } throws: { ($0 as? DrainError)?.code == .leaseLost }
        try one.save(Self.full, by: first)
        #expect(try two.load() == Self.full)
        one.release(by: first)
        #expect(try two.claim(by: second) == nil)
    }

    @Test(arguments: Backend.allCases) func theStoreKeepsTheCheckpointOfAnOwnerThatHasEndedForTheNext(
        _ backend: Backend
    ) throws {
        let place = try Place(backend, Bed.self)
        let store = try StoreCheckpointStore(place.open(), consumer: "c")
        let (first, second) = (DrainOwner(), DrainOwner())
        #expect(try store.load() == nil)
        #expect(try store.claim(by: first) == nil)
        try store.save(Self.full, by: first)
        #expect(try store.claim(by: second) == first.text)
        first.end()
        #expect(try store.claim(by: second) == nil)
        #expect(try store.load() == Self.full)
        #expect { try store.save(Self.full, by: first) } throws: { ($0 as? DrainError)?.code == .leaseLost }
    }

    /// H03
    @Test(arguments: Backend.allCases, ["", "garbage!!"]) func anUnreadableCheckpointLeadsToASnapshot(
        _ backend: Backend, _ contents: String
    ) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 0..<4 { try context.add(Bed("bed \(number)")) }
        let url = place.directory.appending(path: "checkpoint")
        try Data(contents.utf8).write(to: url)
        let receiver = Receiver()
        let source = try StoreHistorySource(container)
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: FileCheckpointStore(url: url), sink: receiver)
        await coordinator.start()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        #expect(receiver.state.rows.compact == (try source.currentRows()))
        #expect(receiver.state.order.allSatisfy { $0.contains("/snapshot-") })
    }
}

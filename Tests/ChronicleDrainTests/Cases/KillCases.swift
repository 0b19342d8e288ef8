import ChronicleDrain
import Dispatch
import Foundation
import Synchronization
import Testing

/// Processes that drain into a file and are killed over and over: at named points, and at random times in between.
@Suite struct KillCases {
    /// H29
    @Test(arguments: Backend.persistent) func whateverIsKilledEachOperationTakesEffectOnceAndInOrder(
        _ backend: Backend
    ) async throws {
        let kills = Int(ProcessInfo.processInfo.environment["CHRONICLE_KILLS"] ?? "") ?? 25
        let seed = printedSeed("kills on \(backend)")
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var garden = RandomGarden(seed: seed, container)
        let output = place.directory.appending(path: "out.jsonl").path
        let (kind, path) = (backend.rawValue, place.path)
        for _ in 0..<12 { try garden.save() }
        for kill in 0..<kills {
            for _ in 0..<6 { try garden.save() }
            // Every other kill falls on the next of the points, and the rest at any time, with batches of another size.
            let point = kill % 2 == 0 ? kill / 2 % KillPoint.named.count : -1 - garden.generator.number(30_000)
            let size = 1 + garden.generator.number(4)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    kind = kind as String, path = path as String, output = output as String, point = point as Int,
                    size = size as Int
                ] in
                let point = point < 0 ? KillPoint.afterMicroseconds(-point) : KillPoint.named[point]
                try await drain(kind, path, output, killedAt: point, transactions: size)
            }
        }
        await #expect(processExitsWith: .success) {
            [kind = kind as String, path = path as String, output = output as String] in
            try await drain(kind, path, output, killedAt: nil, transactions: 7)
        }
        let state = try Self.replayed(output)
        #expect(state.forged.isEmpty)
        #expect(state.rows.compact == (try StoreHistorySource(container).currentRows()))
        let order = state.order.map { $0.split(separator: "/").suffix(2).compactMap { Int($0) } }
        #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
    }

    /// What a receiver makes of the file's lines.
    private static func replayed(_ path: String) throws -> Receiver.State {
        struct Head: Decodable {
            var id: String
            var op: OutboundOperation.Kind
            var entity: String
            var key: Int64
        }
        var state = Receiver.State()
        for line in try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")) {
            let head = try JSONDecoder().decode(Head.self, from: line)
            Receiver.apply(
                OutboundOperation(id: head.id, kind: head.op, entity: head.entity, key: head.key, line: Data(line)),
                &state)
        }
        return state
    }
}

/// Where a process is killed.
enum KillPoint: Equatable, Sendable {
    case beforeRead, afterRead, beforeSend, afterSend, beforeCheckpoint, afterCheckpoint, inCheckpointAfterSend
    /// Whatever the process does then, also inside of a store's commit or of a file's write.
    case afterMicroseconds(Int)

    static let named: [KillPoint] = [
        .beforeRead, .afterRead, .beforeSend, .afterSend, .beforeCheckpoint, .afterCheckpoint, .inCheckpointAfterSend,
    ]
}

/// Kills the process when a point is reached for the second time, so that there is something behind it.
private final class Killer: Sendable {
    let point: KillPoint?
    private let count = Atomic(0)

    init(_ point: KillPoint?) {
        self.point = point
        guard case .afterMicroseconds(let time) = point else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(time)) { kill(getpid(), SIGKILL) }
    }

    func reached(_ here: KillPoint) {
        guard here == point else { return }
        if count.add(1, ordering: .relaxed).newValue == 2 { kill(getpid(), SIGKILL) }
    }
}

private struct KilledSource: HistoryBatchSource {
    let base: StoreHistorySource
    let killer: Killer

    func nextBatch(after position: HistoryPosition?, asLines: Bool) throws -> OutboundHistoryBatch? {
        killer.reached(.beforeRead)
        defer { killer.reached(.afterRead) }
        return try base.nextBatch(after: position, asLines: asLines)
    }
    func currentPosition() throws -> HistoryPosition { try base.currentPosition() }
    func timestamp(after position: HistoryPosition?) throws -> Date? { try base.timestamp(after: position) }
    func page(of snapshot: DrainSnapshot, asLines: Bool) throws -> (batch: OutboundHistoryBatch, next: DrainSnapshot?) {
        try base.page(of: snapshot, asLines: asLines)
    }
}

private struct KilledSink: RemoteSink {
    let base: FileSink
    let killer: Killer

    func acknowledge(_ batch: OutboundHistoryBatch) throws -> [OperationRefusal] {
        killer.reached(.beforeSend)
        let refusals = try base.acknowledge(batch)
        killer.reached(.afterSend)
        return refusals
    }
}

private struct KilledCheckpoints: CheckpointStore {
    let base: StoreCheckpointStore
    let killer: Killer

    func claim(by owner: DrainOwner) throws -> String? { try base.claim(by: owner) }
    func release(by owner: DrainOwner) throws { try base.release(by: owner) }
    func load() throws -> DrainCheckpoint? { try base.load() }
    func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
        killer.reached(.beforeCheckpoint)
        if checkpoint.inFlight == nil { killer.reached(.inCheckpointAfterSend) }
        try base.save(checkpoint, by: owner)
        killer.reached(.afterCheckpoint)
    }
}

private func drain(
    _ kind: String, _ path: String, _ output: String, killedAt point: KillPoint?, transactions: Int
) async throws {
    let backend = try #require(Backend(rawValue: kind))
    let container = try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: path)])
    let killer = Killer(point)
    var options = StoreHistorySource.Options()
    options.transactions = transactions
    let source = try StoreHistorySource(container, options: options)
    let coordinator = HistoryDrainCoordinator(
        source: KilledSource(base: source, killer: killer),
        checkpoints: KilledCheckpoints(
            base: try StoreCheckpointStore(container, consumer: "uploader"), killer: killer),
        sink: KilledSink(base: FileSink(url: URL(filePath: output)), killer: killer))
    await coordinator.start()
    await coordinator.waitUntilIdle(at: try source.currentPosition())
    // A point that is only passed at the end, or has not come twice, comes here.
    if let point {
        await coordinator.stop()
        killer.reached(point)
        killer.reached(point)
    }
    await coordinator.stop()
}

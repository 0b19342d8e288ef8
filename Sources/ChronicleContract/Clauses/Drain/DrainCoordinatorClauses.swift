import ChronicleDrain
import Foundation
import Synchronization

/// A checkpoint store that fails when it is told to, as one does whose process ends there.
private final class BreakingCheckpoints: CheckpointStore {
    private let base: any CheckpointStore
    private let failures = Mutex(false)

    init(_ base: any CheckpointStore) { self.base = base }

    func breakDown() { failures.withLock { $0 = true } }

    func claim(by owner: DrainOwner) async throws -> String? { try await base.claim(by: owner) }
    func release(by owner: DrainOwner) async throws { try await base.release(by: owner) }
    func load() async throws -> DrainCheckpoint? { try await base.load() }
    func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) async throws {
        if failures.withLock({ $0 }) { throw DrainError(.checkpointUnavailable, "The process has ended.") }
        try await base.save(checkpoint, by: owner)
    }
}

/// A receiver after whose answer something happens.
private struct SinkWithAftermath: RemoteSink {
    let base: DrainReceiver
    let aftermath: @Sendable () -> Void
    var needsLines: Bool { base.needsLines }

    func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        defer { aftermath() }
        return base.acknowledge(batch)
    }
}

extension HistoryDrainCoordinator {
    /// Waits for a state. A clause that waits for one that never comes fails by its deadline.
    fileprivate func wait(for condition: @Sendable (DrainStatus) -> Bool) async {
        for await status in statuses() where condition(status) { return }
    }

    /// Runs until it is idle, and stops.
    fileprivate func run() async {
        start()
        await wait { $0.state == .idle }
        await stop()
    }
}

extension DrainClauses {
    /// A coordinator over the store.
    static let coordinators: [ContractClause] = [
        ContractClause(
            "DRN-021", "A coordinator brings all there is to the receiver and ends at the current position.",
            requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("a"), Plot("b"))
            try ModelContext(container).add(Plant("leek"))
            let (source, receiver) = (try probe.source(container), DrainReceiver())
            let coordinator = HistoryDrainCoordinator(
                source: source, checkpoints: MemoryCheckpointStore(), sink: receiver)
            await coordinator.run()
            try probe.expectRows(of: try container.store(probe), in: receiver, "the rows of the receiver")
            probe.expectEqual(await coordinator.status.position, try source.currentPosition(), "the position")
        },
        ContractClause(
            "DRN-022", "Each commit reaches a receiver by itself.", requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let receiver = DrainReceiver()
            let coordinator = HistoryDrainCoordinator(
                source: try probe.source(container), checkpoints: MemoryCheckpointStore(), sink: receiver)
            let bridge = HistoryWakeBridge(store: try container.store(probe), coordinator: coordinator)
            await coordinator.start()
            await coordinator.wait { $0.state == .idle }
            for number in 1...3 {
                try context.add(Plot("\(number)"))
                if receiver.arrival.wait(until: { receiver.state.order.count >= number }) { continue }
                probe.expect(false, "commit \(number) did not arrive within 5 seconds")
                break
            }
            bridge.stop()
            await coordinator.stop()
        },
        ContractClause(
            "DRN-023",
            "What was sent and not written down as acknowledged comes again with the same identifiers and bytes, whatever "
                + "has happened to its rows.", requires: [.history, .consumers], cases: ["H29"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a", area: 1)
            try context.add(plot, Plot("b"))
            let receiver = DrainReceiver(needsLines: true)
            let source = try probe.source(container) { $0.folds = false }
            let checkpoints = try StoreCheckpointStore(container, consumer: "uploader")
            let breaking = BreakingCheckpoints(checkpoints)
            let first = HistoryDrainCoordinator(
                source: source, checkpoints: breaking,
                sink: SinkWithAftermath(base: receiver) { breaking.breakDown() })
            await first.start()
            await first.wait { $0.failures > 0 }
            await first.stop()
            plot.area = 2
            try context.save()
            let sent = receiver.state.order
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            probe.expectEqual(receiver.state.forged, [], "the identifiers that came again with other bytes")
            probe.expectEqual(Array(receiver.state.order.prefix(sent.count)), sent, "the operations sent first")
            probe.expectEqual(receiver.state.order.count, sent.count + 1, "the operations in all")
            probe.expectEqual(receiver.state.arrivals, 3, "the batches that arrived, the first of them twice")
        },
        ContractClause(
            "DRN-024",
            "A coordinator whose place was deleted brings a snapshot, after which the receiver holds the stored rows.",
            requires: [.history], cases: ["H02"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let gone = Plot("gone")
            try context.add(gone, Plot("kept", area: 1))
            let (source, receiver) = (try probe.source(container), DrainReceiver())
            let checkpoints = MemoryCheckpointStore()
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            context.delete(gone)
            try context.save()
            try context.add(Plot("new"))
            try context.purge()
            try context.add(Plot("later"))
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            try probe.expectRows(of: try container.store(probe), in: receiver, "the rows of the receiver")
        },
        ContractClause(
            "DRN-025",
            "A coordinator that is ahead of the store, as after the return of an older copy, brings a snapshot.",
            requires: [.history], cases: ["H03"]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("a"), Plot("b"))
            let (source, receiver) = (try probe.source(container), DrainReceiver())
            let checkpoints = MemoryCheckpointStore()
            let owner = DrainOwner()
            _ = checkpoints.claim(by: owner)
            var checkpoint = DrainCheckpoint()
            checkpoint.position = try source.currentPosition()
            checkpoint.position?.sequence += 10
            try checkpoints.save(checkpoint, by: owner)
            checkpoints.release(by: owner)
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            try probe.expectRows(of: try container.store(probe), in: receiver, "the rows of the receiver")
        },
        ContractClause(
            "DRN-026", "A name belongs to one coordinator at a time, and to the next one when that has stopped.",
            requires: [.history, .consumers], cases: ["H30"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("a"))
            let source = try probe.source(container)
            let checkpoints = try StoreCheckpointStore(container, consumer: "uploader")
            let (one, two) = (DrainReceiver(), DrainReceiver())
            let first = HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: one)
            var policy = DrainPolicy()
            policy.leaseDelay = .milliseconds(1)
            let second = HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: two, policy: policy)
            await first.start()
            await first.wait { $0.state == .idle || $0.failures > 0 }
            let failures = await first.status.failures
            probe.expectEqual(failures, 0, "the failures of the one that has the name")
            if failures > 0 { return await first.stop() }
            await second.start()
            await second.wait { status in
                if case .waitingForLease = status.state { true } else { status.state == .idle }
            }
            probe.expect(await second.status.state != .idle, "a second coordinator works under a name that is taken")
            await first.stop()
            try context.add(Plot("b"))
            await second.requestDrain()
            await second.wait { $0.state == .idle }
            await second.stop()
            probe.expectEqual(one.state.order.count, 1, "the operations that the first one sent")
            probe.expectEqual(two.state.order.count, 1, "the operations that the second one sent")
        },
        ContractClause(
            "DRN-027", "A consumer that was given up is told so, and begins with a snapshot.",
            requires: [.history, .consumers], cases: ["H01"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let registry = try probe.require(
                try container.store(probe) as? any HistoryConsumerRegistry, "the conformance to HistoryConsumerRegistry"
            )
            try context.add(Plot("a"))
            let (source, receiver) = (try probe.source(container), DrainReceiver())
            let checkpoints = try StoreCheckpointStore(container, consumer: "uploader")
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            try context.add(Plot("b"))
            let outcome = try HistoryRetention(count: 0, deadConsumerAge: 10).apply(
                to: registry, now: Date(timeIntervalSinceNow: 60))
            probe.expectEqual(outcome.expired, ["uploader"], "the consumers that were given up")
            probe.expectEqual(try context.history().count, 0, "the transactions left by the retention")
            do {
                _ = try checkpoints.load()
                probe.expect(false, "the checkpoint of a consumer that was given up can be read")
            } catch let error as DrainError {
                probe.expectEqual(error.code, .consumerExpired, "the error's code")
            }
            await HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver).run()
            try probe.expectRows(of: try container.store(probe), in: receiver, "the rows of the receiver")
            probe.expectEqual(
                try registry.historyConsumers().map(\.isExpired), [false], "whether the consumer is given up still")
        },
    ]
}

@testable import ChronicleDrain
import Foundation
import Synchronization
import Testing

@Suite struct CoordinatorTests {
    /// A store with a context, and a coordinator that drains it into a receiver.
    struct Rig {
        let place: Place
        let container: ModelContainer
        let source: StoreHistorySource
        let coordinator: HistoryDrainCoordinator

        init(
            _ backend: Backend, _ sink: any RemoteSink, options: StoreHistorySource.Options = .init(),
            clock: any DrainClock = SystemDrainClock(), checkpoints: (any CheckpointStore)? = nil
        ) throws {
            place = try Place(backend, Bed.self)
            container = try place.open()
            source = try StoreHistorySource(container, options: options)
            coordinator = HistoryDrainCoordinator(
                source: source, checkpoints: try checkpoints ?? StoreCheckpointStore(container, consumer: "uploader"),
                sink: sink, clock: clock)
        }
    }

    @Test(arguments: Backend.allCases) func everythingArrivesOnceAndInOrder(_ backend: Backend) async throws {
        let receiver = Receiver()
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        for number in 0..<5 { try context.add(Bed("bed \(number)")) }
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        let bridge = HistoryWakeBridge(store: rig.source.store, coordinator: rig.coordinator)
        context.insert(Plant("leek"))
        try context.add(Bed("later"))
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        bridge.stop()
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
        #expect(receiver.state.forged.isEmpty)
        #expect(receiver.state.order.count == 7)
        #expect(await rig.coordinator.status.state == .stopped)
        // Checkpoints are no changes, and wake nobody.
        #expect(try context.history().count == 6)
    }

    /// H28
    @Test(arguments: Backend.allCases) func whatIsRefusedForGoodIsParkedAndTheRestFlows(_ backend: Backend) async throws
    {
        let refuses = Mutex(true)
        let receiver = Receiver(judge: { batch in
            guard refuses.withLock({ $0 }) else { return [] }
            return batch.operations.filter { String(decoding: $0.line, as: UTF8.self).contains("bad") }
                .map { OperationRefusal(id: $0.id, message: "no such plot") }
        })
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        let bad = Bed("bad")
        try context.add(Bed("A"), bad, Bed("C"))
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        bad.moisture = 9
        try context.save()
        await rig.coordinator.requestDrain()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(receiver.state.rows["Bed"]?.count == 2)
        let parked = try await rig.coordinator.parked()
        #expect(parked.map(\.refusal) == ["no such plot", nil])
        await rig.coordinator.stop()
        #expect(try await rig.coordinator.parked() == parked)

        refuses.withLock { $0 = false }
        await rig.coordinator.start()
        await rig.coordinator.retryParked()
        await wait(for: rig.coordinator, "empty of parked operations") { $0.state == .idle && $0.parked == 0 }
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
    }

    @Test(arguments: Backend.allCases) func whatIsDroppedMakesWayForWhatWaitsBehindIt(_ backend: Backend) async throws {
        let receiver = Receiver(judge: { batch in
            batch.operations.filter { String(decoding: $0.line, as: UTF8.self).contains("bad") }
                .map { OperationRefusal(id: $0.id, message: "no") }
        })
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        let bed = Bed("bad")
        try context.add(bed)
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        bed.name = "good"
        try context.save()
        await rig.coordinator.requestDrain()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(receiver.state.rows.compact.isEmpty)
        await rig.coordinator.dropParked()
        await wait(for: rig.coordinator, "empty of parked operations") { $0.state == .idle && $0.parked == 0 }
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
    }

    @Test(arguments: Backend.allCases) func aPassingFailureIsTriedAgainWithGrowingWaits(_ backend: Backend) async throws
    {
        let failures = Mutex(3)
        let receiver = Receiver(judge: { _ in
            let left = failures.withLock { count in
                defer { count -= 1 }
                return count
            }
            if left > 0 {
                throw SinkError(.transient, "busy", retryAfter: left == 1 ? .seconds(500) : nil)
            }
            return []
        })
        let clock = TestClock()
        let rig = try Rig(backend, receiver, clock: clock)
        try ModelContext(rig.container).add(Bed("bed"))
        await rig.coordinator.start()
        let waits = [await clock.pass(), await clock.pass(), await clock.pass()]
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(waits[0] <= .seconds(1))
        #expect(waits[1] <= .seconds(2))
        #expect(waits[2] == .seconds(500))
        #expect(receiver.state.forged.isEmpty)
        #expect(receiver.state.rows["Bed"]?.count == 1)
        #expect(await rig.coordinator.status.parked == 0)
        await rig.coordinator.stop()
    }

    @Test(arguments: Backend.allCases) func withoutASignInNothingIsParkedAndNothingIsSent(_ backend: Backend)
        async throws
    {
        let isSignedIn = Mutex(false)
        let receiver = Receiver(judge: { _ in
            if isSignedIn.withLock({ $0 }) { return [] }
            throw SinkError(.unauthorised, "sign in")
        })
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        try context.add(Bed("one"))
        await rig.coordinator.start()
        await wait(for: rig.coordinator, "waiting for a sign-in") { $0.state == .unauthorised("sign in") }
        try context.add(Bed("two"))
        await rig.coordinator.requestDrain()
        #expect(receiver.state.sendings == 1)
        isSignedIn.withLock { $0 = true }
        await rig.coordinator.resume()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 2)
    }

    @Test(arguments: Backend.allCases) func whereNothingTakesBatchesNothingIsParkedAndItIsTriedAgainLater(
        _ backend: Backend
    ) async throws {
        let isThere = Mutex(false)
        let receiver = Receiver(judge: { _ in
            if isThere.withLock({ $0 }) { return [] }
            throw SinkError(.misdirected, "nobody here")
        })
        let clock = TestClock()
        let rig = try Rig(backend, receiver, clock: clock)
        try ModelContext(rig.container).add(Bed("one"), Bed("two"))
        await rig.coordinator.start()
        await wait(for: rig.coordinator, "misdirected") { $0.state == .misdirected("nobody here") }
        // No half of it was tried, and nothing before the long wait is over.
        await rig.coordinator.requestDrain()
        #expect(await clock.pass() == DrainPolicy().longestDelay)
        await wait(for: rig.coordinator, "misdirected again") { $0.failures == 2 }
        #expect(receiver.state.sendings == 2)
        isThere.withLock { $0 = true }
        await rig.coordinator.resume()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(await rig.coordinator.status.parked == 0)
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 2)
    }

    @Test(arguments: Backend.allCases) func aBatchThatIsTooLargeComesInParts(_ backend: Backend) async throws {
        let receiver = Receiver(judge: { batch in
            if batch.operations.count > 3 { throw SinkError(.payloadTooLarge, "too large") }
            return []
        })
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        for number in 0..<20 { context.insert(Bed("bed \(number)")) }
        try context.save()
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
        #expect(Set(receiver.state.batches).count == receiver.state.batches.count)
    }

    /// H30
    @Test(arguments: Backend.allCases) func aStartDuringAStopIsNotLost(_ backend: Backend) async throws {
        let rounds = Int(ProcessInfo.processInfo.environment["CHRONICLE_ROUNDS"] ?? "") ?? 40
        let busy = Mutex((now: 0, most: 0))
        let receiver = Receiver(judge: { _ in
            busy.withLock { busy in
                busy.now += 1
                busy.most = max(busy.most, busy.now)
            }
            await Task.yield()
            busy.withLock { $0.now -= 1 }
            return []
        })
        let rig = try Rig(backend, receiver)
        let context = ModelContext(rig.container)
        await rig.coordinator.start()
        for number in 0..<rounds {
            try context.add(Bed("before \(number)"))
            await rig.coordinator.requestDrain()
            let coordinator = rig.coordinator
            async let stopped: Void = coordinator.stop()
            await rig.coordinator.start()
            try context.add(Bed("after \(number)"))
            await rig.coordinator.requestDrain()
            await stopped
            // Which of the two came last is not told; another start makes it certain.
            await rig.coordinator.start()
        }
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 2 * rounds)
        #expect(busy.withLock { $0.most } == 1)
        #expect(receiver.state.forged.isEmpty)
    }

    @Test(arguments: Backend.allCases) func whatWasAcknowledgedDuringAStopIsInTheCheckpoint(_ backend: Backend)
        async throws
    {
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let receiver = Receiver(judge: { _ in
            arrival.yield()
            // Not a cancellable wait: the answer is on its way whatever happens here.
            await Task.detached { for await _ in released { break } }.value
            return []
        })
        let rig = try Rig(backend, receiver)
        try ModelContext(rig.container).add(Bed("bed"))
        await rig.coordinator.start()
        for await _ in arrived { break }
        let coordinator = rig.coordinator
        async let stopped: Void = coordinator.stop()
        release.yield()
        await stopped
        let checkpoint = try StoreCheckpointStore(rig.container, consumer: "uploader").load()
        #expect(checkpoint?.position == (try rig.source.currentPosition()))
        #expect(checkpoint?.inFlight == nil)
    }

    @Test(arguments: Backend.allCases) func aNameBelongsToOneCoordinatorAtATime(_ backend: Backend) async throws {
        let first = Receiver()
        let rig = try Rig(backend, first)
        await rig.coordinator.start()
        await wait(for: rig.coordinator, "idle") { $0.state == .idle }
        let second = Receiver()
        let clock = TestClock()
        let other = HistoryDrainCoordinator(
            source: rig.source, checkpoints: try StoreCheckpointStore(rig.container, consumer: "uploader"),
            sink: second,
            clock: clock)
        await other.start()
        await wait(for: other, "waiting for the lease") { if case .waitingForLease = $0.state { true } else { false } }
        try ModelContext(rig.container).add(Bed("bed"))
        await rig.coordinator.requestDrain()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(second.state.sendings == 0)
        await rig.coordinator.stop()
        await clock.pass()
        await other.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(second.state.sendings == 0)
        await other.stop()
    }
}

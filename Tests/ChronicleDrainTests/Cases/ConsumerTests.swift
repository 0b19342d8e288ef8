import ChronicleDrain
import ChronicleStore
import Foundation
import Testing

@Suite struct ConsumerTests {
    private func registry(_ container: ModelContainer) throws -> any DataStore & HistoryConsumerRegistry {
        try #require(try StoreHistorySource(container).store as? any DataStore & HistoryConsumerRegistry)
    }

    private func register(
        _ name: String, at sequence: Int64, _ seconds: Double, in registry: any HistoryConsumerRegistry
    )
        throws
    {
        try registry.changeConsumer(named: name) { stored in
            stored = HistoryConsumer(
                name: name, sequence: sequence, updatedAt: Date(timeIntervalSinceReferenceDate: seconds))
        }
    }

    /// H02
    @Test(arguments: Backend.allCases) func aPurgeStopsAtTheSlowestConsumer(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        var container = try place.open()
        let context = ModelContext(container)
        for number in 1...40 { try context.add(Bed("bed \(number)")) }
        var store = try registry(container)
        try register("uploader", at: 5, 0, in: store)
        try register("badge", at: 40, 0, in: store)
        #expect(try store.deleteHistory(HistoryRequest()) == 5)
        #expect(try store.oldestPosition().sequence == 5)
        if backend != .memory {
            try container.close()
            container = try place.open()
            store = try registry(container)
        }
        #expect(try store.historyConsumers().map(\.name) == ["badge", "uploader"])
        #expect(try store.historyConsumers().map(\.sequence) == [40, 5])
        #expect(try store.deleteHistory(HistoryRequest()) == 0)
        var forced = HistoryRequest()
        forced.overridesConsumers = true
        #expect(try store.deleteHistory(forced) == 35)
    }

    @Test(arguments: Backend.allCases) func aConsumerChangesInOneStepOrNotAtAll(_ backend: Backend) throws {
        struct Refusal: Error {}
        let place = try Place(backend, Bed.self)
        let store = try registry(place.open())
        try register("a", at: 1, 2.5, in: store)
        #expect(throws: Refusal.self) {
            try store.changeConsumer(named: "a") { stored in
                stored?.sequence = 9
                throw Refusal()
            }
        }
        var consumer = try #require(try store.historyConsumers().first)
        #expect(consumer.sequence == 1)
        #expect(consumer.updatedAt == Date(timeIntervalSinceReferenceDate: 2.5))
        consumer.state = Data([0, 1, 255])
        consumer.owner = "o"
        consumer.ownedUntil = Date(timeIntervalSinceReferenceDate: 7)
        consumer.isExpired = true
        let changed = consumer
        try store.changeConsumer(named: "a") { $0 = changed }
        #expect(try store.historyConsumers() == [changed])
        try store.changeConsumer(named: "a") { $0 = nil }
        #expect(try store.historyConsumers().isEmpty)
        #expect(try store.currentPosition().sequence == 0)
    }

    @Test(arguments: Backend.allCases) func retentionDeletesInStepsAndGivesUpWhoNeverComesBack(_ backend: Backend)
        throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 1...20 {
            context.now = { Date(timeIntervalSinceReferenceDate: Double(number)) }
            try context.add(Bed("bed \(number)"))
        }
        let store = try registry(container)
        try register("dead", at: 3, 0, in: store)
        try register("alive", at: 12, 95, in: store)
        var retention = HistoryRetention(age: 90)
        retention.step = 4
        let now = Date(timeIntervalSinceReferenceDate: 100)
        #expect(try retention.apply(to: store, now: now) == .init(deleted: 3))
        retention.deadConsumerAge = 50
        retention.count = 5
        #expect(try retention.apply(to: store, now: now) == .init(deleted: 9, expired: ["dead"]))
        #expect(try store.oldestPosition().sequence == 12)
        #expect(try store.historyConsumers().first { $0.name == "dead" }?.isExpired == true)
    }

    @Test(arguments: Backend.allCases) func aConsumerThatWasGivenUpComesBackWithASnapshot(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("bed"))
        let store = try registry(container)
        try register("uploader", at: 0, 0, in: store)
        _ = try HistoryRetention(deadConsumerAge: 1).apply(to: store)
        let receiver = Receiver()
        let coordinator = HistoryDrainCoordinator(
            source: try StoreHistorySource(container),
            checkpoints: try StoreCheckpointStore(container, consumer: "uploader"), sink: receiver)
        await coordinator.start()
        await wait(for: coordinator, "idle") { $0.state == .idle }
        await coordinator.stop()
        #expect(receiver.state.order.first?.contains("/snapshot-") == true)
        #expect(try store.historyConsumers().map(\.isExpired) == [false])
    }
}

import Chronicle
import ChronicleContract
import ChronicleMemory
import ChronicleStore
import Foundation
import Synchronization
import Testing

private final class Pebble: PersistentModel {
    let backingData = BackingData()
    @Attribute var number: Int = 0

    init() {}
    init(_ number: Int) { self.number = number }
}

/// What faults do to a store and to what stands above it.
@Suite struct FaultInjectingStoreTests {
    private func context(_ faults: FaultInjection) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Pebble.self, configurations: .inMemory.injectingFaults(faults)))
    }

    private func code(_ work: () throws -> Void) -> StoreError.Code? {
        do {
            try work()
            return nil
        } catch { return (error as? StoreError)?.code }
    }

    @Test func withoutAPlanNothingFailsAndOperationsAreCounted() throws {
        let faults = FaultInjection()
        let context = try context(faults)
        context.insert(Pebble(1))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Pebble>()).count == 1)
        #expect(try context.fetchCount(FetchDescriptor<Pebble>()) == 1)
        #expect(faults.injected.isEmpty)
        #expect(faults.count(of: .open) == 1 && faults.count(of: .allocateKeys) == 1)
        #expect(faults.count(of: .saveBeforeCommit) == 1 && faults.count(of: .saveAfterCommit) == 1)
        #expect(faults.count(of: .fetch) == 1 && faults.count(of: .row) == 1 && faults.count(of: .count) == 1)
    }

    @Test func theNamedOperationFailsAndNoOther() throws {
        let faults = FaultInjection(.failing(.saveBeforeCommit, at: 2, with: .diskFull))
        let context = try context(faults)
        for number in 1...3 {
            context.insert(Pebble(number))
            #expect(code { try context.save() } == (number == 2 ? .diskFull : nil))
        }
        #expect(faults.injected.map(\.point) == [.saveBeforeCommit] && faults.injected.map(\.number) == [2])
        let reader = ModelContext(context.container)
        #expect(try reader.fetch(FetchDescriptor<Pebble>()).map(\.number) == [1, 2, 3])
    }

    @Test func aLastingFaultLastsUntilThePlanIsChanged() throws {
        let faults = FaultInjection(.failing(.fetch, at: 2, lasts: true))
        let context = try context(faults)
        #expect(code { _ = try context.fetch(FetchDescriptor<Pebble>()) } == nil)
        for _ in 0..<3 { #expect(code { _ = try context.fetch(FetchDescriptor<Pebble>()) } == .inputOutput) }
        faults.plan = FaultPlan()
        #expect(code { _ = try context.fetch(FetchDescriptor<Pebble>()) } == nil)
    }

    @Test func aSaveThatFailsAfterItsCommitIsInTheStore() throws {
        let faults = FaultInjection(.failing(.saveAfterCommit))
        let context = try context(faults)
        context.insert(Pebble(1))
        #expect(code { try context.save() } == .inputOutput)
        #expect(context.hasChanges)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Pebble>()) == 1)
    }

    @Test func aFetchCanFailAtAnyRow() throws {
        let faults = FaultInjection()
        let context = try context(faults)
        for number in 0..<5 { context.insert(Pebble(number)) }
        try context.save()
        for number in 1...5 {
            faults.plan = .failing(.row, at: number)
            #expect(code { _ = try context.fetch(FetchDescriptor<Pebble>()) } == .inputOutput)
            #expect(faults.count(of: .row) == number)
        }
        #expect(try context.fetch(FetchDescriptor<Pebble>()).count == 5)
    }

    @Test func aggregatesAndExplanationsAreThoseOfTheStoreBehind() throws {
        let faults = FaultInjection()
        let context = try context(faults)
        for number in 0..<4 { context.insert(Pebble(number)) }
        try context.save()
        #expect(try context.sum(\Pebble.number) == 6)
        #expect(faults.count(of: .aggregate) == 1 && faults.count(of: .row) == 0)
        let first = try #require(try context.fetchIdentifiers(FetchDescriptor<Pebble>()).first)
        let descriptor = FetchDescriptor<Pebble>(predicate: #Predicate { $0.persistentModelID == first })
        let before = faults.count(of: .fetch)
        #expect(try context.explain(descriptor).access == .keys)
        #expect(faults.count(of: .fetch) == before + 1)
        #expect(try context.explain(descriptor, measuring: false).figures == nil)
        #expect(faults.count(of: .fetch) == before + 1)
        faults.plan = .failing(.aggregate)
        #expect(code { _ = try context.sum(\Pebble.number) } == .inputOutput)
        #expect(try context.sum(\Pebble.number) == 6)
    }

    @Test func historyAndOpeningCanFail() throws {
        let faults = FaultInjection()
        let context = try context(faults)
        context.insert(Pebble(1))
        try context.save()
        let all = HistoryDescriptor<DefaultHistoryTransaction>()
        faults.plan = .failing(.history)
        #expect(code { _ = try context.fetchHistory(all) } == .inputOutput)
        #expect(try context.fetchHistory(all).count == 1)
        faults.plan = .failing(.deleteHistory)
        #expect(code { try context.deleteHistory(all) } == .inputOutput)
        #expect(try context.fetchHistory(all).count == 1)
        faults.plan = .failing(.open, with: .locked)
        #expect(code { _ = try self.context(faults) } == .locked)
        #expect(code { _ = try self.context(faults) } == nil)
    }

    @Test func theSameSeedFailsTheSameOperations() throws {
        func run(_ seed: UInt64) throws -> [FaultInjection.Injected] {
            let faults = FaultInjection(.random(seed: seed, oneIn: 3, at: [.saveBeforeCommit, .fetch, .count]))
            let context = try context(faults)
            for number in 0..<30 {
                context.insert(Pebble(number))
                _ = code { try context.save() }
                _ = code { _ = try context.fetch(FetchDescriptor<Pebble>()) }
                _ = code { _ = try context.fetchCount(FetchDescriptor<Pebble>()) }
            }
            return faults.injected
        }
        let seed = UInt64.random(in: 1...9_999_999)
        let first = try run(seed)
        #expect(!first.isEmpty, "seed \(seed)")
        #expect(try run(seed) == first, "seed \(seed)")
        #expect(try run(seed + 1) != first, "seed \(seed)")
    }

    @Test func signalsAreDroppedRepeatedAndDelayed() throws {
        let store = MemoryStore(schema: try Schema([Pebble.self]))
        var plan = FaultPlan()
        plan.signals = [1: .dropped, 2: .repeated(2), 3: .delayed(.milliseconds(5))]
        let faults = FaultInjection(plan)
        let front = FaultInjectingStore(store, faults)
        let arrived = DispatchSemaphore(value: 0)
        let observation = front.observeCommits { arrived.signal() }
        func commit() throws {
            var batch = InsertBatch(entity: 0)
            batch.keys = Array(try front.allocateKeys(1))
            batch.values = [.integer(1)]
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.inserts = [batch]
            _ = try front.save(request)
        }
        func arrivals(_ count: Int) -> Bool {
            (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 10) == .success }
        }
        try commit()
        try commit()
        #expect(arrivals(3), "one signal is dropped, the next one comes three times")
        try commit()
        #expect(arrivals(1), "the third is late, and comes")
        try commit()
        #expect(arrivals(1), "the fourth comes as it is")
        #expect(faults.signalCount == 4)
        withExtendedLifetime(observation) {}
    }

    @Test func aStoreWithoutHistorySaysSo() throws {
        let store = MemoryStore(schema: try Schema([Pebble.self]))
        let front = FaultInjectingStore(Forgetful(store), FaultInjection())
        #expect {
            try front.fetchHistory(HistoryRequest())
        } throws: {
            ($0 as? HistoryError)?.code == .unsupportedFeature
        }
        #expect(front.identifier == store.identifier && front.schema === store.schema)
    }
}

/// A store that hides the history of another.
private final class Forgetful: DataStore {
    let base: MemoryStore
    init(_ base: MemoryStore) { self.base = base }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws { try base.fetch(request, body) }
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try base.fetch(entity: entity, keys: keys, body)
    }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation { base.observeCommits(handler) }
    func close() throws { try base.close() }
}

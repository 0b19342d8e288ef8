import ChronicleHistory
import ChronicleMemory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization
import Testing

@Suite struct MemoryStoreTests {
    @Test func historyExpiresAndNeverSkips() throws {
        let trips = Trips()
        for key in Int64(1)...5 { try trips.save([trips.trip(key, "\(key)")]) }
        let store = trips.store
        let start = try store.oldestPosition()
        #expect(try store.fetchHistory(.init(after: start, limit: 2)).map(\.sequence) == [1, 2])
        #expect(try store.deleteHistory(.init(through: 2)) == 2)
        #expect(throws: HistoryError.self) { try store.fetchHistory(.init(after: start)) }
        let oldest = try store.oldestPosition()
        #expect(oldest.sequence == 2)
        #expect(try store.fetchHistory(.init(after: oldest)).map(\.sequence) == [3, 4, 5])
        #expect(try store.deleteHistory(.init(authors: ["nobody"])) == 0)
        #expect(try store.deleteHistory(.init()) == 3)
        try trips.save([trips.trip(6, "6")])
        #expect(try store.currentPosition().sequence == 6)
    }

    @Test func positionsOfOtherStoresAndOfTheFutureAreRefused() throws {
        let trips = Trips()
        var position = try trips.store.currentPosition()
        position.sequence = 1
        #expect { try trips.store.fetchHistory(.init(after: position)) } throws: {
            ($0 as? HistoryError)?.code == .tokenAhead
        }
        let foreign = try Trips().store.currentPosition()
        #expect { try trips.store.fetchHistory(.init(after: foreign)) } throws: {
            ($0 as? HistoryError)?.code == .foreignToken
        }
    }

    @Test func aNamedStoreIsSharedWhileItIsOpen() throws {
        let first = try MemoryStore(name: "shared by test", schema: Items.schema)
        let second = try MemoryStore(name: "shared by test", schema: Items.schema)
        #expect(first.identifier == second.identifier)
        #expect(try !first.allocateKeys(3).overlaps(second.allocateKeys(3)))
        #expect(throws: StoreError.self) { try MemoryStore(name: "shared by test", schema: Trips().store.schema) }
        try first.close()
        try first.close()
        #expect { try first.count(.init(entity: 0)) } throws: { ($0 as? StoreError)?.code == .closed }
        try second.close()
        #expect(try MemoryStore(name: "shared by test", schema: Items.schema).identifier != second.identifier)
    }

    @Test func everyCommitIsFollowedByACall() throws {
        let trips = Trips()
        let calls = Mutex(0)
        let observation = trips.store.observeCommits { calls.withLock { $0 += 1 } }
        try trips.save([trips.trip(1, "a")])
        #expect(calls.withLock { $0 } == 1)
        withExtendedLifetime(observation) {}
    }

    @Test func failedSavesLeaveRowsAndIndexesAsTheyWere() throws {
        var generator = SeededGenerator.printed("rollback")
        let trips = Trips()
        try trips.save((1...60).map { trips.trip($0, "code \($0)", "name \($0)") })
        let before = try trips.store.fetchKeys(.init(entity: 0, order: [.init(.column(.init(entity: 0), 0))]))
        for round in Int64(0)..<40 {
            let victim = Int64.random(in: 1...60, using: &generator)
            #expect(throws: StoreError.self) {
                try trips.save(
                    [trips.trip(1000 + round, "new \(round)")],
                    updates: [
                        .init(row: .init(entity: 0, key: victim), values: [(0, .text("changed")), (1, .null)]),
                        .init(row: .init(entity: 0, key: 9999), values: [(0, .text("x"))]),
                    ])
            }
        }
        #expect(try trips.store.fetchKeys(.init(entity: 0, order: [.init(.column(.init(entity: 0), 0))])) == before)
        for key in Int64(1)...60 {
            let same = Query.Condition.compare(.column(.init(entity: 0), 1), .equal, .literal(.text("name \(key)")))
            #expect(try trips.store.fetchKeys(.init(entity: 0, condition: same)) == [key])
        }
    }

    @Test func aURLNamesTheStore() throws {
        #expect(try StoreScheme.memory.configuration("memory:").name == "memory")
        #expect(try StoreScheme.memory.configuration("memory:cache").location == "memory:cache")
    }
}

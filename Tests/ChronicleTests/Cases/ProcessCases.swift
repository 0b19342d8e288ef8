import Chronicle
import Foundation
import Observation
import Synchronization
import Testing

/// Second processes are exit tests: real processes that run this program anew.
@Suite struct ProcessCases {
    /// H24
    @Test(arguments: Backend.persistent) func twoProcessesCountWithoutLosingASave(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let rounds = Int(ProcessInfo.processInfo.environment["CHRONICLE_ROUNDS"] ?? "") ?? 60
        try ModelContext(place.open()).add(Bed("own 1"), Bed("own 2"), Bed("shared"))
        let (kind, path) = (backend.rawValue, place.path)
        async let other: ExitTest.Result? = #expect(processExitsWith: .success) {
            [kind = kind as String, path = path as String, rounds = rounds as Int] in
            try count("own 2", kind, path, rounds)
        }
        try count("own 1", kind, path, rounds)
        _ = await other
        let beds = try ModelContext(place.open()).all(Bed.self)
        #expect(beds.first { $0.name == "own 1" }?.moisture == rounds)
        #expect(beds.first { $0.name == "own 2" }?.moisture == rounds)
        #expect((beds.first { $0.name == "shared" }?.moisture ?? 0) >= rounds)
    }

    /// H20, H22 and H09's merging, from a second process
    @Test(arguments: Backend.persistent) func whatAnotherProcessSavesReachesHeldModels(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try context.add(Bed("Bed 1"), Bed("Bed 4", moisture: 20))
        let beds = try context.all(Bed.self)
        beds[1].note = "unsaved"
        let fired = Mutex(false)
        withObservationTracking {
            _ = beds[1].moisture
        } onChange: {
            fired.withLock { $0 = true }
        }
        let (kind, path) = (backend.rawValue, place.path)
        await #expect(processExitsWith: .success) { [kind = kind as String, path = path as String] in
            let context = try open(kind, path)
            let beds = try context.all(Bed.self)
            beds[1].moisture = 35
            context.delete(beds[0])
            context.insert(Bed("Bed 5"))
            context.insert(Plant("leek", bed: beds[1]))
            try context.save()
            try context.add(Bed("Bed 4", moisture: 36))
        }
        context.processPendingChanges()
        #expect(fired.withLock { $0 })
        #expect(beds[1].moisture == 36)
        #expect(beds[1].note == "unsaved")
        #expect(beds[0].isDeleted)
        #expect(beds[1].plants.map(\.label) == ["leek"])
        #expect(try context.all(Bed.self).map(\.name) == ["Bed 4", "Bed 5"])
        try context.save()
        #expect(try context.history().count == 4)
    }

    @Test(arguments: Backend.persistent) func aKilledSaveLeavesTheLastCommittedState(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let kills = Int(ProcessInfo.processInfo.environment["CHRONICLE_KILLS"] ?? "") ?? 4
        try place.open().close()
        let (kind, path) = (backend.rawValue, place.path)
        for round in 0..<kills {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [kind = kind as String, path = path as String, round = round as Int] in
                let context = try open(kind, path)
                Thread.detachNewThread {
                    usleep(UInt32.random(in: 1_000...60_000))
                    kill(getpid(), SIGKILL)
                }
                for number in 0... {
                    for part in 0..<5 { context.insert(Bed("\(round).\(number).\(part)")) }
                    try context.save()
                }
            }
            let context = ModelContext(try place.open())
            let beds = try context.fetchCount(FetchDescriptor<Bed>())
            let transactions = try context.history()
            #expect(beds % 5 == 0)
            #expect(transactions.map(\.changes.count).reduce(0, +) == beds)
            #expect(zip(transactions, transactions.dropFirst()).allSatisfy { $0.token < $1.token })
        }
    }
}

private func open(_ kind: String, _ path: String) throws -> ModelContext {
    let backend = try #require(Backend(rawValue: kind))
    return ModelContext(try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: path)]))
}

private func count(_ name: String, _ kind: String, _ path: String, _ rounds: Int) throws {
    let context = try open(kind, path)
    for _ in 0..<rounds {
        let own = try #require(try context.all(Bed.self, #Predicate { $0.name == name }).first)
        let shared = try #require(try context.all(Bed.self, #Predicate { $0.name == "shared" }).first)
        own.moisture += 1
        shared.moisture += 1
        try context.save()
    }
}

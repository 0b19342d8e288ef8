import ChronicleObservers
import Foundation
import Testing

@Suite @MainActor struct HistoryObserverTests {
    @Test(arguments: Backend.allCases) func itRingsForItsAuthorsAndModels(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let observer = try HistoryObserver(
            observedModels: [Bed.self], authors: ["App", "Widget"], modelContainer: container)
        let all = try HistoryObserver(modelContainer: container)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.eventCounter) }
        try await eventually("the first call") { calls.all == [0] }
        try context.add(Bed("nobody's"))
        context.author = "Server"
        try context.add(Bed("server's"))
        context.author = "App"
        try context.add(Plant("other model"))
        try await eventually("the ring of the other") { all.eventCounter > 0 }
        try context.add(Bed("match"))
        try await eventually("the ring") { calls.all == [0, 1] }
        context.author = "Widget"
        try context.add(Bed("match too"))
        try await eventually("the second ring") { calls.all == [0, 1, 2] }
        await settle()
        #expect(observer.eventCounter == 2)
        #expect(observer.unwatchedStores.isEmpty && observer.failure == nil)
        #expect(observer.authors == ["App", "Widget"] && observer.modelContainer == container)
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func nothingBetweenCaptureAndTheFirstWaitIsLost(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("before"))
        let observer = try HistoryObserver(modelContainer: container)
        try context.add(Bed("after"))
        try await eventually("the ring") { observer.eventCounter == 1 }
        var events = observer.events.makeAsyncIterator()
        #expect(await events.next() == 1)
        var others = observer.events.makeAsyncIterator()
        #expect(await others.next() == 1)
        try context.add(Bed("later"))
        #expect(await events.next() == 2)
        #expect(await others.next() == 2)
        // What was saved before is not told.
        let late = try HistoryObserver(modelContainer: container)
        await settle()
        #expect(late.eventCounter == 0)
    }

    @Test(arguments: Backend.allCases) func itStartsFromGivenTokens(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("a"))
        let tokens = try context.currentHistoryTokens()
        let caughtUp = try HistoryObserver(historyTokens: tokens, modelContainer: container)
        try context.add(Bed("b"))
        let behind = try HistoryObserver(historyTokens: tokens, modelContainer: container)
        try await eventually("the backlog") { behind.eventCounter == 1 && caughtUp.eventCounter == 1 }
        let token = try #require(tokens.values.first)
        #expect(throws: HistoryError.self) {
            try HistoryObserver(historyTokens: ["elsewhere": token], modelContainer: container)
        }
        var all = HistoryDescriptor<DefaultHistoryTransaction>()
        all.fetchLimit = 2
        try context.deleteHistory(all)
        #expect { try HistoryObserver(historyTokens: tokens, modelContainer: container) } throws: {
            ($0 as? HistoryError)?.code == .historyTokenExpired
        }
    }

    @Test(arguments: Backend.allCases) func itHearsOfEveryStore(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        var (beds, chores) = (
            backend.configuration(at: place.path + "-b"), backend.configuration(at: place.path + "-c")
        )
        (beds.name, chores.name) = ("beds", "chores")
        chores.entities = ["Chore"]
        let container = try ModelContainer(for: [Bed.self, Chore.self], configurations: [beds, chores])
        let context = ModelContext(container)
        let all = try HistoryObserver(modelContainer: container)
        let one = try HistoryObserver(observedModels: [Chore.self], modelContainer: container)
        try context.add(Bed("a"))
        try await eventually("the first store") { all.eventCounter == 1 }
        try context.add(Chore(1))
        try await eventually("the second store") { all.eventCounter == 2 && one.eventCounter == 1 }
    }

    @Test(arguments: Backend.allCases) func aBurstRingsFewTimes(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let observer = try HistoryObserver(modelContainer: container)
        for number in 0..<100 { try context.add(Bed("\(number)")) }
        try await eventually("the ring") { observer.eventCounter > 0 }
        await settle()
        #expect(observer.eventCounter <= 3)
    }

    @Test(arguments: Backend.allCases) func releaseLeavesNothingBehind(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var observer: HistoryObserver? = try HistoryObserver(modelContainer: container)
        weak let gone = observer
        let reader = Task { [events = try #require(observer).events] in
            var count = 0
            for await _ in events { count += 1 }
            return count
        }
        try ModelContext(container).add(Bed("a"))
        try await eventually("the ring") { observer?.eventCounter == 1 }
        await settle()
        observer = nil
        // The loop keeps its observer.
        #expect(gone != nil)
        reader.cancel()
        #expect(await reader.value == 1)
        try await eventually("the observer's end") { gone == nil }
        let cancelled = Task { [events = try HistoryObserver(modelContainer: container).events] in
            for await _ in events {}
            return true
        }
        cancelled.cancel()
        #expect(await cancelled.value)
    }

    @Desk @Test(arguments: Backend.allCases) func theCounterChangesOnItsIsolation(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let observer = try HistoryObserver(modelContainer: container)
        let fired = Log<Bool>()
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: {
            Desk.shared.assertIsolated()
            fired.add(true)
        }
        try await Task.detached { try ModelContext(container).add(Bed("a")) }.value
        try await eventually("the ring") { fired.count == 1 }
    }

    @Test(arguments: Backend.allCases) func modelsAndStoresMustBeTheContainers(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        #expect(throws: ChronicleError.self) {
            try HistoryObserver(observedModels: [Chore.self], modelContainer: container)
        }
    }
}

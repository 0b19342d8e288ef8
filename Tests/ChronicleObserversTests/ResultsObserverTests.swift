import ChronicleObservers
import Foundation
import Testing

/// What the documentation and articles on the observers promise, on every store.
@Suite @MainActor struct ResultsObserverTests {
    @Test(arguments: Backend.allCases) func aMatchingInsertionReachesTheClosure(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { $0.moisture > 3 }, sortBy: [SortDescriptor(\.name)], modelContext: context)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.count == 1 }
        context.insert(Bed("b", moisture: 5))
        context.insert(Bed("a", moisture: 5))
        context.insert(Bed("no", moisture: 1))
        try await eventually("the insertion") { calls.all.last == ["a", "b"] }
        try context.save()
        await settle()
        #expect(calls.all == [[], ["a", "b"]])
        token.cancel()
    }

    /// Swift would judge the row as the context has it.
    @Test(arguments: Backend.allCases) func aStoredRowThatAnEditReplacesFailsNoObserver(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("zero", moisture: 0)
        try context.add(bed)
        bed.moisture = 5
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { 60 / $0.moisture > 10 }, modelContext: context)
        #expect(observer.results.map(\.name) == ["zero"])
        #expect(observer.refreshError == nil)
    }

    @Test(arguments: Backend.allCases) func anUpdateChangesMembershipAndADeletionClears(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let (wet, dry) = (Bed("wet", moisture: 5), Bed("dry", moisture: 1))
        try context.add(wet, dry)
        let observer = try ResultsObserver<Bed, Never>(filterBy: #Predicate { $0.moisture > 3 }, modelContext: context)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.all == [["wet"]] }
        dry.moisture = 4
        try await eventually("the row in") { calls.all.last == ["wet", "dry"] }
        wet.moisture = 0
        try await eventually("the row out") { calls.all.last == ["dry"] }
        context.delete(dry)
        try await eventually("the deletion") { calls.all.last == [] }
        context.rollback()
        try await eventually("the rollback") { calls.all.last == ["wet"] }
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func aSecondContextIsFollowed(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.moisture)], modelContainer: container)
        #expect(observer.modelContext.container == container)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.count == 1 }
        let importer = Task.detached {
            let context = ModelContext(container)
            try context.add(Bed("b", moisture: 2), Bed("a", moisture: 1))
            let bed = try #require(try context.all(Bed.self).first)
            bed.moisture = 0
            try context.save()
            context.delete(bed)
            try context.save()
        }
        try await importer.value
        try await eventually("the last save") { calls.all.last == ["a"] }
        #expect(observer.results.first?.moisture == 1)
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func aBurstOfSavesIsOneCall(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let other = ModelContext(container)
        let observer = try ResultsObserver<Bed, Never>(modelContext: context)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.count) }
        try await eventually("the first call") { calls.count == 1 }
        for number in 0..<50 { try other.add(Bed("\(number)")) }
        for number in 50..<100 { try context.add(Bed("\(number)")) }
        try await eventually("the second call") { calls.all.last == 100 }
        await settle()
        #expect(calls.all == [0, 100])
        #expect(observer.refreshes.passes <= 2)
        #expect(observer.refreshes.refetches == 0)
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func whatDoesNotMatchWakesNobody(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let other = ModelContext(container)
        let bed = Bed("a", moisture: 1)
        try context.add(bed)
        let observer = try ResultsObserver<Bed, Never>(filterBy: #Predicate { $0.moisture > 3 }, modelContext: context)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.count) }
        try await eventually("the first call") { calls.count == 1 }
        try other.add(Plant("p"))
        try other.add(Bed("b", moisture: 2))
        bed.note = "n"
        try context.save()
        await settle()
        #expect(calls.all == [0])
        bed.moisture = 4
        try await eventually("the match") { calls.all == [0, 1] }
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func releaseEndsReactions(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        var observer: ResultsObserver<Bed, Never>? = try ResultsObserver(modelContext: context)
        weak let gone = observer
        let calls = Log<Int>()
        var token: ObservationTracking.Token? = withContinuousObservation(options: [.didSet]) { [weak observer] _ in
            if let observer { calls.add(observer.results.count) }
        }
        try await eventually("the first call") { calls.count == 1 }
        try context.add(Bed("a"))
        try await eventually("the second call") { calls.count == 2 }
        let results = observer?.results
        observer = nil
        #expect(gone == nil)
        #expect(context.feed == nil)
        try context.add(Bed("b"))
        await settle()
        #expect(calls.all == [0, 1])
        #expect(results?.count == 1)
        token = nil
        _ = token == nil
    }

    @Test(arguments: Backend.allCases) func filterAndOrderCanBeSet(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try context.add(Bed("a", moisture: 1), Bed("b", moisture: 2), Bed("c", moisture: 3))
        let observer = try ResultsObserver<Bed, Never>(modelContext: context)
        let updates = observer.updates
        observer.sortBy = [SortDescriptor(\.moisture, order: .reverse)]
        #expect(observer.results.map(\.name) == ["c", "b", "a"])
        observer.filterBy = #Predicate { $0.moisture > 1 }
        #expect(observer.results.map(\.name) == ["c", "b"])
        #expect(observer.fetchDescriptor.sortBy.count == 1)
        try context.add(Bed("d", moisture: 9))
        #expect(observer.results.map(\.name) == ["d", "c", "b"])
        var iterator = updates.makeAsyncIterator()
        let change = try #require(await iterator.next(isolation: #isolation))
        #expect(change.before.map(\.name) == ["a", "b", "c"])
        #expect(change.after.map(\.name) == ["d", "c", "b"])
        #expect(change.removedElements.map(\.name) == ["a"] && change.insertedElements.map(\.name) == ["d"])
        // A filter that no store can answer is told, and the results go on.
        observer.filterBy = #Predicate { $0.plants.first == nil }
        #expect(observer.refreshError is ChronicleError)
        #expect(observer.results.map(\.name) == ["d", "c", "b"])
        observer.filterBy = nil
        #expect(observer.refreshError == nil)
        #expect(observer.results.count == 4)
    }

    @Test(arguments: Backend.allCases) func updatesComeWithoutObservation(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let bed = Bed("a", moisture: 1)
        try context.add(bed)
        var observer: ResultsObserver<Bed, Never>? = try ResultsObserver(modelContext: context)
        let updates = try #require(observer).updates
        let reader = Task {
            var seen: [String] = []
            for await change in updates {
                seen.append("-\(change.removed) +\(change.inserted) ~\(change.updatedElements.map(\.moisture))")
                if seen.count == 2 { bed.moisture = 3 }
            }
            return seen
        }
        bed.moisture = 2
        await settle()
        try ModelContext(container).add(Bed("b"))
        await settle()
        await settle()
        observer = nil
        reader.cancel()
        #expect(await reader.value == ["-[] +[] ~[2]", "-[] +[1] ~[]", "-[] +[] ~[3]"])
    }

    /// An actor that owns its observer, with a context made on it.
    @Test(arguments: Backend.allCases) func anActorHasItsOwn(_ backend: Backend) async throws {
        actor Keeper {
            private var observer: ResultsObserver<Bed, Never>?
            private var token: ObservationTracking.Token?
            let counts = Log<Int>()

            func start(_ container: ModelContainer) throws {
                observer = try ResultsObserver(modelContainer: container)
                token = withContinuousObservation(options: [.didSet]) { _ in
                    self.assertIsolated()
                    self.counts.add(self.observer?.results.count ?? -1)
                }
            }

            func stop() { token = nil }
        }
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var keeper: Keeper? = Keeper()
        weak let gone = keeper
        let counts = try #require(keeper).counts
        try await keeper?.start(container)
        try await eventually("the first call") { counts.all == [0] }
        try ModelContext(container).add(Bed("a"))
        try await eventually("the second call") { counts.all == [0, 1] }
        await keeper?.stop()
        keeper = nil
        try await eventually("the end of the actor") { gone == nil }
    }

    @Test(arguments: Backend.allCases) func aWriteThatLandsDuringTheFirstFetchIsNotLost(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let faults = FaultyStore.Switch()
        let container = try ModelContainer(
            for: [Bed.self], configurations: [FaultyStore.configuration(backend.configuration(at: place.path), faults)])
        try ModelContext(container).add(Bed("a"))
        let context = ModelContext(container)
        faults.afterNextFetch { try? ModelContext(container, isolation: nil).add(Bed("b")) }
        let observer = try ResultsObserver<Bed, Never>(modelContext: context)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.count) }
        try await eventually("both") { calls.all.last == 2 }
        token.cancel()
    }

    /// A process is not woken by its own writes twice.
    @Test(arguments: Backend.allCases) func oneSaveIsOnePass(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let observer = try ResultsObserver<Bed, Never>(modelContext: context)
        let history = try HistoryObserver(modelContainer: container)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.count) }
        try await eventually("the first call") { calls.count == 1 }
        for number in 1...20 {
            try other.add(Bed("\(number)"))
            try await eventually("the pass") { calls.count == number + 1 }
            // The signal of the commit has been dealt with once history has rung.
            try await eventually("the ring") { history.eventCounter == number }
        }
        await settle()
        #expect(observer.refreshes.passes == 20)
        #expect(calls.count == 21)
        token.cancel()
    }

    /// Without an actor, reading brings the results up to date, and whoever observes them is told to.
    @Test(arguments: Backend.allCases) nonisolated func withoutAnActorReadingIsCurrent(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let observer = try ResultsObserver<Bed, String?>(sectionBy: \.note, modelContext: context)
        let fired = Log<Int>()
        func watch() {
            withObservationTracking {
                _ = observer.results.count
            } onChange: {
                fired.add(1)
            }
        }
        watch()
        try context.add(Bed("a"))
        #expect(fired.count == 1)
        #expect(observer.results.count == 1)
        watch()
        try ModelContext(container).add(Bed("b", note: ""))
        #expect(fired.count == 2)
        #expect(observer.sections?.sectionTitles == [nil, ""])
        #expect(observer.debugDescription == "ResultsObserver<Bed, Optional<String>>(results: 2, sections: 2)")
    }
}

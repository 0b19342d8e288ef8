import Chronicle
import ChronicleObservers
import Foundation
import Testing

/// Only those whom a commit concerns are woken, and nothing is lost by it.
@Suite @MainActor struct WakingTests {
    /// A context with one observer of its own.
    private struct Watcher {
        let observer: ResultsObserver<Bed, Never>
        var context: ModelContext { observer.modelContext }
        /// Whether news waits for the context's next use.
        var isAsleep: Bool { context.inbox.gate.hasNews }

        @MainActor init(_ container: ModelContainer, _ target: Int) throws {
            observer = try ResultsObserver(
                filterBy: #Predicate { $0.target == target }, modelContext: ModelContext(container))
        }
    }

    @Test(arguments: Backend.allCases) func aContextThatACommitDoesNotConcernSleeps(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let watchers = try (0..<20).map { try Watcher(container, $0) }
        let context = ModelContext(container)
        let calls = Log<[String]>()
        let observed = watchers[7].observer
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observed.results.map(\.name)) }
        try await eventually("the first call") { calls.count == 1 }
        let bed = Bed("a")
        bed.target = 7
        try context.add(bed)
        try await eventually("the insertion") { calls.all.last == ["a"] }
        await settle()
        #expect(watchers.filter(\.isAsleep).count == 19)
        #expect(watchers.allSatisfy { $0.observer.results.count == ($0.context === watchers[7].context ? 1 : 0) })
        // Who holds the row is told of its change, and who gains it.
        bed.target = 3
        try context.save()
        try await eventually("the change") { calls.all.last == [] }
        try await eventually("the new place") { !watchers[3].isAsleep }
        #expect(watchers.filter(\.isAsleep).count == 18)
        #expect(watchers[3].observer.results.map(\.name) == ["a"])
        context.delete(bed)
        try context.save()
        try await eventually("the deletion") { !watchers[3].isAsleep }
        #expect(watchers[3].observer.results.isEmpty)
        #expect(watchers.filter(\.isAsleep).count >= 18)
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func manyChangesAtOnceAreJudgedToo(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (one, other) = (try Watcher(container, 1), try Watcher(container, 2))
        let context = ModelContext(container)
        for number in 0..<200 {
            let bed = Bed("\(number)")
            bed.target = number == 150 ? 1 : 0
            context.insert(bed)
        }
        try context.save()
        try await eventually("the match") { !one.isAsleep }
        await settle()
        #expect(other.isAsleep)
        #expect(one.observer.results.map(\.name) == ["150"] && other.observer.results.isEmpty)
    }

    @Test(arguments: Backend.allCases) func aHeldModelIsBroughtUpToDateByItself(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        try other.add(Bed("a", moisture: 1), Bed("b", moisture: 1))
        let held = try #require(try context.all(Bed.self).first)
        let seen = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in seen.add(held.moisture) }
        try await eventually("the first call") { seen.all == [1] }
        try #require(try other.all(Bed.self).first).moisture = 2
        try other.save()
        try await eventually("the change") { seen.all == [1, 2] }
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func anObservedRelationshipIsBroughtUpToDateByItself(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        try other.add(Bed("a"), Bed("b"))
        let bed = try #require(try context.all(Bed.self).first)
        let seen = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in seen.add(bed.plants.map(\.label)) }
        try await eventually("the first call") { seen.all == [[]] }
        let theirs = try other.all(Bed.self)
        let plant = Plant("fern", bed: theirs[0])
        try other.add(plant)
        try await eventually("the member") { seen.all.last == ["fern"] }
        plant.label = "moss"
        try other.save()
        try await eventually("the member's value") { seen.all.last == ["moss"] }
        plant.bed = theirs[1]
        try other.save()
        try await eventually("the member gone") { seen.all.last == [] }
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func manyObserversOfHistoryAreToldByOneReading(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let faults = FaultyStore.Switch()
        let container = try ModelContainer(
            for: [Bed.self], configurations: [FaultyStore.configuration(backend.configuration(at: place.path), faults)])
        let observers = try (0..<50).map { number in
            try HistoryObserver(authors: ["author \(number)"], modelContainer: container)
        }
        let all = try HistoryObserver(modelContainer: container)
        let context = ModelContext(container)
        context.author = "author 7"
        try context.add(Bed("a"))
        try await eventually("the rings") { all.eventCounter == 1 && observers[7].eventCounter == 1 }
        let before = faults.reads
        try context.add(Bed("b"))
        try await eventually("the next rings") { all.eventCounter == 2 && observers[7].eventCounter == 2 }
        #expect(faults.reads - before < 20)
        await settle()
        #expect(observers.map(\.eventCounter).reduce(0, +) == 2)
    }

    /// News that nobody looks at does not pile up.
    @Test func aSleeperIsWokenWhenMuchNewsWaits() async throws {
        let place = try Place(.memory, Bed.self)
        let container = try place.open()
        let watcher = try Watcher(container, -1)
        let context = ModelContext(container)
        for number in 0..<300 { try context.add(Bed("\(number)")) }
        try await eventually("the waking") { !watcher.isAsleep }
        #expect(watcher.observer.refreshes.passes == 0)
    }

    /// A context that nobody can wake reads anew what it holds once it is used again.
    @Test nonisolated func newsOfAContextWithoutAnActorDoesNotPileUp() throws {
        let place = try Place(.memory, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        try other.add(Bed("kept", moisture: 0), Bed("gone"))
        let beds = try context.all(Bed.self)
        let theirs = try other.all(Bed.self)
        for number in 1...5000 {
            theirs[0].moisture = number
            try other.save()
        }
        other.delete(theirs[1])
        try other.save()
        #expect(beds[0].moisture == 5000 && beds[1].isDeleted)
    }
}

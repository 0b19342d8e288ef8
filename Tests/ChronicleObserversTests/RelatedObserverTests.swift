import ChronicleObservers
import Foundation
import Testing

/// Observers whose predicate asks about to-many relationships follow the rows at their other end.
@Suite @MainActor struct RelatedObserverTests {
    @Test(arguments: Backend.allCases) func childrenDecideMembership(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (wet, dry) = (Bed("wet", moisture: 5), Bed("dry", moisture: 1))
        try context.add(wet, dry)
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { $0.plants.contains { $0.label == "rose" } }, modelContext: context)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.all == [[]] }
        let plant = Plant("rose", bed: wet)
        context.insert(plant)
        try await eventually("the insertion") { calls.all.last == ["wet"] }
        plant.bed = dry
        try await eventually("the move") { calls.all.last == ["dry"] }
        plant.label = "tulip"
        try await eventually("the change") { calls.all.last == [] }
        plant.label = "rose"
        try context.save()
        try await eventually("the change back") { calls.all.last == ["dry"] }
        let other = ModelContext(container)
        for plant in try other.fetch(FetchDescriptor<Plant>()) { other.delete(plant) }
        try other.save()
        try await eventually("the deletion elsewhere") { calls.all.last == [] }
        token.cancel()
    }

    @Test(arguments: Backend.allCases) func linksDecideMembership(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (wet, dry, red) = (Bed("wet"), Bed("dry"), Tag("red"))
        context.insert(red)
        try context.add(wet, dry)
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { $0.tags.count > 0 }, modelContext: context)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.all == [[]] }
        wet.tags = [red]
        try await eventually("the link") { calls.all.last == ["wet"] }
        context.rollback()
        try await eventually("the rollback") { calls.all.last == [] }
        dry.tags = [red]
        try context.save()
        try await eventually("the saved link") { calls.all.last == ["dry"] }
        let other = ModelContext(container)
        for bed in try other.fetch(FetchDescriptor<Bed>()) { bed.tags = [] }
        try other.save()
        try await eventually("the link removed elsewhere") { calls.all.last == [] }
        token.cancel()
    }

    /// Three beds, and a plant in the first that the context of the observer does not hold.
    private func beds(_ place: Place) throws -> (context: ModelContext, other: ModelContext) {
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let wet = Bed("wet", moisture: 5)
        try other.add(wet, Bed("dry", moisture: 1), Bed("bare"))
        try other.add(Plant("rose", bed: wet))
        return (context, other)
    }

    @Test(arguments: Backend.allCases) func childrenThatNobodyHoldsAreFollowedByWhomTheyReferTo(_ backend: Backend)
        throws
    {
        let place = try Place(backend, Bed.self)
        let (context, other) = try beds(place)
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { $0.plants.contains { $0.label == "tulip" } }, sortBy: [SortDescriptor(\.name)],
            modelContext: context)
        let dry = try #require(try other.all(Bed.self, #Predicate { $0.name == "dry" }).first)
        let rose = try #require(try other.all(Plant.self).first)
        try other.add(Plant("tulip", bed: dry))
        #expect(observer.results.map(\.name) == ["dry"])
        rose.label = "tulip"
        try other.save()
        #expect(observer.results.map(\.name) == ["dry", "wet"])
        rose.secret = "of no interest"
        try other.save()
        #expect(observer.results.map(\.name) == ["dry", "wet"])
        #expect(observer.refreshes.refetches == 0)
        #expect(observer.refreshes.passes == 2)
    }

    @Test(arguments: Backend.allCases) func whomAChildBelongedToIsReadAgainWhereNobodyKnows(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let (context, other) = try beds(place)
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { !$0.plants.isEmpty }, modelContext: context)
        let rose = try #require(try other.all(Plant.self).first)
        #expect(observer.results.map(\.name) == ["wet"])
        rose.bed = try other.all(Bed.self, #Predicate { $0.name == "dry" }).first
        try other.save()
        #expect(observer.results.map(\.name) == ["dry"])
        #expect(observer.refreshes.refetches == 1)
        other.delete(rose)
        try other.save()
        #expect(observer.results.isEmpty)
        #expect(observer.refreshes.refetches == 2)
    }

    @Test(arguments: Backend.allCases) func whomAHeldChildBelongedToIsKnown(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let (context, other) = try beds(place)
        // The first news after a context's beginning may leave out some before it.
        try context.add(Bed("own"))
        let held = try context.all(Plant.self)
        let observer = try ResultsObserver<Bed, Never>(
            filterBy: #Predicate { $0.plants.count == 1 }, modelContext: context)
        let rose = try #require(try other.all(Plant.self).first)
        rose.bed = try other.all(Bed.self, #Predicate { $0.name == "dry" }).first
        try other.save()
        rose.bed = try other.all(Bed.self, #Predicate { $0.name == "bare" }).first
        try other.save()
        #expect(observer.results.map(\.name) == ["bare"])
        other.delete(rose)
        try other.save()
        #expect(observer.results.isEmpty)
        #expect(observer.refreshes.refetches == 0)
        withExtendedLifetime(held) {}
    }
}

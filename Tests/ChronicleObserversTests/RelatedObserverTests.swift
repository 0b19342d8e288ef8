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
}

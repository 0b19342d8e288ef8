import Chronicle
import Foundation
import Observation
import Synchronization
import Testing

@Suite struct ContextExamples {
    @Test func fetching() throws {
        let context = try someTrips()
        // docs: fetch
        let start = Date(timeIntervalSince1970: 0)
        var descriptor = FetchDescriptor<Trip>(
            predicate: #Predicate { $0.startsAt >= start && !$0.isArchived },
            sortBy: [SortDescriptor(\.startsAt, order: .reverse)])
        descriptor.fetchLimit = 2
        let trips = try context.fetch(descriptor)

        let titles = ["Oslo", "Rome"]
        let north = try context.fetchCount(
            FetchDescriptor<Trip>(
                predicate: #Predicate { titles.contains($0.title) && ($0.location?.latitude ?? 0) < 50 }))
        let dear = try context.fetch(FetchDescriptor<Expense>(predicate: #Predicate { $0.trip?.title == "Rome" }))
        // end
        #expect(trips.map(\.title) == ["Rome", "Oslo"])
        #expect(north == 2)
        #expect(dear.isEmpty)
    }

    @Test func largeResults() throws {
        let context = try someTrips()
        // docs: large
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Trip>())
        let batched = try context.fetch(FetchDescriptor<Trip>(), batchSize: 500)
        try context.enumerate(FetchDescriptor<Trip>(), batchSize: 500) { trip in
            print(trip.title)
        }
        // end
        #expect(identifiers.count == 3)
        #expect(batched.map(\.title) == ["Lisbon", "Oslo", "Rome"])
    }

    @Test func editing() throws {
        let context = try someTrips()
        // docs: edit
        guard let trip = try context.fetch(FetchDescriptor<Trip>()).first else { return }
        trip.title = "Porto"
        print(context.changedModelsArray.count)  // 1
        context.rollback()  // "Lisbon" again

        try context.transaction {
            trip.isArchived = true
            context.insert(Trip(remoteID: "trip-9", title: "Bern", startsAt: .now))
        }
        try context.delete(model: Trip.self, where: #Predicate { $0.isArchived })
        try context.save()
        // end
        #expect(trip.isDeleted)
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 3)
    }

    @Test func otherContextsSeeASave() throws {
        let context = try someTrips()
        let container = context.container
        // docs: merge
        let other = ModelContext(container)
        guard let here = try context.fetch(FetchDescriptor<Trip>()).first,
            let there = try other.model(for: here.persistentModelID, as: Trip.self)
        else { return }
        here.title = "Porto"  // unsaved
        there.isArchived = true
        try other.save()
        print(here.isArchived, here.title)  // true Porto
        // end
        #expect(here.isArchived)
        #expect(here.title == "Porto")
    }

    @Test func observing() throws {
        let context = try someTrips()
        guard let trip = try context.fetch(FetchDescriptor<Trip>()).first else { return }
        let fired = Mutex(false)
        // docs: observe
        withObservationTracking {
            print(trip.title)
        } onChange: {
            fired.withLock { $0 = true }
        }
        trip.title = "Porto"
        // end
        #expect(fired.withLock { $0 })
    }

    @Test func workingInAnActor() async throws {
        let container = try someTrips().container
        // docs: use-actor
        let importer = Importer(modelContainer: container)
        let identifier = try await importer.add("Bern")
        // end
        let context = ModelContext(container)
        #expect(try context.model(for: identifier, as: Trip.self)?.title == "Bern")
    }

    @Test func anUnsupportedPredicateIsToldBeforeAnythingIsRead() throws {
        let context = try someTrips()
        // docs: unsupported
        do {
            _ = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.title.hash == 3 }))
        } catch let error as ChronicleError where error.code == .unsupportedPredicate {
            print(error.message)
        }
        // end
    }
}

// docs: actor
actor Importer: ModelActor {
    let modelContainer: ModelContainer
    let modelExecutor: any ModelExecutor

    init(modelContainer: ModelContainer) {
        self.modelContainer = modelContainer
        modelExecutor = DefaultSerialModelExecutor(modelContainer: modelContainer)
    }

    func add(_ title: String) throws -> PersistentIdentifier {
        let trip = Trip(remoteID: title, title: title, startsAt: .now)
        modelContext.insert(trip)
        try modelContext.save()
        return trip.persistentModelID
    }
}
// end

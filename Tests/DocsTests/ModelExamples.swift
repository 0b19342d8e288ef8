import Chronicle
import Foundation
import Testing

@Suite struct ModelExamples {
    @Test func relatedModelsFollowEachOther() throws {
        let context = ModelContext(try ModelContainer(for: Trip.self))
        // docs: relate
        let trip = Trip(remoteID: "lisbon", title: "Lisbon", startsAt: .now)
        let dinner = Expense(42)
        dinner.trip = trip
        trip.people = [Person("Ada"), Person("Grace")]
        context.insert(trip)  // and with it all that it is related to
        try context.save()

        print(trip.expenses.count, trip.people.map(\.name))
        context.delete(trip)  // its expenses go with it, its people stay
        try context.save()
        // end
        #expect(try context.fetchCount(FetchDescriptor<Expense>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 2)
    }

    @Test func aSecondModelWithAUniqueValueUpdatesTheFirst() throws {
        let context = try someTrips()
        // docs: upsert
        context.insert(Trip(remoteID: "trip-0", title: "Porto", startsAt: .now))
        try context.save()
        let count = try context.fetchCount(FetchDescriptor<Trip>())  // as many as before
        // end
        #expect(count == 3)
    }

    @Test func aWrongDeclarationIsTold() {
        // docs: schema-error
        do {
            _ = try ModelContainer(for: Careless.self)
        } catch let error as SchemaError {
            print(error.code.rawValue, error.model, error.message)
        } catch {
            print(error)
        }
        // end
        #expect { try ModelContainer(for: Careless.self) } throws: {
            ($0 as? SchemaError)?.code == .opaqueAttribute && ($0 as? SchemaError)?.model == "Careless"
        }
    }

    @Test func aValueThatWasNeverSetIsAnErrorAtSave() throws {
        let context = try someTrips()
        // docs: not-set
        context.insert(Trip())
        do {
            try context.save()
        } catch let error as ChronicleError where error.code == .valueNotSet {
            print(error.message)  // names Trip.remoteID
        }
        // end
        #expect(context.hasChanges)
    }
}

final class Careless: PersistentModel {
    let backingData = BackingData()
    @Attribute(.codable, .unique) var ticket: Ticket?
    init() {}
}

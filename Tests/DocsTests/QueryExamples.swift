import Chronicle
import Foundation
import Testing

@Suite struct QueryExamples {
    @Test func related() throws {
        let context = try someTrips()
        for trip in try context.fetch(FetchDescriptor<Trip>()) {
            context.insert(Expense(trip.title == "Rome" ? 900 : 20))
        }
        // docs: related
        let dear = #Predicate<Trip> { $0.expenses.contains { $0.amount > 500 } }
        let cheap = #Predicate<Trip> { $0.expenses.allSatisfy { $0.amount < 100 } }
        let many = #Predicate<Trip> { $0.expenses.filter { $0.day == 1 }.count > 3 }
        let alone = #Predicate<Trip> { $0.people.isEmpty }
        let nested = #Predicate<Trip> { trip in
            trip.people.contains { person in person.trips.contains { $0.startsAt > trip.startsAt } }
        }
        // end
        for predicate in [dear, cheap, many, alone, nested] {
            let all = try context.fetch(FetchDescriptor<Trip>())
            let found = try context.fetch(FetchDescriptor<Trip>(predicate: predicate)).map(\.title)
            #expect(try found == all.filter { try predicate.evaluate($0) }.map(\.title))
        }
    }

    @Test func identifiers() throws {
        let context = try someTrips()
        guard let trip = try context.fetch(FetchDescriptor<Trip>()).first else { return }
        // docs: identifiers
        let identifier = trip.persistentModelID
        let expenses = try context.fetch(
            FetchDescriptor<Expense>(predicate: #Predicate { $0.trip?.persistentModelID == identifier }))
        // end
        #expect(expenses.isEmpty)
    }

    @Test func search() throws {
        let context = try someTrips()
        // docs: search
        let found = try context.fetch(
            FetchDescriptor<Trip>(
                predicate: #Predicate { $0.title.localizedStandardContains("lís") },
                sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)]))

        let same = ComparisonResult.orderedSame
        let rome = try context.fetch(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.title.caseInsensitiveCompare("ROME") == same }))
        // end
        #expect(found.map(\.title) == ["Lisbon"])
        #expect(rome.map(\.title) == ["Rome"])
    }
}

import Chronicle
import Foundation
import Testing

@Suite struct FetchingExamples {
    private func someExpenses() throws -> ModelContext {
        let context = try someTrips()
        for (index, trip) in try context.fetch(FetchDescriptor<Trip>()).enumerated() {
            trip.isArchived = index == 0
            for day in 1...3 {
                let expense = Expense(Decimal(10 * (index + 1)), day: day)
                expense.trip = trip
                context.insert(expense)
            }
        }
        try context.save()
        return context
    }

    @Test func sections() throws {
        let context = try someExpenses()
        // docs: sections
        let byStage = try context.fetchSections(
            FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startsAt)]), sectionBy: \.stage)
        for section in byStage {
            print(section.title, section.count)
            for trip in section { print("  ", trip.title) }
        }
        let path = IndexPath(indexes: [0, 1])
        let second = byStage.element(at: path)
        let place = second.flatMap { byStage.indexPath(for: $0) }  // the path again

        let byTrip = try context.fetchSections(FetchDescriptor<Expense>(), sectionBy: \.trip?.title)
        // end
        #expect(byStage.map(\.title) == [.planned] && place == path)
        #expect(byTrip.sectionTitles == ["Lisbon", "Oslo", "Rome"])
    }

    @Test func pages() throws {
        let context = try someExpenses()
        var shown: [Expense] = []
        func show(_ expenses: [Expense]) { shown += expenses }
        // docs: pages
        var descriptor = FetchDescriptor<Expense>(sortBy: [SortDescriptor(\.amount, order: .reverse)])
        descriptor.fetchLimit = 4
        var cursor: FetchCursor<Expense>?
        repeat {
            let page = try context.fetchPage(descriptor, after: cursor)
            show(page.models)
            cursor = page.next
        } while cursor != nil
        // end
        #expect(try shown == context.fetch(FetchDescriptor<Expense>(sortBy: descriptor.sortBy)))
        // docs: kept cursor
        let first = try context.fetchPage(descriptor)
        let kept = try JSONEncoder().encode(first.next)  // for a web client, or for the next start
        let place = try JSONDecoder().decode(FetchCursor<Expense>?.self, from: kept)
        // end
        #expect(place == first.next && place != nil)
    }

    @Test func shaping() throws {
        let context = ModelContext(try someExpenses().container)
        // docs: properties
        var titles = FetchDescriptor<Trip>()
        titles.propertiesToFetch = [\.title, \.startsAt]
        let trips = try context.fetch(titles)
        print(trips[0].title)
        print(trips[0].isArchived)  // loaded here, with all that was left out
        // end
        #expect(trips.count == 3 && trips[0].isArchived)
        // docs: prefetch
        var withRelatives = FetchDescriptor<Trip>()
        withRelatives.relationshipKeyPathsForPrefetching = [\.expenses, \.people]
        for trip in try context.fetch(withRelatives) {
            print(trip.title, trip.expenses.count, trip.people.count)  // asks the store nothing
        }
        var withTrips = FetchDescriptor<Expense>()
        withTrips.relationshipKeyPathsForPrefetching = [\.trip?.people]
        // end
        #expect(try context.fetch(withTrips).count == 9)
    }

    @Test func aggregates() throws {
        let context = try someExpenses()
        // docs: aggregates
        let archived = FetchDescriptor<Expense>(predicate: #Predicate { $0.trip?.title == "Rome" })
        let total = try context.sum(\.amount, of: archived)  // a Decimal, exact
        let dearest = try context.maximum(\.amount, of: archived)  // nil when there is none
        let everyDay = try context.average(\Expense.day)  // a Double

        let (number, sum, least) = try context.aggregate(archived, .count(), .sum(\.amount), .min(\.amount))
        // end
        #expect(total == 90 && dearest == 30 && everyDay == 2)
        #expect(number == 3 && sum == 90 && least == 30)
        // docs: groups
        let perDay = try context.countsByValue(\Expense.day)  // [1: 3, 2: 3, 3: 3]
        for group in try context.aggregate(
            FetchDescriptor<Expense>(), by: \.trip?.title, .count(), .sum(\.amount), .average(\.amount))
        {
            let (count, sum, mean) = group.values
            print(group.key ?? "no trip", count, sum, mean ?? 0)
        }
        // end
        #expect(perDay == [1: 3, 2: 3, 3: 3])
    }
}

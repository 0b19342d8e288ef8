import Chronicle
import ChronicleStore
import Foundation
import Testing

@Suite struct PlanExamples {
    @Test func explain() throws {
        let context = try someTrips()
        // docs: explain
        var descriptor = FetchDescriptor<Trip>(
            predicate: #Predicate { !$0.isArchived }, sortBy: [SortDescriptor(\.title)])
        descriptor.fetchLimit = 10
        print(try context.explain(descriptor))
        // end
        #expect(try context.explain(descriptor).indexes == ["\\.isArchived, \\.title"])
    }

    @Test func assert() throws {
        let context = try someTrips()
        // docs: explain in a test
        let start = Date(timeIntervalSince1970: 0)
        let plan = try context.explain(FetchDescriptor<Trip>(predicate: #Predicate { $0.startsAt > start }))
        #expect(plan.access == .index)
        #expect(plan.figures?.rowsRead == plan.figures?.rowsReturned)
        // end
    }
}

import Chronicle
import Foundation
import Testing

/// Arithmetic that fails for a row as it is stored, and no longer for the row as the context has it.
@Suite struct PendingFailureTests {
    @Test(arguments: Backend.allCases) func onlyTheContextsOwnValuesCanFail(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let (zero, other) = (Bed("zero", moisture: 0), Bed("other", moisture: 3))
        for bed in [zero, other] { context.insert(bed) }
        try context.save()
        let descriptor = FetchDescriptor<Bed>(predicate: #Predicate { 60 / $0.moisture > 10 })
        #expect(throws: StoreError.self) { try context.fetch(descriptor) }

        zero.moisture = 5
        #expect(try context.fetch(descriptor).map(\.name) == ["zero", "other"])
        #expect(try context.fetchCount(descriptor) == 2)
        context.delete(zero)
        #expect(try context.fetch(descriptor).map(\.name) == ["other"])
        #expect(try context.fetchCount(descriptor) == 1)

        other.moisture = 0
        #expect(throws: StoreError.self) { try context.fetch(descriptor) }
        // What stands before it excludes the row.
        let careful = FetchDescriptor<Bed>(predicate: #Predicate { $0.moisture != 0 && 60 / $0.moisture > 10 })
        #expect(try context.fetch(careful).isEmpty)
    }
}

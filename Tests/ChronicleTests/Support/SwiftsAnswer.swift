import Chronicle
import Foundation
import Testing

/// Expects what Swift gives over the same models, from the store alone and with unsaved changes in the way.
func expectSwiftsAnswer<T: PersistentModel>(
    _ context: ModelContext, _ predicate: Predicate<T>, count: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let models = try context.fetch(FetchDescriptor<T>())
    let right = try models.filter { try predicate.evaluate($0) }.map(\.persistentModelID)
    let got = try context.fetch(FetchDescriptor<T>(predicate: predicate)).map(\.persistentModelID)
    #expect(got == right, sourceLocation: sourceLocation)
    #expect(
        try context.fetchCount(FetchDescriptor<T>(predicate: predicate)) == right.count, sourceLocation: sourceLocation)
    if let count { #expect(right.count == count, sourceLocation: sourceLocation) }
}

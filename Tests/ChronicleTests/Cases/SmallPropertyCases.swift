import Chronicle
import Foundation
import Testing

/// Properties of one byte lie close together in an object, and must not be taken for each other.
@Suite struct SmallPropertyCases {
    final class Switches: PersistentModel {
        let backingData = BackingData()
        @Attribute var first: Bool = false
        @Attribute var second: Bool = false
        @Attribute var third: UInt8 = 0
        @Attribute var fourth: Int8 = 0
        init() {}
    }

    @Test func neighboursOfOneByteAreChangedAndAskedForOnTheirOwn() throws {
        let container = try ModelContainer(for: Switches.self)
        let context = ModelContext(container)
        let model = Switches()
        context.insert(model)
        try context.save()
        model.first = true
        try context.save()
        model.third = 7
        try context.save()
        let other = ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<Switches>(predicate: #Predicate { $0.first })).first)
        #expect((read.first, read.second, read.third, read.fourth) == (true, false, 7, 0))
        #expect(try other.fetchCount(FetchDescriptor<Switches>(predicate: #Predicate { $0.second })) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Switches>(predicate: #Predicate { $0.third == 7 })) == 1)
        let changed = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
            .compactMap {
                if case .update(let update) = $0 { update.updatedAttributeNames } else { nil }
            }
        #expect(changed == [["first"], ["third"]])
    }
}

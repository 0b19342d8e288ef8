import Chronicle
import Foundation
import Testing

struct Inner: Composite, Equatable {
    var code = ""
    var level: Int?
    static let fields = [Field("code", \Inner.code), Field("level", \Inner.level)]
}

struct Outer: Composite {
    var inner = Inner()
    var maybe: Inner?
    var status = Stage.sown
    static let fields = [
        Field("inner", \Outer.inner), Field("maybe", \Outer.maybe), Field("status", \Outer.status),
    ]
}

struct Rank: Codable, Comparable, Sendable {
    var value = 0
    static func < (a: Rank, b: Rank) -> Bool { a.value < b.value }
}

final class Everything: PersistentModel {
    let backingData = BackingData()
    @Attribute var outer: Outer = Outer()
    @Attribute var left: String = ""
    @Attribute var right: Int?
    @Attribute(.ephemeral) var draft: String = "none"
    @Attribute(.codable) var rank: Rank = Rank()
    static var uniques: [Unique<Everything>] { [Unique(\.left, \.right)] }
    static var indexes: [Index<Everything>] { [Index(\.outer.inner.code)] }
    init() {}
    init(_ left: String, _ right: Int?) {
        self.left = left
        self.right = right
    }
}

@Suite struct ModelTests {
    @Test(arguments: Backend.allCases) func nestedCompositesAreStoredAndQueried(_ backend: Backend) throws {
        let place = try Place(backend, Everything.self)
        let context = ModelContext(try place.open())
        let one = Everything("a", 1)
        one.outer.inner.code = "x"
        one.outer.maybe = Inner(code: "m", level: 4)
        one.outer.status = .cut
        try context.add(one, Everything("b", 2))
        let other = ModelContext(context.container)
        let read = try #require(try other.all(Everything.self).first)
        #expect(read.outer.inner.code == "x" && read.outer.maybe?.level == 4 && read.outer.status == .cut)
        #expect(try other.all(Everything.self).last?.outer.maybe == nil)
        #expect(try other.all(Everything.self, #Predicate { $0.outer.inner.code == "x" }).map(\.left) == ["a"])
        #expect(try other.all(Everything.self, #Predicate { $0.outer.maybe?.level == 4 }).map(\.left) == ["a"])
        #expect(try other.all(Everything.self, #Predicate { $0.outer.maybe == nil }).map(\.left) == ["b"])
        read.outer.maybe = nil
        try other.save()
        #expect(one.outer.maybe == nil)
    }

    @Test(arguments: Backend.allCases) func compoundUniquesUpsertUnlessAValueIsMissing(_ backend: Backend) throws {
        let place = try Place(backend, Everything.self)
        let context = ModelContext(try place.open())
        try context.add(Everything("a", 1), Everything("a", 2), Everything("a", nil))
        let again = Everything("a", 2)
        again.outer.inner.code = "new"
        try context.add(again, Everything("a", nil))
        let all = try ModelContext(context.container).all(Everything.self)
        #expect(all.map(\.right) == [1, 2, nil, nil])
        #expect(all[1].outer.inner.code == "new")
    }

    @Test(arguments: Backend.allCases) func ephemeralValuesAreNotStored(_ backend: Backend) throws {
        let place = try Place(backend, Everything.self)
        let context = ModelContext(try place.open())
        let model = Everything("a", 1)
        try context.add(model)
        model.draft = "typed"
        try context.save()
        #expect(model.draft == "typed")
        #expect(try context.history().count == 1)
        #expect(try ModelContext(context.container).all(Everything.self).first?.draft == "none")
        #expect { try context.all(Everything.self, #Predicate { $0.draft == "typed" }) } throws: {
            ($0 as? ChronicleError)?.code == .unsupportedPredicate
        }
    }

    @Test(arguments: Backend.allCases) func opaqueValuesCannotOrder(_ backend: Backend) throws {
        let place = try Place(backend, Everything.self)
        let context = ModelContext(try place.open())
        #expect { try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.rank)])) } throws: {
            ($0 as? ChronicleError)?.code == .unsupportedSortDescriptor
        }
    }
}

import ChronicleSchema
import Foundation
import Observation
import Synchronization
import Testing

struct Point: Composite {
    var x = 0.0
    var label: String?
    static let fields = [Field("x", \Point.x), Field("label", \Point.label)]
}

struct Opaque: Codable, Sendable, Equatable { var text = "" }

enum Mood: String, AttributeValue { case calm, wild }

final class Parent: PersistentModel {
    let backingData = BackingData()
    var transient = 3
    @Attribute(.unique) var name: String
    @Attribute var mood: Mood
    @Attribute var point: Point?
    @Attribute var fixed: Point = Point()
    @Attribute(.codable) var opaque: Opaque?
    @Attribute(.ephemeral) var note: String = "n"
    @Relationship(deleteRule: .cascade) var children: [Child]
    @Relationship(inverse: \Label.parents) var labels: [Label]
    static var indexes: [Index<Parent>] { [Index(\.mood, \.name), Index(\.fixed.x)] }
    init() {}
    init(name: String) { self.name = name }
}

final class Child: PersistentModel {
    let backingData = BackingData()
    @Attribute var age: Int = 0
    @Relationship var parent: Parent?
    init() {}
}

final class Label: PersistentModel {
    let backingData = BackingData()
    @Attribute var word: String = ""
    @Relationship var parents: [Parent]
    init() {}
}

@Suite struct RegistrationTests {
    @Test func aSchemaHasTypedColumnsIndexesAndLinks() throws {
        let schema = try Schema(Parent.self)
        #expect(schema.entities.map(\.name) == ["Parent", "Child", "Label", "Parent.labels"])
        let parent = try #require(schema.entitiesByName["Parent"])
        #expect(
            parent.columns.map(\.name) == [
                "name", "mood", "point", "point.x", "point.label", "fixed.x", "fixed.label", "opaque",
            ])
        #expect(parent.columns.map(\.type) == [.text, .text, .bool, .double, .text, .double, .text, .data])
        #expect(parent.indexes.map(\.columns) == [[0], [1, 0], [5]])
        #expect(parent.indexes.map(\.isUnique) == [true, false, false])
        #expect(parent.deleteActions.contains(.incoming(entity: 1, column: 1, rule: .cascade)))
        #expect(schema.entitiesByName["Child"]?.indexes.map(\.columns) == [[1]])
    }

    @Test func keyPathsResolveToColumns() throws {
        let info = try ModelInfo.of(Parent.self)
        #expect(try info.resolve(\Parent.name).columns == 0..<1)
        #expect(try info.resolve(\Parent.fixed.x).columns == 5..<6)
        #expect(try info.resolve(\Parent.point).columns == 2..<5)
        #expect(try info.resolve(\Parent.persistentModelID).slot == nil)
        let child = try ModelInfo.of(Child.self)
        let path = try child.resolve(\Child.parent?.name)
        #expect(path.relationships.count == 1 && path.columns == 0..<1)
        #expect(throws: SchemaError.self) { try info.resolve(\Parent.transient) }
    }

    @Test func smallAttributesSideBySideAreToldApart() throws {
        let info = try ModelInfo.of(Flags.self)
        #expect(try info.resolve(\Flags.one).slot == 0)
        #expect(try info.resolve(\Flags.two).slot == 1)
        #expect(try info.resolve(\Flags.three).slot == 2)
    }

    @Test func wrongModelsAreNamed() throws {
        #expect { try Schema(Assigning.self) } throws: {
            ($0 as? SchemaError)?.property == "value" && ($0 as? SchemaError)?.code == .invalidModel
        }
        #expect { try Schema(OpaqueIndex.self) } throws: { ($0 as? SchemaError)?.code == .opaqueAttribute }
        #expect { try Schema(OpaqueUnique.self) } throws: { ($0 as? SchemaError)?.code == .opaqueAttribute }
        #expect { try Schema(Nested.self) } throws: { ($0 as? SchemaError)?.code == .invalidModel }
        #expect { try Schema(SameName.self) } throws: { ($0 as? SchemaError)?.code == .duplicateName }
        #expect { try Schema(Flags.self, FLAGS.self) } throws: {
            ($0 as? SchemaError)?.code == .duplicateName && "\($0)".contains("Flags")
        }
    }

    @Test func relationshipsBeforeInsertionKeepBothEndsInStep() {
        let parent = Parent(name: "p")
        let child = Child()
        child.parent = parent
        #expect(parent.children == [child])
        parent.children = []
        #expect(child.parent == nil)
        let label = Label()
        parent.labels.append(label)
        #expect(label.parents == [parent])
        label.parents = []
        #expect(parent.labels.isEmpty)
    }

    @Test func changesOfANewModelAreObserved() {
        let parent = Parent(name: "p")
        let fired = Mutex(false)
        withObservationTracking {
            _ = parent.name
        } onChange: {
            fired.withLock { $0 = true }
        }
        parent.mood = .wild
        #expect(!fired.withLock { $0 })
        parent.name = "q"
        #expect(fired.withLock { $0 })
        #expect(parent.name == "q" && parent.note == "n")
    }
}

final class Assigning: PersistentModel {
    let backingData = BackingData()
    @Attribute var value: Int
    init() { value = 3 }
}

final class OpaqueIndex: PersistentModel {
    let backingData = BackingData()
    @Attribute(.codable) var value: Opaque?
    static var indexes: [Index<OpaqueIndex>] { [Index(\.value)] }
    init() {}
}

final class OpaqueUnique: PersistentModel {
    let backingData = BackingData()
    @Attribute(.codable, .unique) var value: Opaque?
    init() {}
}

final class Nested: PersistentModel {
    let backingData = BackingData()
    @Relationship var child: Child? = Child()
    init() {}
}

final class SameName: PersistentModel {
    let backingData = BackingData()
    @Attribute var value: Int = 0
    @Attribute var VALUE: Int = 0
    init() {}
}

final class FLAGS: PersistentModel {
    let backingData = BackingData()
    @Attribute var one: Bool = false
    init() {}
}

final class Flags: PersistentModel {
    let backingData = BackingData()
    @Attribute var one: Bool = false
    @Attribute var two: Bool = false
    @Attribute var three: Int8 = 0
    init() {}
}

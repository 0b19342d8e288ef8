import ChronicleSchema
import Foundation
import Testing

@Suite struct SchemaCodingTests {
    private func recoded(_ schema: Schema) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: try JSONEncoder().encode(schema))
    }

    @Test func aDecodedSchemaIsTheSameToTheLastDetail() throws {
        let schema = try Schema(Parent.self, version: Schema.Version(2, 1, 3))
        let other = try recoded(schema)
        #expect(other.isSame(as: schema))
        #expect(other.version == schema.version)
        for (own, theirs) in zip(schema.entities, other.entities) {
            #expect(own.name == theirs.name && own.index == theirs.index)
            #expect(own.columns == theirs.columns)
            #expect(own.properties == theirs.properties)
            #expect(own.indexes == theirs.indexes)
            #expect(own.deleteActions == theirs.deleteActions)
            #expect(own.link == theirs.link)
            #expect(own.preservedColumns == theirs.preservedColumns)
        }
        #expect(!other.isSame(as: try Schema(Child.self, version: Schema.Version(2, 1, 4))))
    }

    private func entity(_ columns: [Schema.Column]) -> Schema {
        Schema(
            entities: [
                Schema.Entity(
                    name: "E", index: 0, columns: columns, properties: [], indexes: [], deleteActions: [], link: nil)
            ], version: .init(1, 0, 0))
    }

    @Test func defaultValuesComeBackBitForBit() throws {
        let values: [(ColumnType, StoredValue)] = [
            (.bool, .bool(true)), (.integer, .integer(.min)), (.unsigned, .unsigned(.max)), (.double, .double(-0.0)),
            (.double, .double(0.1 + 0.2)), (.double, .double(-.infinity)), (.double, .double(.leastNonzeroMagnitude)),
            (.decimal, .decimal(Decimal(sign: .minus, exponent: -127, significand: 15))),
            (.decimal, .decimal(Decimal.greatestFiniteMagnitude)), (.decimal, .decimal(0)),
            (.text, .text("e\u{301}\n\"\u{0}")), (.date, .date(Date(timeIntervalSinceReferenceDate: 1.0 / 3))),
            (.data, .data(Data([0, 255]))), (.uuid, .uuid(UUID())), (.reference, .reference(7)),
        ]
        for (type, value) in values {
            let schema = entity([Schema.Column(name: "c", type: type, isOptional: false, defaultValue: value)])
            let back = try #require(try recoded(schema).entities[0].columns[0].defaultValue)
            #expect(back.isIdentical(to: value), "\(value) came back as \(back)")
        }
    }

    @Test(arguments: [
        #"{"format":1,"version":{"major":1,"minor":0,"patch":0},"entities":[E,E]}"#,
        #"{"format":1,"version":{"major":1,"minor":0,"patch":0},"entities":[PROPERTY]}"#,
        #"{"format":1,"version":{"major":1,"minor":0,"patch":0},"entities":[INDEX]}"#,
        #"{"format":1,"version":{"major":1,"minor":0,"patch":0},"entities":[ACTION]}"#,
        #"{"format":1,"version":{"major":1,"minor":0,"patch":0},"entities":[LINK]}"#,
        #"{"format":99,"version":{"major":1,"minor":0,"patch":0},"entities":[]}"#, "[]", "",
    ])
    func aDamagedDescriptionIsADecodingError(_ text: String) throws {
        func entity(_ properties: String = "", _ indexes: String = "", _ actions: String = "", link: String = "null")
            -> String
        {
            #"{"name":"E","columns":[{"name":"c","type":"reference","isOptional":true}],"properties":[\#(properties)],"#
                + #""indexes":[\#(indexes)],"deleteActions":[\#(actions)],"link":\#(link)}"#
        }
        let parts = [
            "PROPERTY": entity(
                #"{"name":"p","first":0,"count":9223372036854775807,"isPreserved":false,"isOpaque":false}"#),
            "INDEX": entity("", #"{"name":"i","columns":[1],"isUnique":true}"#),
            "ACTION": entity("", "", #"{"kind":"incoming","entity":"E","rule":"cascade","column":-1}"#),
            "LINK": entity(
                link: #"{"sourceEntity":"E","sourceProperty":"p","destinationEntity":"E"}"#),
        ]
        var text = text
        for (name, part) in parts {
            text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: part)
        }
        text = text.split(separator: "[E,E]", omittingEmptySubsequences: false).joined(
            separator: "[\(entity()),\(entity())]")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: Data(text.utf8)) }
    }

    @Test func aDescriptionKeepsWhatANarrowerSchemaDoesNotKnow() throws {
        let all = try Schema(Parent.self)
        #expect(try all.keeping(try recoded(all)) === all)
        let alone = entity([Schema.Column(name: "c", type: .text, isOptional: true)])
        let both = try alone.keeping(all)
        #expect(both.entities.map(\.name) == ["Parent", "Child", "Label", "E", "Parent.labels"])
        #expect(both.entitiesByName["Parent"]?.columns == all.entitiesByName["Parent"]?.columns)
        #expect(try alone.keeping(both).isSame(as: both))
        #expect(try all.keeping(both).entities.map(\.name) == both.entities.map(\.name))
        // Deletions of children still mean to parents what they did: links and references lead by name.
        for entity in both.entities {
            for case .link(let link, _, _, _, _) in entity.deleteActions { #expect(both.entities[link].link != nil) }
        }
    }
}

import Chronicle
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct StoredSchemaTests {
    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test(arguments: Backend.allCases) func aStoreTellsTheSchemaThatItWasOpenedWith(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        try place.open().close()
        let schema = try place.backend.configuration(at: place.path).storedSchema()
        #expect(schema.isSame(as: try Schema(Bed.self)))
    }

    @Test(arguments: Backend.persistent) func aStoreOpensWithoutModels(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("a", moisture: 3))
        try container.close()
        for configuration in [
            backend.configuration(at: place.path), backend.configuration(at: place.path, allowsSave: false),
            try backend.configuration(at: place.path).readOnly(),
        ] {
            let store = try configuration.openStore()
            let entity = try #require(store.schema.entitiesByName["Bed"])
            var rows: [[StoredValue]] = []
            try store.fetch(FetchRequest(entity: entity.index)) { rows.append(try $0.values(of: entity)) }
            #expect(rows.count == 1)
            #expect(rows.first?.first == .text("a"))
            #expect(store.capabilities.isReadOnly == !configuration.allowsSave)
            try store.close()
        }
    }

    @Test(arguments: Backend.persistent) func theDescriptionGrowsWithTheSchemaAndKeepsWhatOthersHave(
        _ backend: Backend
    ) throws {
        let place = try Place(backend, Bed.self)
        let configuration = backend.configuration(at: place.path)
        try ModelContainer(for: [Shed.self], configurations: [configuration]).close()
        #expect(try configuration.storedSchema().entities.map(\.name) == ["Shed"])
        try ModelContainer(for: [Bed.self], configurations: [configuration]).close()
        let both = try configuration.storedSchema()
        #expect(both.entities.map(\.name) == ["Shed", "Bed", "Plant", "Tag", "Bed.tags"])
        try ModelContainer(for: [Shed.self], configurations: [configuration]).close()
        #expect(try configuration.storedSchema().isSame(as: both))
        // What a store was opened with is what it can be opened with.
        let store = try configuration.openStore()
        #expect(store.schema.isSame(as: both))
        try store.close()
    }

    @Test(arguments: Backend.persistent) func openingAgainWritesNothing(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        try place.open().close()
        let before = try files(place)
        try place.open().close()
        try backend.configuration(at: place.path).openStore().close()
        _ = try backend.configuration(at: place.path).storedSchema()
        #expect(try files(place) == before)
    }

    /// The files that hold rows, with their content.
    private func files(_ place: Place) throws -> [String: Data] {
        var files: [String: Data] = [:]
        let found = try #require(FileManager.default.enumerator(at: place.directory, includingPropertiesForKeys: nil))
        for case let url as URL in found where ["sqlite", "mdb"].contains(url.pathExtension) {
            if url.lastPathComponent != "lock.mdb" { files[url.lastPathComponent] = try Data(contentsOf: url) }
        }
        #expect(!files.isEmpty)
        return files
    }

    @Test(arguments: Backend.allCases) func whatIsNotThereIsNotMade(_ backend: Backend) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "chronicle-none-\(UUID().uuidString)").path
        #expect(code { _ = try backend.configuration(at: place).storedSchema() } == .missingStore)
        #expect(code { _ = try backend.configuration(at: place).openStore() } == .missingStore)
        #expect(!FileManager.default.fileExists(atPath: place + "." + backend.rawValue))
        #expect(code { _ = try ModelConfiguration.inMemory.openStore() } == .missingSchema)
    }
}

final class Shed: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String = "shed"
    init() {}
}

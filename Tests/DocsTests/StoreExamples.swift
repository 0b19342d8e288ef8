import Chronicle
import ChronicleLMDB
import ChronicleMemory
import ChronicleSQLite
import ChronicleStore
import Foundation
import Testing

@Suite struct StoreExamples {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func choosingInOneLine() throws {
        try inFolder { folder in
            // docs: choose
            let inMemory = try ModelContainer(for: Trip.self)
            let inSQLite = try ModelContainer(
                for: Trip.self, configurations: .sqlite(at: folder.appending(path: "trips.sqlite")))
            let inLMDB = try ModelContainer(for: Trip.self, configurations: .lmdb(at: folder.appending(path: "trips")))
            // end
            for container in [inMemory, inSQLite, inLMDB] {
                let context = ModelContext(container)
                context.insert(Trip(remoteID: "a", title: "Lisbon", startsAt: .now))
                try context.save()
                #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
                try container.close()
            }
        }
    }

    @Test func choosingByURL() throws {
        // docs: url
        let place = ProcessInfo.processInfo.environment["APP_STORE"] ?? "memory:"
        let container = try ModelContainer(
            for: Trip.self, configurations: ModelConfiguration(url: place, schemes: [.memory, .sqlite, .lmdb]))
        // end
        #expect(container.configurations.count == 1)
        #expect { try ModelConfiguration(url: "carrier-pigeon:x", schemes: [.memory]) } throws: {
            ($0 as? StoreError)?.code == .invalidConfiguration
        }
    }

    @Test func durability() throws {
        try inFolder { folder in
            // docs: durability
            let careful = ModelConfiguration.sqlite(at: folder.appending(path: "a.sqlite"), synchronous: .full)
            let quick = ModelConfiguration.lmdb(at: folder.appending(path: "b"), durability: .noMetaSync)
            // end
            for configuration in [careful, quick] {
                try ModelContainer(for: Trip.self, configurations: configuration).close()
            }
        }
    }

    @Test func copyingAStoreAndOpeningItWithoutModels() throws {
        try inFolder { folder in
            let container = try ModelContainer(
                for: Trip.self, configurations: .sqlite(at: folder.appending(path: "trips.sqlite")))
            // docs: export
            try container.export(to: folder.appending(path: "backup.sqlite"))
            // end
            try container.close()
            let file = folder.appending(path: "backup.sqlite")
            // docs: without models
            let configuration = try ModelConfiguration.sqlite(at: file).readOnly()
            let store = try configuration.openStore()
            print(store.schema.entities.map(\.name), store.capabilities.history)
            // end
            #expect(store.schema.entitiesByName["Trip"] != nil)
            try store.close()
        }
    }

    @Test func handlingWhatAStoreRefuses() throws {
        // docs: store-error
        do {
            _ = try ModelContainer(for: Trip.self, configurations: .sqlite(at: URL(filePath: "/nowhere/trips.sqlite")))
        } catch let error as StoreError where error.code == .missingFolder {
            print(error.message)
        }
        // end
    }
}

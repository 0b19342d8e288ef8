import Chronicle
import Foundation
import Testing

@Suite struct EngineCases {
    /// H26
    @Test(arguments: Backend.persistent) func twoContainersOnOnePathShareItSafely(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let first = try place.open()
        let context = ModelContext(first)
        for number in 0..<400 { context.insert(Bed("bed \(number)", moisture: 1)) }
        try context.save()
        let spelled = place.directory.appending(path: "../\(place.directory.lastPathComponent)/./store").path
        let second = try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: spelled)])
        var seen = 0
        try context.enumerate(FetchDescriptor<Bed>(), batchSize: 50) { bed in
            if seen == 100 {
                for bed in try ModelContext(second).all(Bed.self) { bed.note = "second" }
                try second.close()
            }
            #expect(bed.moisture == 1)
            seen += 1
        }
        #expect(seen == 400)
        try context.add(Bed("after"))
        try first.close()
        #expect(try ModelContext(place.open()).fetchCount(FetchDescriptor<Bed>()) == 401)
    }

    @Test(arguments: Backend.persistent) func openingFailsWithTypedErrors(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        func code(_ path: String, allowsSave: Bool = true) -> StoreError.Code? {
            do {
                let configuration = backend.configuration(at: path, allowsSave: allowsSave)
                _ = try ModelContainer(for: [Bed.self], configurations: [configuration])
                return nil
            } catch { return (error as? StoreError)?.code }
        }
        #expect(code(place.directory.appending(path: "nowhere/store").path) == .missingFolder)
        #expect(code(place.path, allowsSave: false) == .missingStore)
        let junk = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #if SQLite
        if backend == .sqlite {
            try junk.write(to: place.directory.appending(path: "junk.sqlite"))
            #expect(code(place.directory.appending(path: "junk").path) == .notAStore)
        }
        #endif
        #if LMDB
        if backend == .lmdb {
            try FileManager.default.createDirectory(
                at: place.directory.appending(path: "junk.lmdb"), withIntermediateDirectories: true)
            try junk.write(to: place.directory.appending(path: "junk.lmdb/data.mdb"))
            #expect(code(place.directory.appending(path: "junk").path) == .notAStore)
        }
        #endif
    }

    @Test(arguments: Backend.persistent) func aReadOnlyContainerReadsAndRefusesToSave(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let writable = try place.open()
        try ModelContext(writable).add(Bed("a"))
        try writable.close()
        let container = try ModelContainer(
            for: [Bed.self], configurations: [backend.configuration(at: place.path, allowsSave: false)])
        let context = ModelContext(container)
        let bed = try #require(try context.all(Bed.self).first)
        bed.note = "no"
        #expect { try context.save() } throws: { ($0 as? StoreError)?.code == .readOnly }
        context.rollback()
        #expect(bed.note == nil)
        context.insert(Bed("b"))
        #expect { try context.save() } throws: { ($0 as? StoreError)?.code == .readOnly }
    }

    @Test(arguments: Backend.allCases) func aClosedStoreSaysSo(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try container.close()
        try container.close()
        #expect { try context.all(Bed.self) } throws: { ($0 as? StoreError)?.code == .closed }
    }

    @Test(arguments: Backend.persistent) func theSchemaMayGrow(_ backend: Backend) throws {
        let place = try Place(backend, Grown1.self)
        let old = try place.open()
        let first = Grown1()
        first.name = "n"
        try ModelContext(old).add(first)
        try old.close()
        let new = ModelContext(
            try ModelContainer(for: [Grown2.self], configurations: [backend.configuration(at: place.path)]))
        let models = try new.all(Grown2.self)
        #expect(models.map(\.title) == ["n"])
        #expect(models.first?.extra == nil)
        models.first?.extra = 5
        try new.save()
        let five: Int? = 5
        #expect(try new.all(Grown2.self, #Predicate { $0.extra == five }).count == 1)
    }
}

final class Grown1: PersistentModel {
    static let entityName = "Grown"
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
}

final class Grown2: PersistentModel {
    static let entityName = "Grown"
    let backingData = BackingData()
    @Attribute(originalName: "name") var title: String
    @Attribute var extra: Int?
    static var indexes: [Index<Grown2>] { [Index(\.extra)] }
    init() {}
}

import Chronicle
import ChronicleStore
import Foundation
import Testing

#if SQLite
/// What others have written into the tables of a store.
@Suite struct DamageCases {
    private static let shell = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func run(_ statement: String, on path: String) throws {
        let shell = try #require(Self.shell)
        let process = Process()
        process.executableURL = URL(filePath: shell)
        process.arguments = ["-cmd", ".timeout 10000", path + ".sqlite", statement]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        #expect(
            process.terminationStatus == 0,
            "\(String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))")
    }

    private func isTyped(_ error: any Error) -> Bool {
        (error as? ChronicleError)?.code == .undecodableValue || (error as? StoreError)?.code == .corrupt
    }

    @Test(
        .enabled(if: shell != nil, "The sqlite3 shell is not installed"),
        arguments: [
            ("number", "'text'"), ("number", "NULL"), ("big", "x'00'"), ("big", "'text'"), ("small", "'text'"),
            ("small", "1.5"),
            ("tiny", "4000"), ("tiny", "-9223372036854775808"), ("ratio", "'x'"), ("price", "'no number'"),
            ("price", "x'0102'"),
            ("bytes", "7"), ("bytes", "NULL"), ("place", "x'ff'"), ("place", "5"), ("mark", "x'00'"),
            ("mark", "'not a UUID'"),
            ("isOn", "'x'"), ("isOn", "17"), ("weight", "99"), ("weight", "'x'"), ("at", "'yesterday'"), ("at", "NULL"),
            ("key", "12"),
            ("key", "x'fffe'"), ("key", "NULL"), ("maybe", "'x'"), ("number", "9e999"),
        ]) func aWrongValueIsATypedErrorOrReadsAsDefault(_ column: String, _ value: String) throws
    {
        let place = try Place(.sqlite, Reading.self)
        let container = try place.open()
        let good = Reading("good")
        good.number = 1
        try ModelContext(container).add(good, Reading("bad"))
        try container.close()
        do {
            try run(
                "PRAGMA ignore_check_constraints=1; UPDATE Reading SET \"\(column)\" = \(value) WHERE key = 'bad'",
                on: place.path)
        } catch { return }
        let context = ModelContext(try place.open())
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch { #expect(isTyped(error), "\(column) = \(value): \(error)") }
        }
        attempt {
            let readings = try context.all(Reading.self)
            for reading in readings {
                _ = (
                    reading.number, reading.big, reading.small, reading.tiny, reading.ratio, reading.price,
                    reading.bytes
                )
                _ = (reading.place, reading.mark, reading.isOn, reading.weight, reading.at, reading.key, reading.maybe)
                attempt { _ = try reading.value(of: \.weight) }
            }
        }
        attempt { _ = try context.all(Reading.self, #Predicate { $0.number > 0 }) }
        attempt { _ = try context.all(Reading.self, #Predicate { $0.big > 0 && $0.small > 0 && $0.isOn }) }
        attempt { _ = try context.all(Reading.self, #Predicate { $0.tiny > 0 || $0.price > 0 || $0.ratio > 0 }) }
        let date = Date.distantPast
        attempt { _ = try context.all(Reading.self, #Predicate { $0.at > date && $0.key.contains("a") }) }
        for sort in [
            SortDescriptor(\Reading.number), SortDescriptor(\.big), SortDescriptor(\.small), SortDescriptor(\.at),
            SortDescriptor(\.key),
            SortDescriptor(\.price),
        ] { attempt { _ = try context.fetch(FetchDescriptor<Reading>(sortBy: [sort])) } }
        context.insert(Reading("pending"))
        attempt { _ = try context.all(Reading.self, #Predicate { $0.number > 0 }) }
        attempt { try context.save() }
        #expect(try context.all(Reading.self, #Predicate { $0.key == "good" }).map(\.number) == [1])
        attempt {
            try context.delete(model: Reading.self, where: #Predicate { $0.key == "bad" })
            try context.save()
        }
    }

    @Test(.enabled(if: shell != nil, "The sqlite3 shell is not installed")) func badReferencesReadAsNil() throws {
        let place = try Place(.sqlite, Bed.self)
        let container = try place.open()
        let bed = Bed("a")
        bed.plants = [Plant("p"), Plant("q")]
        try ModelContext(container).add(bed)
        try container.close()
        try run(
            "UPDATE Plant SET bed = 987654 WHERE label = 'p'; UPDATE Plant SET bed = 'x' WHERE label = 'q'",
            on: place.path)
        let context = ModelContext(try place.open())
        do {
            let plants = try context.all(Plant.self)
            #expect(plants.allSatisfy { $0.bed == nil })
            _ = try context.all(Plant.self, #Predicate { $0.bed?.name == "a" })
        } catch { #expect(isTyped(error), "\(error)") }
        #expect(try context.all(Bed.self).first?.plants.isEmpty == true)
    }
}
#endif

/// Files that end too early or hold something else.
@Suite struct TruncationCases {
    @Test(arguments: Backend.persistent) func truncatedFilesGiveTypedErrors(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for index in 0..<2_000 {
            context.insert(Bed("bed \(index)", moisture: index, note: String(repeating: "n", count: 40)))
        }
        try context.save()
        try container.close()
        let path =
            backend == .memory
            ? "" : backend.rawValue == "lmdb" ? place.path + ".lmdb/data.mdb" : place.path + ".sqlite"
        let bytes = try Data(contentsOf: URL(filePath: path))
        for part in [0.0, 0.001, 0.05, 0.3, 0.5, 0.9, 0.99] {
            let length = Int(Double(bytes.count) * part)
            try bytes.prefix(length).write(to: URL(filePath: path))
            for extra in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + extra) }
            do {
                let container = try place.open()
                let context = ModelContext(container)
                let beds = try context.all(Bed.self)
                _ = try context.all(Bed.self, #Predicate { $0.moisture > 1_990 })
                _ = try context.history()
                #expect(beds.count == 2_000 || length < 4_096, "\(length) of \(bytes.count)")
                context.insert(Bed("new"))
                try context.save()
                try container.close()
            } catch { #expect(error is StoreError || error is ChronicleError, "\(length): \(error)") }
        }
        try bytes.write(to: URL(filePath: path))
        #expect(try ModelContext(place.open()).fetchCount(FetchDescriptor<Bed>()) == 2_000)
    }
}

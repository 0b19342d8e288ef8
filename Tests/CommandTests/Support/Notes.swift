import Chronicle
import ChronicleLMDB
import ChronicleMemory
import ChronicleSQLite
import ChronicleStore
import Foundation

final class Note: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique, .preserveValueOnDeletion) var title: String
    @Attribute var stars: Int = 0
    @Attribute var weight: Double?
    @Relationship(deleteRule: .cascade, inverse: \Line.note) var lines: [Line]
    @Relationship(inverse: \Label.notes) var labels: [Label]

    init() {}
    init(_ title: String, stars: Int = 0) {
        self.title = title
        self.stars = stars
    }
}

final class Line: PersistentModel {
    let backingData = BackingData()
    @Attribute var text: String
    @Relationship var note: Note?

    init() {}
    init(_ text: String, in note: Note) {
        self.text = text
        self.note = note
    }
}

final class Label: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var word: String
    @Relationship var notes: [Note]

    init() {}
    init(_ word: String) { self.word = word }
}

/// A note of a later version of the program, in the same table.
final class NewerLine: PersistentModel {
    let backingData = BackingData()
    static var entityName: String { "Memo" }
    @Attribute var text: String
    @Attribute var colour: String?

    init() {}
    init(_ text: String, colour: String) {
        self.text = text
        self.colour = colour
    }
}

/// The note of the version before it.
final class OlderLine: PersistentModel {
    let backingData = BackingData()
    static var entityName: String { "Memo" }
    @Attribute var text: String

    init() {}
    init(_ text: String) { self.text = text }
}

/// The stores that outlive a process.
enum FileStore: String, CaseIterable, Sendable {
    #if SQLite
    case sqlite
    #endif
    #if LMDB
    case lmdb
    #endif

    func url(_ name: String, in folder: URL) -> String {
        "\(rawValue)://\(folder.appending(path: "\(name).\(rawValue)").path)"
    }
}

enum Stores {
    static var schemes: [StoreScheme] {
        var schemes: [StoreScheme] = []
        #if SQLite
        schemes.append(.sqlite)
        #endif
        #if LMDB
        schemes.append(.lmdb)
        #endif
        return schemes
    }

    static func open(_ url: String, _ types: any PersistentModel.Type...) throws -> ModelContainer {
        try ModelContainer(
            for: types.isEmpty ? [Note.self] : types, configurations: [ModelConfiguration(url: url, schemes: schemes)])
    }

    /// Makes a store of notes with lines and labels.
    static func fill(_ url: String, notes: Int) throws {
        let container = try open(url)
        let labels = ["red", "green", "blue"].map { Label($0) }
        var context = ModelContext(container)
        for label in labels { context.insert(label) }
        try context.save()
        let identifiers = labels.map(\.persistentModelID)
        for start in stride(from: 0, to: notes, by: 1_000) {
            context = ModelContext(container)
            context.author = "App"
            let labels = try identifiers.compactMap { try context.model(for: $0, as: Label.self) }
            for number in start..<min(start + 1_000, notes) {
                let note = Note("note \(number)", stars: number % 7)
                context.insert(note)
                if number % 3 == 0 { context.insert(Line("line of \(number)", in: note)) }
                if number % 50 == 0 { note.labels = Array(labels.prefix(1 + number % 3)) }
            }
            try context.save()
        }
        try container.close()
    }

    /// Every row of a store under its key, read without the models; links by what they link.
    static func rows(_ url: String) throws -> [String: [String]] {
        let store = try ModelConfiguration(url: url, schemes: schemes).readOnly().openStore()
        defer { try? store.close() }
        var rows: [String: [String]] = [:]
        for entity in store.schema.entities {
            var found: [String] = []
            try store.fetch(FetchRequest(entity: entity.index)) { row in
                let values = zip(entity.columns, try row.values(of: entity)).sorted { $0.0.name < $1.0.name }
                found.append("\(entity.link == nil ? "\(row.key)" : "link") \(values.map { "\($0.0.name)=\($0.1)" })")
            }
            rows[entity.name] = found.sorted()
        }
        return rows
    }

    static func position(_ url: String) throws -> Int64 {
        let store = try ModelConfiguration(url: url, schemes: schemes).readOnly().openStore()
        defer { try? store.close() }
        guard let store = store as? any HistoryProviding else { return -1 }
        return try store.currentPosition().sequence
    }
}

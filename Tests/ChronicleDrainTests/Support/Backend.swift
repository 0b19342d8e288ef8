import Testing
import ChronicleDrain
import Foundation

#if SQLite
import ChronicleSQLite
#endif
#if LMDB
import ChronicleLMDB
#endif
import ChronicleMemory

/// A kind of store that the tests run over.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    #if SQLite
    case sqlite
    #endif
    #if LMDB
    case lmdb
    #endif

    var testDescription: String { rawValue }

    /// The stores that lie in files.
    static var persistent: [Backend] { allCases.filter { $0 != .memory } }

    func configuration(at place: String, allowsSave: Bool = true) -> ModelConfiguration {
        switch self {
        case .memory: .memory(name: place)
        #if SQLite
        case .sqlite: .sqlite(at: URL(filePath: place + ".sqlite"), allowsSave: allowsSave)
        #endif
        #if LMDB
        case .lmdb: .lmdb(at: URL(filePath: place + ".lmdb"), allowsSave: allowsSave)
        #endif
        }
    }
}

/// A place for one test's store. The store lives until the place goes, so that it can be reopened, in memory too.
final class Place {
    let backend: Backend
    let directory: URL
    private let types: [any PersistentModel.Type]
    private var keeper: ModelContainer?

    init(_ backend: Backend, _ types: any PersistentModel.Type...) throws {
        self.backend = backend
        self.types = types
        directory = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        if backend == .memory { keeper = try open() }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var path: String { directory.appending(path: "store").path }

    func open() throws -> ModelContainer {
        try ModelContainer(for: types, configurations: [backend.configuration(at: path)])
    }
}

extension ModelContext {
    /// Inserts and saves.
    func add<T: PersistentModel>(_ models: T...) throws {
        for model in models { insert(model) }
        try save()
    }

    func all<T: PersistentModel>(_ type: T.Type = T.self, _ predicate: Predicate<T>? = nil) throws -> [T] {
        try fetch(FetchDescriptor<T>(predicate: predicate))
    }

    func history(after token: DefaultHistoryToken? = nil) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token > token } }
        return try fetchHistory(descriptor)
    }
}

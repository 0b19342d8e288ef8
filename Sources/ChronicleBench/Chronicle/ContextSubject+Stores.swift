import Chronicle
import ChronicleMemory
import Foundation

#if SQLite
import ChronicleSQLite
#endif
#if LMDB
import ChronicleLMDB
#endif

extension ContextSubject {
    #if SQLite
    /// Over SQLite in WAL mode, as durable as the raw subject.
    public static var sqlite: ContextSubject {
        ContextSubject(
            name: "Chronicle SQLite", baseline: "raw SQLite", durabilities: Set(BenchDurability.allCases),
            canLeaveHistoryOut: true
        ) { folder, settings in
            var configuration = SQLiteConfiguration(url: folder.appendingPathComponent("flights.sqlite"))
            configuration.recordsHistory = settings.recordsHistory
            configuration.synchronous =
                switch settings.durability {
                case .off: .off
                case .normal: .normal
                case .full: .full
                }
            let chosen = configuration
            return ModelConfiguration(name: "flights", location: chosen.url.path) {
                try SQLiteStore(schema: $0, configuration: chosen)
            }
        }
    }
    #endif

    #if LMDB
    /// Over LMDB, as durable as the raw subject.
    public static var lmdb: ContextSubject {
        ContextSubject(
            name: "Chronicle LMDB", baseline: "raw LMDB", durabilities: Set(BenchDurability.allCases),
            canLeaveHistoryOut: false
        ) { folder, settings in
            let durability: LMDBDurability =
                switch settings.durability {
                case .off: .noSync
                case .normal: .noMetaSync
                case .full: .full
                }
            return .lmdb(at: folder.appendingPathComponent("flights.lmdb"), durability: durability)
        }
    }
    #endif

    /// Over the store in memory.
    public static var memory: ContextSubject {
        ContextSubject(name: "Chronicle memory", baseline: "Chronicle LMDB", isPersistent: false) { _ in .inMemory }
    }

    /// The raw engines of this build, and Chronicle over each of its stores.
    public static var all: [any BenchSubject] {
        var subjects: [any BenchSubject] = []
        #if SQLite
        subjects += [RawSQLiteSubject(), ContextSubject.sqlite]
        #endif
        #if LMDB
        subjects += [RawLMDBSubject(), ContextSubject.lmdb]
        #endif
        return subjects + [ContextSubject.memory]
    }
}

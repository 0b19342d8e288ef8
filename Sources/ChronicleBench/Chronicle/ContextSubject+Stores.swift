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
    /// Over SQLite in WAL mode, as durable as the raw subject is by default.
    public static var sqlite: ContextSubject {
        ContextSubject(name: "Chronicle SQLite", baseline: "raw SQLite") {
            .sqlite(at: $0.appendingPathComponent("flights.sqlite"), synchronous: .normal)
        }
    }
    #endif

    #if LMDB
    /// Over LMDB, as durable as the raw subject is by default.
    public static var lmdb: ContextSubject {
        ContextSubject(name: "Chronicle LMDB", baseline: "raw LMDB") {
            .lmdb(at: $0.appendingPathComponent("flights.lmdb"), durability: .noMetaSync)
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

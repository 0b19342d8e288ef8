import ChronicleContractTesting
import ChronicleLMDB
import ChronicleMemory
import ChronicleSQLite
import Foundation

/// The store in memory; its places are names.
enum MemoryContract: StoreContractSuite {
    static let store = StoreUnderTest("memory") { place in .memory(name: place.url("store").path) }
}

/// The SQLite store.
enum SQLiteContract: StoreContractSuite {
    static let store = StoreUnderTest("sqlite") { place in
        .sqlite(at: place.url("store.sqlite"), allowsSave: place.allowsSave)
    }
}

/// The SQLite store that keeps no history.
enum SQLiteWithoutHistoryContract: StoreContractSuite {
    static let store = StoreUnderTest("sqlite-without-history") { place in
        .sqlite(at: place.url("store.sqlite"), allowsSave: place.allowsSave, recordsHistory: false)
    }
}

/// The LMDB store.
enum LMDBContract: StoreContractSuite {
    static let store = StoreUnderTest("lmdb") { place in
        .lmdb(at: place.url("store.lmdb"), allowsSave: place.allowsSave)
    }
}

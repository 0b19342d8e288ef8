import Chronicle
import ChronicleContract
import ChronicleContractMutants
import Foundation

#if SQLite
import ChronicleSQLite
#endif
#if LMDB
import ChronicleLMDB
#endif
import ChronicleMemory

/// The stores that `chronicle contract` can be pointed at.
enum ContractStores {
    /// The store that a URL or a scheme names; the clauses choose its places.
    static func named(_ url: String) throws -> StoreUnderTest {
        switch url.prefix(while: { $0 != ":" }).lowercased() {
        case "memory": return StoreUnderTest("memory") { place in .memory(name: place.url("store").path) }
        #if SQLite
        case "sqlite":
            return StoreUnderTest("sqlite") { place in
                .sqlite(at: place.url("store.sqlite"), allowsSave: place.allowsSave)
            }
        case "sqlite-without-history":
            return StoreUnderTest("sqlite-without-history") { place in
                .sqlite(at: place.url("store.sqlite"), allowsSave: place.allowsSave, recordsHistory: false)
            }
        #endif
        #if LMDB
        case "lmdb":
            return StoreUnderTest("lmdb") { place in .lmdb(at: place.url("store.lmdb"), allowsSave: place.allowsSave) }
        #endif
        default:
            if let store = ContractMutants.store(url) { return store }
            throw ContractCommand.UsageError("\(url) names no store that is built in: write memory:, sqlite: or lmdb:")
        }
    }
}

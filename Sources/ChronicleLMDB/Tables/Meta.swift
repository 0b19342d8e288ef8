#if LMDB
import CLMDB
import ChronicleStore
import Foundation

/// The names in the meta sub-database.
enum MetaKey: String {
    case format, identifier, lineage, catalog, schema, generation, nextKey, sequence, purged
}

/// Typed access to the meta sub-database in one transaction.
struct Meta {
    /// The version of the layout of the files that this version writes.
    static let format: Int64 = 2
    static let databaseName = "chronicle"

    let transaction: OpaquePointer
    let database: MDB_dbi
    let path: String

    func number(_ key: MetaKey) throws -> Int64? {
        try with(key) { bytes in
            guard bytes.count == 8 else { throw damaged(key) }
            return Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
        }
    }

    func text(_ key: MetaKey) throws -> String? {
        try with(key) { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { throw damaged(key) }
            return text
        }
    }

    func catalog() throws -> StoredCatalog? {
        try with(.catalog) { bytes in
            do {
                return try JSONDecoder().decode(StoredCatalog.self, from: Data(bytes))
            } catch {
                throw damaged(.catalog)
            }
        }
    }

    /// The description of the schema; nil when there is none.
    func storedSchema() throws -> StoredSchema? { try text(.schema).map(StoredSchema.init(text:)) }

    func set(_ key: MetaKey, _ value: Int64) throws {
        try withUnsafeBytes(of: value.littleEndian) { try put(key, $0) }
    }

    func set(_ key: MetaKey, _ value: String) throws {
        var value = value
        try value.withUTF8 { try put(key, UnsafeRawBufferPointer($0)) }
    }

    func set(_ catalog: StoredCatalog) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes: Data
        do {
            bytes = try encoder.encode(catalog)
        } catch {
            throw StoreError(
                .schemaMismatch, "The schema cannot be written to \(path): \(error)", location: path, underlying: error)
        }
        try bytes.withUnsafeBytes { try put(.catalog, $0) }
    }

    /// A number that must be there in a store.
    func required(_ key: MetaKey) throws -> Int64 {
        guard let value = try number(key) else { throw damaged(key) }
        return value
    }

    func damaged(_ key: MetaKey) -> StoreError {
        StoreError(
            .corrupt, "The store at \(path) has no readable \(key.rawValue): restore it from a copy.", location: path)
    }

    private func with<Result>(_ key: MetaKey, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result? {
        var name = key.rawValue
        return try name.withUTF8 { utf8 in
            var keyValue = MDB_val(UnsafeRawBufferPointer(utf8))
            var value = MDB_val()
            let code = mdb_get(transaction, database, &keyValue, &value)
            if code == MDB_NOTFOUND { return nil }
            try check(code, "Reading the store's description", at: path)
            return try body(value.bytes)
        }
    }

    private func put(_ key: MetaKey, _ bytes: UnsafeRawBufferPointer) throws {
        var name = key.rawValue
        try name.withUTF8 { utf8 in
            var keyValue = MDB_val(UnsafeRawBufferPointer(utf8))
            var value = MDB_val(bytes)
            try check(
                mdb_put(transaction, database, &keyValue, &value, 0), "Writing the store's description", at: path)
        }
    }
}
#endif

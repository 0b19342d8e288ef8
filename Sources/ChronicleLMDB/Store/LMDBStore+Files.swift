#if LMDB
import CLMDB
public import ChronicleSchema
public import ChronicleStore
public import Foundation

extension LMDBStore: StoreExporting {
    /// The schema that the store in a folder describes itself with; see `ModelConfiguration.storedSchema()`.
    ///
    /// - Throws: ``StoreError``: `missingSchema`, and what opening for reading throws.
    public static func storedSchema(at url: URL) throws -> Schema {
        let store = try LMDBStore(at: url, schema: Schema.empty, allowsSave: false)
        defer { store.end() }
        let stored = try store.read { reader in
            try Meta(transaction: reader.transaction, database: store.tables.meta, path: store.environment.path)
                .storedSchema()
        }
        guard let stored else { throw StoredSchema.missing(at: store.environment.path) }
        return try stored.schema(location: store.environment.path)
    }

    /// Writes a compact copy of the newest committed state into a folder, which is made when it is missing. Others may read
    /// and write meanwhile.
    ///
    /// - Throws: ``StoreError``: `notAStore` when the folder is not empty, `missingFolder`, `noPermission`, `diskFull`,
    ///   `inputOutput`. A copy that failed half-way is removed.
    public func export(to url: URL) throws {
        let path = url.standardizedFileURL.path
        let files = FileManager.default
        var isFolder: ObjCBool = false
        let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
        if exists {
            guard isFolder.boolValue, try contents(of: path).isEmpty else {
                throw StoreError(.notAStore, "\(path) is not an empty folder: copy to a new one.", location: path)
            }
        } else if mkdir(path, 0o755) != 0 {
            let code = errno
            throw code == ENOENT
                ? StoreError(
                    .missingFolder, "The folder that \(path) is to be in does not exist: make it.", location: path)
                : StoreError.engine(code, "Copying the store", at: path)
        }
        let code: Int32 = try read { _ in mdb_env_copy2(environment.handle, path, UInt32(MDB_CP_COMPACT)) }
        guard code != MDB_SUCCESS else { return }
        // What is left of the copy is of no use; that it cannot be removed is less of a problem than what happened.
        unlink(path + "/" + EnvironmentOpening.dataFile)
        if !exists { rmdir(path) }
        throw StoreError.engine(code, "Copying the store", at: path)
    }

    /// Deletes the store in a folder, and the folder when nothing else is in it. A folder that is missing is no error.
    ///
    /// - Throws: ``StoreError``: `locked` while this process has it open, `notAStore` when there is no store in the folder,
    ///   `noPermission`, `inputOutput`. Other processes that have it open keep using the deleted files.
    public static func destroy(at url: URL) throws {
        let path = url.standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard try !EnvironmentRegistry.isOpen(path: path) else {
            throw StoreError(.locked, "The store at \(path) is open: close it first.", location: path)
        }
        let names = try contents(of: path)
        guard names.contains(EnvironmentOpening.dataFile) || names.isEmpty else {
            throw StoreError(.notAStore, "There is no store at \(path): check the path.", location: path)
        }
        for name in names where EnvironmentOpening.isOwn(name) {
            if unlink(path + "/" + name) != 0 { throw StoreError.engine(errno, "Deleting the store", at: path) }
        }
        if names.allSatisfy(EnvironmentOpening.isOwn), rmdir(path) != 0 {
            throw StoreError.engine(errno, "Deleting the store", at: path)
        }
    }

    private func contents(of path: String) throws -> [String] { try Self.contents(of: path) }

    private static func contents(of path: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw StoreError(
                .noPermission, "\(path) cannot be listed: check that it is a folder, and its owner and mode.",
                location: path,
                underlying: error)
        }
    }
}
#endif

#if LMDB
import CLMDB
import ChronicleStore
import CDispatch
import Foundation
import Synchronization

/// The environments that this process has open, one a folder: the engine loses its locks when a folder is opened twice.
enum EnvironmentRegistry {
    /// What a folder is, however its path is spelled.
    private struct Folder: Hashable {
        let device: UInt64
        let file: UInt64

        init(path: String) throws {
            var status = stat()
            guard stat(path, &status) == 0 else { throw StoreError.engine(errno, "Opening the store", at: path) }
            device = UInt64(status.st_dev)
            file = UInt64(status.st_ino)
        }
    }

    private struct Entry {
        let environment: Environment
        var durability: LMDBDurability
        var users: Int
    }

    private static let entries = Mutex<[Folder: Entry]>([:])

    /// The environment of a folder, opened when this is its first user. Each call is paired with ``release(_:)``.
    static func acquire(_ opening: EnvironmentOpening) throws -> Environment {
        try entries.withLock { entries in
            try opening.prepareFolder()
            let folder = try Folder(path: opening.path)
            if var entry = entries[folder] {
                if opening.allowsSave && entry.environment.isReadOnly {
                    throw StoreError.engine(EACCES, "Opening the store for writing", at: opening.path)
                }
                // The strictest of all users counts.
                if opening.durability.rank > entry.durability.rank, !entry.environment.isReadOnly {
                    let flags = UInt32(MDB_NOSYNC | MDB_NOMETASYNC)
                    let handle = entry.environment.handle
                    mdb_env_set_flags(handle, flags, 0)
                    mdb_env_set_flags(handle, opening.durability.flags, 1)
                    try check(mdb_env_sync(handle, 1), "Writing to the disk", at: opening.path)
                    entry.durability = opening.durability
                }
                entry.users += 1
                entries[folder] = entry
                return entry.environment
            }
            let environment = try opening.open()
            entries[folder] = Entry(environment: environment, durability: opening.durability, users: 1)
            return environment
        }
    }

    /// Ends one use; the last one closes the environment.
    static func release(_ environment: Environment) {
        entries.withLock { entries in
            guard let folder = entries.first(where: { $0.value.environment === environment })?.key,
                var entry = entries[folder]
            else { return }
            entry.users -= 1
            if entry.users > 0 {
                entries[folder] = entry
                return
            }
            entries[folder] = nil
            environment.close()
        }
    }

    /// Whether a folder is open in this process.
    static func isOpen(path: String) throws -> Bool {
        let folder = try Folder(path: path)
        return entries.withLock { $0[folder] != nil }
    }
}
#endif

#if LMDB
import CLMDB
import ChronicleStore
import CDispatch
import Foundation

/// Opens the engine's environment in a folder, after checking what lies there.
struct EnvironmentOpening {
    /// As it was asked for.
    let path: String
    let allowsSave: Bool
    let durability: LMDBDurability
    let mapSize: Int

    /// The files of a store; any other file in the folder makes it somebody else's.
    static let dataFile = "data.mdb"
    private static let readers: UInt32 = 1022
    private static let databases: MDB_dbi = 4096

    /// Makes the folder when it is missing and may be made.
    func prepareFolder() throws {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw StoreError.engine(errno, "Opening the store", at: path) }
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard stat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw StoreError(
                    .missingFolder, "The folder \(parent) does not exist: make it, then open the store.", location: path
                )
            }
            guard allowsSave else { throw missingStore }
            if mkdir(path, 0o755) != 0, errno != EEXIST {
                throw StoreError.engine(errno, "Making the folder of the store", at: path)
            }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw notAStore("is a file; an LMDB store is a folder")
        }
        let data = path + "/" + Self.dataFile
        if stat(data, &status) == 0 {
            guard access(data, R_OK) == 0 else { throw StoreError.engine(errno, "Opening the store", at: path) }
            return
        }
        guard errno == ENOENT else { throw StoreError.engine(errno, "Opening the store", at: path) }
        let others: [String]
        do {
            others = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw StoreError(
                .noPermission, "The folder \(path) cannot be listed: change its owner or mode.", location: path,
                underlying: error)
        }
        guard others.allSatisfy(Self.isOwn) else { throw notAStore("is a folder with files that are not a store's") }
        guard allowsSave else { throw missingStore }
    }

    /// Whether a file of the folder belongs to a store.
    static func isOwn(_ name: String) -> Bool {
        [dataFile, "lock.mdb"].contains(name) || name.hasPrefix("chronicle.")
    }

    /// Opens the environment. A folder that may not be written is opened for reading when that is enough; without a lock
    /// file when even that may not be made, which is safe as long as nobody writes meanwhile.
    func open() throws -> Environment {
        let writable = access(path, W_OK) == 0 && isWritable(Self.dataFile) && isWritable("lock.mdb")
        if !writable && allowsSave {
            throw StoreError(
                .noPermission,
                "The store at \(path) may not be written: change the owner or the mode of the folder and "
                    + "its files, or open it for reading only.", location: path)
        }
        let base = UInt32(MDB_NOTLS) | (writable ? durability.flags : UInt32(MDB_RDONLY))
        do {
            return try open(base, isReadOnly: !writable)
        } catch let failure as StoreError {
            guard failure.code == .noPermission && !writable else { throw failure }
            return try open(base | UInt32(MDB_NOLOCK), isReadOnly: true)
        }
    }

    private func open(_ flags: UInt32, isReadOnly: Bool) throws -> Environment {
        var created: OpaquePointer?
        var code = mdb_env_create(&created)
        guard code == MDB_SUCCESS, let handle = created else {
            throw StoreError.engine(code, "Opening the store", at: path)
        }
        var isDone = false
        defer { if !isDone { mdb_env_close(handle) } }
        mdb_env_set_maxreaders(handle, Self.readers)
        mdb_env_set_maxdbs(handle, Self.databases)
        // A map is address space; the file has only the pages that were written.
        code = mdb_env_set_mapsize(handle, max(mapSize, 1 << 16))
        if code == MDB_SUCCESS, flags & UInt32(MDB_NOLOCK) == 0 { code = reserveLockFile() }
        if code == MDB_SUCCESS { code = mdb_env_open(handle, path, flags, 0o644) }
        guard code == MDB_SUCCESS else { throw StoreError.engine(code, "Opening the store", at: path) }
        try checkLength(handle)
        var dead: Int32 = 0
        mdb_reader_check(handle, &dead)
        isDone = true
        // However the path was spelled: a link may change while the store is open.
        var real = path
        if let resolved = realpath(path, nil) {
            real = String(cString: resolved)
            free(resolved)
        }
        return Environment(handle: handle, path: real, isReadOnly: isReadOnly)
    }

    /// Gives the lock file its room on the disk. The engine only makes it long, and writing to its map on a full disk would end
    /// the process.
    ///
    /// No other environment of this process has the file, so that closing it gives up nobody's locks.
    private func reserveLockFile() -> Int32 {
        #if os(Linux)
        var status = stat()
        // What may not be opened here, the engine reports better.
        let descriptor = Foundation.open(path + "/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return errno == ENOSPC ? ENOSPC : MDB_SUCCESS }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { return MDB_SUCCESS }
        // A file that others use keeps its length, which says how many readers they look for.
        let length = status.st_size > 0 ? status.st_size : off_t(Self.readers + 64) * 64
        guard off_t(status.st_blocks) * 512 < length else { return MDB_SUCCESS }
        return posix_fallocate(descriptor, 0, length) == ENOSPC ? ENOSPC : MDB_SUCCESS
        #else
        return MDB_SUCCESS
        #endif
    }

    /// Reading a page that the file no longer has would end the process, so a shortened file is refused, unless all the
    /// pages that it lacks are free.
    private func checkLength(_ handle: OpaquePointer) throws {
        var descriptor: Int32 = -1
        var status = stat()
        guard mdb_env_get_fd(handle, &descriptor) == MDB_SUCCESS, fstat(descriptor, &status) == 0 else {
            throw StoreError.engine(errno, "Opening the store", at: path)
        }
        let expected = expectedLength(handle)
        if try status.st_size >= expected || MissingPages.areFree(handle, path: path) { return }
        throw StoreError(
            .corrupt,
            "The file \(path)/\(Self.dataFile) has \(status.st_size) of \(expected) bytes: it was cut off, restore "
                + "it from a copy.", location: path)
    }

    private func isWritable(_ file: String) -> Bool {
        access(path + "/" + file, W_OK) == 0 || errno == ENOENT
    }

    private var missingStore: StoreError {
        StoreError(
            .missingStore, "There is no store at \(path), and it was opened for reading only: check the path.",
            location: path)
    }

    private func notAStore(_ why: String) -> StoreError {
        StoreError(
            .notAStore, "\(path) \(why): open a folder that an LMDB store made, or an empty one.", location: path)
    }
}
#endif

import ChronicleStore
import Foundation

/// The folder of a store: files that appear whole or not at all, and one writer at a time.
struct StoreFolder: Sendable {
    let url: URL
    let allowsSave: Bool

    /// The folder itself.
    var path: String {
        let path = url.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// A file of the folder.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of its files.
    func names() throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw StoreError(.inputOutput, "\(path) cannot be read.", location: path, underlying: error)
        }
    }

    // MARK: Making

    /// Makes the folder where there is none.
    ///
    /// - Throws: ``StoreError``: `missingFolder`, `missingStore`, `notAStore`, `noPermission`.
    func prepare() throws {
        var status = stat()
        guard stat(path, &status) != 0 else {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw error(.notAStore, "is no folder") }
            if access(path, allowsSave ? R_OK | W_OK | X_OK : R_OK | X_OK) != 0 { throw failure("opening") }
            return
        }
        guard errno == ENOENT else { throw failure("looking for") }
        guard access(url.deletingLastPathComponent().path(percentEncoded: false), F_OK) == 0 else {
            throw error(.missingFolder, "lies in a folder that does not exist; make it first")
        }
        guard allowsSave else { throw error(.missingStore, "does not exist and may not be made") }
        // Another process may make it at the same time.
        if mkdir(path, 0o755) != 0, errno != EEXIST { throw failure("making") }
    }

    // MARK: Reading

    /// What is in a file; nil when there is none.
    ///
    /// - Throws: ``StoreError`` `corrupt` when it is not of the expected form.
    func read<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path(name)))
        } catch let missing as CocoaError where missing.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw StoreError(.inputOutput, "\(path(name)) cannot be read.", location: path(name), underlying: error)
        }
        do { return try JSONDecoder().decode(type, from: data) } catch {
            throw StoreError(
                .corrupt, "\(path(name)) is damaged: restore the folder from a copy.", location: path(name),
                underlying: error)
        }
    }

    /// What changes when another file takes the name; empty when there is no file.
    func mark(_ name: String) -> String {
        var status = stat()
        guard stat(path(name), &status) == 0 else { return "" }
        return "\(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_size)"
    }

    // MARK: Writing

    /// Gives a file new content, which a loss of power leaves as it was before or as it is after.
    ///
    /// - Throws: ``StoreError`` `diskFull`, `noPermission`, `inputOutput`; the old content is then still there.
    func write(_ value: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        let aside = path(name + ".new")
        let file = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure("writing") }
        defer { close(file) }
        do {
            try data.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw failure("writing") }
                    rest = rest.dropFirst(count)
                }
            }
            guard fsync(file) == 0, rename(aside, path(name)) == 0 else { throw failure("writing") }
        } catch {
            unlink(aside)
            throw error
        }
        // The name is durable once the folder that holds it is.
        let folder = open((path(name) as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("writing") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure("writing") }
    }

    /// Does something that no other process or thread does at the same time; waits for as long as another one does.
    func locked<R>(_ body: () throws -> R) throws -> R {
        // A description of its own for each use, as the lock is the description's.
        let file = open(path("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure("locking") }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            if errno != EINTR { throw failure("locking") }
        }
        return try body()
    }

    // MARK: Errors

    func error(_ code: StoreError.Code, _ what: String) -> StoreError {
        StoreError(code, "\(path) \(what).", location: path)
    }

    /// The error for the system's own.
    func failure(_ doing: String) -> StoreError {
        let number = errno
        let code: StoreError.Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case EACCES, EPERM, EROFS: .noPermission
            default: .inputOutput
            }
        return StoreError(
            code, "The store at \(path) failed in \(doing): \(String(cString: strerror(number))).",
            location: path)
    }
}

public import Foundation
import Synchronization

/// A checkpoint in a file, which is written aside, synced and renamed. A lock file beside it keeps other owners away, in this
/// and in other processes; the system lifts the lock when its process ends.
public final class FileCheckpointStore: CheckpointStore {
    private let path: String
    private let lock = Mutex<(descriptor: Int32, owner: String)?>(nil)

    /// The checkpoint in a file; its folder must exist, the file need not.
    public init(url: URL) { path = url.path(percentEncoded: false) }

    deinit { lock.withLock { held in if let held { close(held.descriptor) } } }

    /// Claims the checkpoint.
    public func claim(by owner: DrainOwner) throws -> String? {
        try lock.withLock { held in
            if let holder = held?.owner { return holder == owner.text ? nil : holder }
            let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw failure("cannot be claimed") }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let isHeld = errno == EWOULDBLOCK
                close(descriptor)
                if isHeld { return (try? String(contentsOfFile: path + ".lock", encoding: .utf8)) ?? "another process" }
                throw failure("cannot be claimed")
            }
            // For whoever is turned away: the lock itself is the file's.
            ftruncate(descriptor, 0)
            _ = owner.text.withCString { write(descriptor, $0, strlen($0)) }
            held = (descriptor, owner.text)
            return nil
        }
    }

    /// Gives a claim up.
    public func release(by owner: DrainOwner) {
        lock.withLock { held in
            guard let lock = held, lock.owner == owner.text else { return }
            close(lock.descriptor)
            held = nil
        }
    }

    /// The checkpoint.
    public func load() throws -> DrainCheckpoint? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be read")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do { data = try file.readToEnd() ?? Data() } catch {
            throw DrainError(
                .checkpointUnavailable, "The checkpoint \(path) cannot be read: \(error)", underlying: error)
        }
        return try DrainCheckpoint(encoded: data)
    }

    /// Replaces the checkpoint.
    public func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
        try lock.withLock { held in
            guard held?.owner == owner.text else { throw DrainError.leaseLost(held?.owner) }
            let data = try checkpoint.encoded()
            let aside = path + ".new"
            let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure("cannot be written") }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try file.write(contentsOf: data)
                try file.synchronize()
                try file.close()
            } catch {
                throw DrainError(
                    .checkpointUnavailable, "The checkpoint \(path) cannot be written: \(error)", underlying: error)
            }
            guard rename(aside, path) == 0 else { throw failure("cannot be replaced") }
            syncFolder()
        }
    }

    /// Makes the new name durable.
    private func syncFolder() {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Not every file system syncs folders; the file itself is whole either way.
        fsync(descriptor)
        close(descriptor)
    }

    private func failure(_ what: String) -> DrainError {
        DrainError(.checkpointUnavailable, "The checkpoint \(path) \(what): \(String(cString: strerror(errno)))")
    }
}

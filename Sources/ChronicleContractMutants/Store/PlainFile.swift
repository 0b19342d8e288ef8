import ChronicleStore
import Foundation

/// A file of checked records, which only grows; several openings and processes may use it at once.
///
/// After 64 bytes of head come records of length, checksum and content. The head says how much is committed: what lies behind
/// that is what a crash left of an unfinished write, and is written over. A writer holds the file's lock.
struct PlainFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let allowsSave: Bool
    private let faults: Faults

    private static let magic: Int64 = 0x6e69_616c_5052_4843
    private static let version: Int64 = 1
    private static let headSize = 64

    /// Opens the file, and makes it when it does not exist.
    ///
    /// - Returns: Also whether it is new.
    static func open(_ path: String, allowsSave: Bool, faults: Faults) throws -> (file: PlainFile, isNew: Bool) {
        func failure(_ code: StoreError.Code, _ what: String) -> StoreError {
            StoreError(code, "\(path) \(what).", location: path)
        }
        var status = stat()
        let folder = (path as NSString).deletingLastPathComponent
        if faults.has(.makesFolders) {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let allowsSave = allowsSave || faults.has(.writesReadOnly)
        let makes = allowsSave || faults.has(.makesReadOnly)
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure(.missingFolder, "lies in a folder that does not exist; make it first")
        }
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG { throw failure(.notAStore, "is no file") }
        if !exists, !makes { throw failure(.missingStore, "does not exist and may not be made") }
        let flags = makes ? O_RDWR | O_CREAT : O_RDONLY
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw errno == EACCES || errno == EROFS
                ? failure(.noPermission, "may not be opened") : failure(.inputOutput, "cannot be opened")
        }
        let file = PlainFile(path: path, descriptor: descriptor, allowsSave: makes, faults: faults)
        do {
            return (file, try makes ? file.locked { try file.prepare() } : file.prepare())
        } catch {
            file.close()
            throw error
        }
    }

    func close() { _ = Glibc.close(descriptor) }

    /// Checks the head, or writes it to an empty file; whether it did.
    private func prepare() throws -> Bool {
        var size = try size()
        if faults.has(.replacesForeign), size > 0, try size < 16 || PlainReader.first(read(8, at: 0)) != Self.magic {
            ftruncate(descriptor, 0)
            size = 0
        }
        if size == 0, allowsSave {
            var head = PlainWriter()
            head.put(Self.magic)
            head.put(Self.version)
            for _ in 2..<Self.headSize / 8 { head.put(0) }
            try write(head.bytes, at: 0)
            try commit(Self.headSize)
            return true
        }
        guard size >= 16 else { throw failure(.notAStore, "is too short for a store") }
        let head = try read(16, at: 0)
        var reader = PlainReader(head)
        guard try reader.integer() == Self.magic else { throw failure(.notAStore, "is no store of this kind") }
        let version = try reader.integer()
        guard version <= Self.version else { throw failure(.newerFormat, "was written by a newer version") }
        guard version == Self.version else { throw failure(.corrupt, "has a damaged head") }
        if faults.has(.replacesDamaged), (try? committed()) == nil { try empty() }
        return try committed() == Self.headSize
    }

    // MARK: Records

    /// Where the committed records begin.
    var start: Int { Self.headSize }

    /// Where they end.
    func committed() throws -> Int {
        guard try size() >= Self.headSize else { throw failure(.corrupt, "is cut off") }
        var reader = PlainReader(try read(16, at: 16))
        let end = try reader.integer()
        let size = try size()
        if faults.has(.trapsOnDamage) { precondition(end <= size) }
        if faults.has(.acceptsCut) { return min(Int(clamping: end), size) }
        guard try reader.integer() == ~end, end >= Self.headSize, size >= end else {
            throw failure(.corrupt, "is cut off or has a damaged head")
        }
        return Int(end)
    }

    /// Hands over the committed records from an offset on; the offset moves to their end.
    func records(from offset: inout Int, _ body: ([UInt8]) throws -> Void) throws {
        let end = try committed()
        guard offset < end else { return }
        let bytes = try read(end - offset, at: offset)
        var position = 0
        while position < bytes.count {
            guard position + 16 <= bytes.count else { throw failure(.corrupt, "has a damaged record") }
            var head = PlainReader(Array(bytes[position..<position + 16]))
            let (length, sum) = (try head.int(), try head.bits())
            if faults.has(.acceptsCut), length > bytes.count - position - 16 { break }
            guard length >= 0, length <= bytes.count - position - 16 else {
                throw failure(.corrupt, "has a damaged record")
            }
            let content = Array(bytes[position + 16..<position + 16 + length])
            if faults.has(.trapsOnDamage) { precondition(Self.checksum(content) == sum) }
            guard Self.checksum(content) == sum else { throw failure(.corrupt, "has a damaged record") }
            do { try body(content) } catch is PlainReader.Damage { throw failure(.corrupt, "has a damaged record") }
            position += 16 + length
        }
        offset = end
    }

    /// Forgets all records.
    func empty() throws {
        ftruncate(descriptor, off_t(Self.headSize))
        try commit(Self.headSize)
    }

    /// Appends records and commits them together; within ``locked(_:)``.
    func append(_ contents: [[UInt8]]) throws {
        let end = try committed()
        var writer = PlainWriter()
        var all: [UInt8] = []
        for content in contents {
            writer = PlainWriter()
            writer.put(content.count)
            writer.put(bits: Self.checksum(content))
            all += writer.bytes
            all += content
        }
        try write(all, at: end)
        guard fdatasync(descriptor) == 0 else { throw failure(.inputOutput, "cannot be written through") }
        try commit(end + all.count)
    }

    private func commit(_ end: Int) throws {
        var writer = PlainWriter()
        writer.put(end)
        writer.put(~Int64(end))
        try write(writer.bytes, at: 16)
    }

    /// FNV-1a over words, the last one filled up with zeros.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset + 8 <= buffer.count {
                sum = (sum ^ buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01b3
                sum ^= sum >> 29
                offset += 8
            }
            while offset < buffer.count {
                sum = (sum ^ UInt64(buffer[offset])) &* 0x100_0000_01b3
                offset += 1
            }
        }
        return sum
    }

    // MARK: The system's calls

    /// Runs a body while no other opening writes.
    func locked<R>(_ body: () throws -> R) throws -> R {
        let deadline = ContinuousClock.now + .seconds(5)
        if faults.has(.writesUnlocked) || faults.has(.savesApart) { return try body() }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < deadline else {
                throw failure(.locked, "was held by another process for longer than 5 seconds")
            }
            usleep(500)
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(.inputOutput, "cannot be examined") }
        return Int(status.st_size)
    }

    private func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            guard part > 0 else { throw failure(.inputOutput, "cannot be read") }
            done += part
        }
        return bytes
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws {
        var done = 0
        while done < bytes.count {
            let part = bytes.withUnsafeBytes { buffer in
                pwrite(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            }
            guard part > 0 else {
                throw errno == ENOSPC
                    ? failure(.diskFull, "has no room left") : failure(.inputOutput, "cannot be written")
            }
            done += part
        }
    }

    private func failure(_ code: StoreError.Code, _ what: String) -> StoreError {
        StoreError(code, "\(path) \(what).", location: path)
    }
}

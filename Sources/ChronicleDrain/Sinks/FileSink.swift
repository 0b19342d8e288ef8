public import Foundation
import Synchronization

/// A file of JSON lines that only grows, and is set aside under a number when it has become large.
///
/// A batch is on the medium when it is acknowledged. One that was cut short by a crash is cut off again, and a batch that
/// comes twice is there twice: readers tell by the operations' identifiers.
public final class FileSink: RemoteSink {
    private let path: String
    private let rotatesAt: Int
    private let file = Mutex<FileHandle?>(nil)

    /// A file that receives.
    ///
    /// - Parameters:
    ///   - url: The file; its folder must exist.
    ///   - rotatesAt: The size in bytes from which on it is set aside as `NAME.1`, `NAME.2` and so on; nil never does.
    public init(url: URL, rotatesAt: Int? = nil) {
        path = url.path(percentEncoded: false)
        self.rotatesAt = rotatesAt ?? .max
    }

    /// Appends a batch and syncs the file.
    public func acknowledge(_ batch: OutboundHistoryBatch) throws -> [OperationRefusal] {
        do {
            try file.withLock { file in
                let open = try file ?? reopened()
                file = open
                do {
                    try open.write(contentsOf: batch.lines)
                    try open.synchronize()
                } catch {
                    // What was written in part is cut off when the file is opened again.
                    file = nil
                    throw error
                }
                if try open.offset() >= UInt64(rotatesAt) {
                    file = nil
                    try open.close()
                    try setAside()
                }
            }
        } catch {
            throw SinkError(.transient, "\(path) cannot be written: \(error)", underlying: error)
        }
        return []
    }

    private func reopened() throws -> FileHandle {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let end = try endOfLastLine(file)
        try file.truncate(atOffset: end)
        try file.seek(toOffset: end)
        return file
    }

    /// Looks back from the end of the file for the end of a line.
    private func endOfLastLine(_ file: FileHandle) throws -> UInt64 {
        var end = try file.seekToEnd()
        while end > 0 {
            let start = end > 65_536 ? end - 65_536 : 0
            try file.seek(toOffset: start)
            let chunk = try file.read(upToCount: Int(end - start)) ?? Data()
            if let last = chunk.lastIndex(of: UInt8(ascii: "\n")) {
                return start + UInt64(last - chunk.startIndex) + 1
            }
            end = start
        }
        return 0
    }

    private func setAside() throws {
        var number = 1
        while FileManager.default.fileExists(atPath: "\(path).\(number)") { number += 1 }
        try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(number)")
    }
}

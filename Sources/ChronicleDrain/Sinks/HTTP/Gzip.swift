#if Gzip
import CZlib
import Foundation

/// Data as a gzip member (RFC 1952) that depends on nothing but the data: its header has neither time nor system.
enum Gzip {
    /// Why data was not compressed.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "zlib failed with \(code)" }
    }

    /// Quick, as what it saves beyond that is little for lines that are much alike.
    private static let level: Int32 = 3

    /// The compressed form; the same for the same data under one version of zlib.
    ///
    /// - Throws: ``Failure``, for want of memory or for data beyond what zlib takes at once (4 GB).
    static func compressed(_ data: Data) throws -> Data {
        guard let count = UInt32(exactly: data.count) else { throw Failure(code: Z_BUF_ERROR) }
        var stream = z_stream()
        var code = chronicle_deflate_init(&stream, level)
        guard code == Z_OK else { throw Failure(code: code) }
        defer { deflateEnd(&stream) }
        // 255: a system that is not known, whichever it is.
        var header = gz_header()
        header.os = 255
        return try withUnsafeMutablePointer(to: &header) { header in
            code = deflateSetHeader(&stream, header)
            guard code == Z_OK else { throw Failure(code: code) }
            let bound = Int(deflateBound(&stream, uLong(count)))
            guard let room = UInt32(exactly: bound) else { throw Failure(code: Z_BUF_ERROR) }
            var result = Data(count: bound)
            code = result.withUnsafeMutableBytes { output in
                data.withUnsafeBytes { input in
                    // zlib only reads what it is given, in spite of the type.
                    stream.next_in = UnsafeMutablePointer(
                        mutating: input.bindMemory(to: UInt8.self).baseAddress)
                    stream.avail_in = count
                    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                    stream.avail_out = room
                    return deflate(&stream, Z_FINISH)
                }
            }
            guard code == Z_STREAM_END else { throw Failure(code: code) }
            result.count = Int(stream.total_out)
            return result
        }
    }
}
#endif

#if Gzip
import CZlib
import Foundation

/// What a gzip member holds; nil when it is not whole, or has something behind it.
func gunzipped(_ data: Data) -> Data? {
    var stream = z_stream()
    guard chronicle_inflate_init(&stream) == Z_OK, let count = UInt32(exactly: data.count) else { return nil }
    defer { inflateEnd(&stream) }
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let code = data.withUnsafeBytes { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = count
        var code = Z_OK
        while code == Z_OK {
            code = buffer.withUnsafeMutableBufferPointer { output in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_NO_FLUSH)
            }
            result.append(contentsOf: buffer[..<(buffer.count - Int(stream.avail_out))])
        }
        return code
    }
    return code == Z_STREAM_END && stream.avail_in == 0 ? result : nil
}
#endif

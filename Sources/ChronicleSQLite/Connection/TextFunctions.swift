#if SQLite
import CChronicleSQLite
import ChronicleStore
import Foundation

/// Swift's answers about texts, for the functions that a connection has in SQL.
enum TextFunctions {
    /// What ``CChronicleSQLite`` asks for whenever a text is more than ASCII.
    static var all: chronicle_texts {
        chronicle_texts(
            normal: { text, count, out, outCount in
                give(Array(NormalText.form(string(text, count)).utf8), out, outCount)
            },
            key: { text, count, order, out, outCount in
                give(TextKey.collation(order).key(string(text, count)), out, outCount)
            },
            match: { text, count, other, otherCount, mode in
                let (text, other) = (string(text, count), string(other, otherCount))
                return (mode == 0 ? NormalText.contains(text, other) : text.starts(with: other)) ? 1 : 0
            },
            length: { text, count in Int64(string(text, count).count) },
            makeSearch: { pattern, count in Unmanaged.passRetained(TextSearch(string(pattern, count))).toOpaque() },
            search: { search, text, count in
                let search = Unmanaged<TextSearch>.fromOpaque(search).takeUnretainedValue()
                return search.isContained(in: string(text, count)) ? 1 : 0
            },
            releaseSearch: { Unmanaged<TextSearch>.fromOpaque($0).release() },
            matches: { pattern, text, count in
                let pattern = Unmanaged<Query.TextPattern>.fromOpaque(pattern).takeUnretainedValue()
                return pattern.isFound(in: string(text, count)) ? 1 : 0
            })
    }
}

private func string(_ text: UnsafePointer<CChar>, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
}

/// Hands bytes over in memory that SQLite frees; none when there is no memory.
private func give(
    _ bytes: [UInt8], _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ outCount: UnsafeMutablePointer<Int32>
) {
    guard let count = Int32(exactly: bytes.count), let memory = malloc(bytes.count + 1) else { return }
    bytes.withUnsafeBytes { if let start = $0.baseAddress { memcpy(memory, start, $0.count) } }
    out.pointee = memory.assumingMemoryBound(to: CChar.self)
    outCount.pointee = count
}

/// The orders of texts that `chronicle_key` makes keys for, by its second argument.
enum TextKey {
    static let caseless: Int32 = 0
    static let standard: Int32 = 1

    static func collation(_ order: Int32) -> Query.Collation { order == standard ? .standard : .caseInsensitive }
}
#endif

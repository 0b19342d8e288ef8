package import Foundation

/// What the head of an LMDB file tells without opening it.
package enum LMDBFile {
    /// The committed write transactions of all LMDB files below a folder.
    package static func transactions(in folder: URL) -> Int {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return 0 }
        var sum = 0
        for case let file as URL in files where file.lastPathComponent == "data.mdb" {
            sum += transaction(of: file) ?? 0
        }
        return sum
    }

    /// The number of the last committed transaction, which is in the newer of the two pages at the file's beginning.
    ///
    /// This is version 1 of the format on a 64-bit machine: the head's magic number and version, the map's address and
    /// size, two tree descriptions of 48 bytes, of which the first begins with the page size, the last page, the number.
    package static func transaction(of file: URL) -> Int? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        let header = 16
        guard let first = try? handle.read(upToCount: header + 136), first.count == header + 136 else { return nil }
        func number<Number: FixedWidthInteger>(_ type: Number.Type, _ data: Data, at offset: Int) -> Number {
            data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
        }
        guard number(UInt32.self, first, at: header) == 0xBEEF_C0DE, number(UInt32.self, first, at: header + 4) == 1
        else { return nil }
        let pageSize = number(UInt32.self, first, at: header + 24)
        guard (try? handle.seek(toOffset: UInt64(pageSize))) != nil,
            let second = try? handle.read(upToCount: header + 136), second.count == header + 136
        else { return nil }
        let newest = max(number(UInt64.self, first, at: header + 128), number(UInt64.self, second, at: header + 128))
        return Int(exactly: newest)
    }
}

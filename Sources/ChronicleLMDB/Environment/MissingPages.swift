#if LMDB
import CLMDB
import CDispatch
import ChronicleStore
import Foundation

/// Tells whether the pages that a data file ends before are free ones.
///
/// The engine does not write pages that a transaction took and gave back, so that a sound file may end before its last
/// page. Touching such a page through the map would end the process, so the list of free pages is read from the file
/// itself, page by page and with every number checked.
struct MissingPages {
    private let descriptor: Int32
    private let pageSize: Int
    /// The number of pages that the file has.
    private let present: Int
    private var free: Set<Int> = []
    /// How many pages of the list were read; a damaged list could lead in circles.
    private var visited = 0

    // The engine's form, which is the same on all machines with eight bytes a word.
    private static let header = 16
    private static let (branch, leaf, overflow) = (0x01, 0x02, 0x04)
    private static let bigData = 0x01

    private init(descriptor: Int32, pageSize: Int, length: Int) {
        self.descriptor = descriptor
        self.pageSize = pageSize
        present = length / pageSize
    }

    /// Whether every page of the newest state that the file does not have is free.
    ///
    /// - Parameter handle: An open environment; a read transaction holds its state while the file is read.
    static func areFree(_ handle: OpaquePointer, path: String) throws -> Bool {
        // A commit between the beginning and the reading may replace the state's root.
        for _ in 0..<16 {
            var begun: OpaquePointer?
            try check(mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun), "Opening the store", at: path)
            guard let transaction = begun else { return false }
            defer { mdb_txn_abort(transaction) }
            var descriptor: Int32 = -1
            var status = stat()
            var statistics = MDB_stat()
            guard mdb_env_get_fd(handle, &descriptor) == MDB_SUCCESS, fstat(descriptor, &status) == 0,
                mdb_env_stat(handle, &statistics) == MDB_SUCCESS
            else { throw StoreError.engine(errno, "Opening the store", at: path) }
            var pages = MissingPages(
                descriptor: descriptor, pageSize: Int(statistics.ms_psize), length: Int(status.st_size))
            guard let state = pages.state(mdb_txn_id(transaction)) else { continue }
            guard state.last >= pages.present else { return true }
            // More pages than the list has entries are certainly not all free.
            guard pages.collect(state.freeRoot, depth: 0) else { return false }
            return state.last - pages.present < pages.free.count
                && (pages.present...state.last).allSatisfy(pages.free.contains)
        }
        return false
    }

    /// The last page and the root of the list of free pages of a state; nil when the file no longer has it.
    private func state(_ transaction: Int) -> (last: Int, freeRoot: UInt64)? {
        for page in 0..<2 {
            guard let bytes = read(page), let number = bytes.number(at: 144, UInt64.self), number == transaction,
                let last = bytes.number(at: 136, UInt64.self).flatMap({ Int(exactly: $0) }),
                let root = bytes.number(at: 80, UInt64.self)
            else { continue }
            return (last, root)
        }
        return nil
    }

    /// Collects the free pages below a page; false when it is missing or damaged.
    private mutating func collect(_ root: UInt64, depth: Int) -> Bool {
        if root == .max { return true }
        visited += 1
        guard depth < 32, visited <= present, let page = Int(exactly: root), let bytes = read(page),
            let flags = bytes.number(at: 10, UInt16.self), let lower = bytes.number(at: 12, UInt16.self),
            lower >= Self.header
        else { return false }
        let isBranch = Int(flags) & Self.branch != 0
        guard isBranch || Int(flags) & Self.leaf != 0 else { return false }
        for index in 0..<(Int(lower) - Self.header) / 2 {
            guard let place = bytes.number(at: Self.header + 2 * index, UInt16.self).map(Int.init),
                let low = bytes.number(at: place, UInt32.self), let high = bytes.number(at: place + 4, UInt16.self),
                let keySize = bytes.number(at: place + 6, UInt16.self)
            else { return false }
            if isBranch {
                guard collect(UInt64(low) | UInt64(high) << 32, depth: depth + 1) else { return false }
                continue
            }
            let data = place + 8 + Int(keySize)
            if Int(high) & Self.bigData == 0 {
                guard take(bytes, from: data, size: Int(low)) else { return false }
            } else {
                guard let first = bytes.number(at: data, UInt64.self).flatMap({ Int(exactly: $0) }),
                    let list = read(first, size: Self.header + Int(low)),
                    let kind = list.number(at: 10, UInt16.self), Int(kind) & Self.overflow != 0,
                    take(list, from: Self.header, size: Int(low))
                else { return false }
            }
        }
        return true
    }

    /// Adds the pages of one list: their count, then their numbers.
    private mutating func take(_ bytes: [UInt8], from start: Int, size: Int) -> Bool {
        guard let count = bytes.number(at: start, UInt64.self).flatMap({ Int(exactly: $0) }), count < size / 8 else {
            return false
        }
        for index in 0..<count {
            guard let page = bytes.number(at: start + 8 + 8 * index, UInt64.self).flatMap({ Int(exactly: $0) }) else {
                return false
            }
            if page >= present { free.insert(page) }
        }
        return true
    }

    /// A page, or what is as long as asked from its beginning; nil when the file ends before.
    private func read(_ page: Int, size: Int? = nil) -> [UInt8]? {
        let size = size ?? pageSize
        let (offset, overflow) = page.multipliedReportingOverflow(by: pageSize)
        let (end, beyond) = offset.addingReportingOverflow(size)
        guard !overflow, !beyond, page >= 0, end <= present * pageSize else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(descriptor, &bytes, size, off_t(offset)) == size ? bytes : nil
    }
}

extension [UInt8] {
    /// A little-endian number; nil when the bytes end before.
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _ type: Number.Type) -> Number? {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
#endif

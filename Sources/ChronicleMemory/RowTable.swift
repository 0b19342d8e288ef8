import CChronicleMemory
import Foundation

/// The rows of one entity in ascending order of their keys, as packed bytes.
///
/// Rows lie in chunks of at most 512, so that finding, inserting and removing one touch a small part only.
final class RowTable {
    /// One row's bytes, owned by the table or, once taken out, by the taker.
    struct Row {
        let bytes: UnsafeMutableRawBufferPointer

        init(copying source: [UInt8]) {
            bytes = .allocate(byteCount: source.count, alignment: 8)
            bytes.copyBytes(from: source)
        }

        init(size: Int) { bytes = .allocate(byteCount: size, alignment: 8) }

        func free() { bytes.deallocate() }
    }

    /// Memory for the greatest number of rows: its keys, and beside them their bytes. Who reads or writes holds the store's
    /// lock.
    private final class Chunk {
        let keys = UnsafeMutablePointer<Int64>.allocate(capacity: RowTable.capacity)
        let rows = UnsafeMutablePointer<Row>.allocate(capacity: RowTable.capacity)
        @exclusivity(unchecked) private(set) var count = 0

        deinit {
            keys.deallocate()
            rows.deallocate()
        }

        var isFull: Bool { count == RowTable.capacity }
        var last: Int64? { count > 0 ? keys[count - 1] : nil }

        func insert(_ key: Int64, _ row: Row, at index: Int) {
            precondition(!isFull && index <= count)
            (keys + index + 1).update(from: keys + index, count: count - index)
            (rows + index + 1).update(from: rows + index, count: count - index)
            (keys[index], rows[index]) = (key, row)
            count += 1
        }

        func remove(at index: Int) -> Row {
            let row = rows[index]
            (keys + index).update(from: keys + index + 1, count: count - index - 1)
            (rows + index).update(from: rows + index + 1, count: count - index - 1)
            count -= 1
            return row
        }

        /// Gives the second half of its rows to another chunk.
        func split() -> Chunk {
            let half = Chunk()
            let rest = count / 2
            half.keys.update(from: keys + rest, count: count - rest)
            half.rows.update(from: rows + rest, count: count - rest)
            half.count = count - rest
            count = rest
            return half
        }

        /// Has a row that is looked at soon on its way: rows lie anywhere in memory.
        @inline(__always) func prefetch(_ index: Int) {
            if index < count { RowTable.prefetch(rows[index]) }
        }

        /// The number of keys that are not greater.
        @inline(__always) func upperBound(_ key: Int64) -> Int {
            RowTable.upperBound(UnsafeBufferPointer(start: keys, count: count), key)
        }
    }

    /// Finds rows one after another; quick where their keys ascend. Used while the table does not change.
    struct Seeker {
        private let table: RowTable
        // They lie in a chunk that the table keeps.
        private var keys: UnsafePointer<Int64>?
        private var rows: UnsafePointer<Row>?
        private var count = 0
        private var index = 0

        init(_ table: RowTable) { self.table = table }

        /// The bytes of a row; nil when there is none.
        @inline(__always) mutating func bytes(_ key: Int64) -> UnsafeRawBufferPointer? {
            if let keys, let rows, key > keys[index] {
                // A few steps cost less than a search.
                let end = min(count, index &+ 9)
                var next = index &+ 1
                while next < end, keys[next] < key { next &+= 1 }
                if next < end {
                    index = next
                    if next &+ RowTable.reach < count { RowTable.prefetch(rows[next &+ RowTable.reach]) }
                    return keys[next] == key ? UnsafeRawBufferPointer(rows[next].bytes) : nil
                }
            }
            return sought(key)
        }

        private mutating func sought(_ key: Int64) -> UnsafeRawBufferPointer? {
            guard let (position, index) = table.find(key) else { return nil }
            let chunk = table.chunks[position]
            (keys, rows, count) = (UnsafePointer(chunk.keys), UnsafePointer(chunk.rows), chunk.count)
            self.index = index
            return UnsafeRawBufferPointer(chunk.rows[index].bytes)
        }
    }

    private static let capacity = 512
    /// How far ahead of the row that is looked at rows are fetched from memory.
    private static let reach = 6

    /// The beginning of a row, where its numbers are.
    @inline(__always) private static func prefetch(_ row: Row) {
        chronicle_prefetch(row.bytes.baseAddress)
        chronicle_prefetch(row.bytes.baseAddress.map { $0 + 64 })
    }

    @exclusivity(unchecked) private var firsts: [Int64] = []
    @exclusivity(unchecked) private var chunks: [Chunk] = []
    private(set) var count = 0

    deinit {
        for chunk in chunks { for index in 0..<chunk.count { chunk.rows[index].free() } }
    }

    func bytes(_ key: Int64) -> UnsafeRawBufferPointer? {
        guard let (chunk, index) = find(key) else { return nil }
        return UnsafeRawBufferPointer(chunks[chunk].rows[index].bytes)
    }

    /// Adds a row that is not there yet; false when it is.
    func insert(_ key: Int64, _ row: Row) -> Bool {
        guard let last = chunks.last, let end = last.last, key <= end else {
            if let last = chunks.last, !last.isFull {
                last.insert(key, row, at: last.count)
            } else {
                let chunk = Chunk()
                chunk.insert(key, row, at: 0)
                chunks.append(chunk)
                firsts.append(key)
            }
            count += 1
            return true
        }
        var position = max(0, RowTable.upperBound(firsts, key) - 1)
        var chunk = chunks[position]
        if chunk.isFull {
            let half = chunk.split()
            chunks.insert(half, at: position + 1)
            firsts.insert(half.keys[0], at: position + 1)
            if key >= half.keys[0] {
                position += 1
                chunk = half
            }
        }
        let index = chunk.upperBound(key)
        if index > 0 && chunk.keys[index - 1] == key { return false }
        chunk.insert(key, row, at: index)
        if index == 0 { firsts[position] = key }
        count += 1
        return true
    }

    /// Puts other bytes in a row's place and returns the old ones.
    func replace(_ key: Int64, _ row: Row) -> Row? {
        guard let (chunk, index) = find(key) else { return nil }
        let old = chunks[chunk].rows[index]
        chunks[chunk].rows[index] = row
        return old
    }

    func remove(_ key: Int64) -> Row? {
        guard let (position, index) = find(key) else { return nil }
        let chunk = chunks[position]
        let row = chunk.remove(at: index)
        count -= 1
        if chunk.count == 0 {
            chunks.remove(at: position)
            firsts.remove(at: position)
        } else if index == 0 {
            firsts[position] = chunk.keys[0]
        }
        return row
    }

    /// Visits all rows in order until the visitor returns false.
    func scan(_ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool) rethrows {
        for chunk in chunks {
            for index in 0..<chunk.count {
                chunk.prefetch(index + RowTable.reach)
                guard try visit(chunk.keys[index], UnsafeRawBufferPointer(chunk.rows[index].bytes)) else { return }
            }
        }
    }

    /// Visits the rows whose keys lie in a range, in order or from the last to the first, until the visitor returns false.
    func scan(
        _ range: ClosedRange<Int64>, isReversed: Bool, _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) rethrows {
        let bound = isReversed ? range.upperBound : range.lowerBound
        var position = max(0, RowTable.upperBound(firsts, bound) - 1)
        while chunks.indices.contains(position) {
            let chunk = chunks[position]
            let after = chunk.upperBound(bound)
            if isReversed {
                for index in stride(from: after - 1, through: 0, by: -1) {
                    if chunk.keys[index] < range.lowerBound { return }
                    guard try visit(chunk.keys[index], UnsafeRawBufferPointer(chunk.rows[index].bytes)) else { return }
                }
                position -= 1
            } else {
                let start = after > 0 && chunk.keys[after - 1] == bound ? after - 1 : after
                for index in start..<chunk.count {
                    if chunk.keys[index] > range.upperBound { return }
                    guard try visit(chunk.keys[index], UnsafeRawBufferPointer(chunk.rows[index].bytes)) else { return }
                }
                position += 1
            }
        }
    }

    private func find(_ key: Int64) -> (chunk: Int, index: Int)? {
        let chunk = RowTable.upperBound(firsts, key) - 1
        guard chunk >= 0 else { return nil }
        let index = chunks[chunk].upperBound(key) - 1
        guard index >= 0, chunks[chunk].keys[index] == key else { return nil }
        return (chunk, index)
    }

    @inline(__always) private static func upperBound(_ keys: [Int64], _ key: Int64) -> Int {
        keys.withUnsafeBufferPointer { upperBound($0, key) }
    }

    /// The number of keys that are not greater.
    @inline(__always) private static func upperBound(_ keys: UnsafeBufferPointer<Int64>, _ key: Int64) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) >> 1
            if keys[middle] <= key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

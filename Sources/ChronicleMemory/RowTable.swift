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

    private final class Chunk {
        // Unchecked: who reads or writes holds the store's lock, and no access spans other code that writes.
        @exclusivity(unchecked) var keys: [Int64] = []
        @exclusivity(unchecked) var rows: [Row] = []
    }

    /// Finds rows one after another; quick where their keys ascend. Used while the table does not change.
    struct Seeker {
        private let table: RowTable
        private var chunk: Chunk?
        private var index = 0

        init(_ table: RowTable) { self.table = table }

        /// The bytes of a row; nil when there is none.
        @inline(__always) mutating func bytes(_ key: Int64) -> UnsafeRawBufferPointer? {
            if let chunk, key > chunk.keys[index] {
                // A few steps cost less than a search.
                let end = min(chunk.keys.count, index &+ 9)
                var next = index &+ 1
                while next < end, chunk.keys[next] < key { next &+= 1 }
                if next < end {
                    index = next
                    return chunk.keys[next] == key ? UnsafeRawBufferPointer(chunk.rows[next].bytes) : nil
                }
            }
            guard let (position, index) = table.find(key) else { return nil }
            chunk = table.chunks[position]
            self.index = index
            return UnsafeRawBufferPointer(table.chunks[position].rows[index].bytes)
        }
    }

    private static let capacity = 512
    @exclusivity(unchecked) private var firsts: [Int64] = []
    @exclusivity(unchecked) private var chunks: [Chunk] = []
    private(set) var count = 0

    deinit {
        for chunk in chunks { for row in chunk.rows { row.free() } }
    }

    func bytes(_ key: Int64) -> UnsafeRawBufferPointer? {
        guard let (chunk, index) = find(key) else { return nil }
        return UnsafeRawBufferPointer(chunks[chunk].rows[index].bytes)
    }

    /// Adds a row that is not there yet; false when it is.
    func insert(_ key: Int64, _ row: Row) -> Bool {
        if let last = chunks.last, let lastKey = last.keys.last, key > lastKey, last.keys.count < RowTable.capacity {
            last.keys.append(key)
            last.rows.append(row)
            count += 1
            return true
        }
        if chunks.last?.keys.last.map({ key > $0 }) ?? true {
            let chunk = Chunk()
            chunk.keys.reserveCapacity(RowTable.capacity)
            chunk.rows.reserveCapacity(RowTable.capacity)
            chunk.keys.append(key)
            chunk.rows.append(row)
            chunks.append(chunk)
            firsts.append(key)
            count += 1
            return true
        }
        var position = max(0, RowTable.upperBound(firsts, key) - 1)
        var chunk = chunks[position]
        if chunk.keys.count == RowTable.capacity {
            let half = Chunk()
            half.keys = Array(chunk.keys[(RowTable.capacity / 2)...])
            half.rows = Array(chunk.rows[(RowTable.capacity / 2)...])
            chunk.keys.removeLast(half.keys.count)
            chunk.rows.removeLast(half.rows.count)
            chunks.insert(half, at: position + 1)
            firsts.insert(half.keys[0], at: position + 1)
            if key >= half.keys[0] {
                position += 1
                chunk = half
            }
        }
        let index = RowTable.upperBound(chunk.keys, key)
        if index > 0 && chunk.keys[index - 1] == key { return false }
        chunk.keys.insert(key, at: index)
        chunk.rows.insert(row, at: index)
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
        let row = chunk.rows.remove(at: index)
        chunk.keys.remove(at: index)
        count -= 1
        if chunk.keys.isEmpty {
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
            for index in chunk.keys.indices {
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
            let after = RowTable.upperBound(chunk.keys, bound)
            if isReversed {
                for index in stride(from: after - 1, through: 0, by: -1) {
                    if chunk.keys[index] < range.lowerBound { return }
                    guard try visit(chunk.keys[index], UnsafeRawBufferPointer(chunk.rows[index].bytes)) else { return }
                }
                position -= 1
            } else {
                let start = after > 0 && chunk.keys[after - 1] == bound ? after - 1 : after
                for index in start..<chunk.keys.count {
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
        let index = RowTable.upperBound(chunks[chunk].keys, key) - 1
        guard index >= 0, chunks[chunk].keys[index] == key else { return nil }
        return (chunk, index)
    }

    /// The number of keys that are not greater.
    @inline(__always) private static func upperBound(_ keys: [Int64], _ key: Int64) -> Int {
        keys.withUnsafeBufferPointer { keys in
            var low = 0
            var high = keys.count
            while low < high {
                let middle = (low + high) >> 1
                if keys[middle] <= key { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}

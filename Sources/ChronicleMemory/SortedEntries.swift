import ChronicleStore
import Foundation

/// The entries of one index in the order of their bytes, in chunks of at most 128.
final class SortedEntries {
    /// One entry, with its first sixteen bytes and the row's key beside it so that most looks at it stay within the chunk.
    struct Entry {
        let first: UInt64
        let second: UInt64
        /// The row's key, which ends the entry; zero for a bound that has none.
        let key: Int64
        let bytes: [UInt8]

        @inline(__always) init(_ bytes: [UInt8]) {
            self.bytes = bytes
            key = bytes.withUnsafeBytes { KeyEncoding.rowKey(of: $0) } ?? 0
            (first, second) = bytes.withUnsafeBytes { buffer in
                if buffer.count >= 16 {
                    return (
                        UInt64(bigEndian: buffer.loadUnaligned(as: UInt64.self)),
                        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                    )
                }
                return (Entry.word(buffer, 0), Entry.word(buffer, 8))
            }
        }

        private static func word(_ buffer: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for index in start..<start + 8 { word = word << 8 | (index < buffer.count ? UInt64(buffer[index]) : 0) }
            return word
        }

        @inline(__always) static func isBefore(_ a: Entry, _ b: Entry) -> Bool {
            if a.first != b.first { return a.first < b.first }
            if a.second != b.second { return a.second < b.second }
            return order(a.bytes, b.bytes) < 0
        }

        static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
            a.withUnsafeBytes { a in
                b.withUnsafeBytes { b in
                    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count - b.count }
                    let order = memcmp(first, second, min(a.count, b.count))
                    return order != 0 ? Int(order) : a.count - b.count
                }
            }
        }
    }

    private final class Chunk {
        // Unchecked: who reads or writes holds the store's lock, and no access spans other code that writes.
        @exclusivity(unchecked) var entries: [Entry] = []
    }

    private static let capacity = 128
    private var firsts: [Entry] = []
    private var chunks: [Chunk] = []

    func insert(_ bytes: [UInt8]) {
        let entry = Entry(bytes)
        guard let last = chunks.last else { return append(entry) }
        if let end = last.entries.last, Entry.isBefore(end, entry) {
            if last.entries.count < SortedEntries.capacity { last.entries.append(entry) } else { append(entry) }
            return
        }
        var position = chunk(for: entry)
        var chunk = chunks[position]
        if chunk.entries.count == SortedEntries.capacity {
            let half = Chunk()
            half.entries.reserveCapacity(SortedEntries.capacity)
            half.entries.append(contentsOf: chunk.entries[(SortedEntries.capacity / 2)...])
            chunk.entries.removeLast(half.entries.count)
            chunks.insert(half, at: position + 1)
            firsts.insert(half.entries[0], at: position + 1)
            if !Entry.isBefore(entry, half.entries[0]) {
                position += 1
                chunk = half
            }
        }
        let index = SortedEntries.lowerBound(chunk.entries, entry)
        chunk.entries.insert(entry, at: index)
        if index == 0 { firsts[position] = entry }
    }

    func remove(_ bytes: [UInt8]) {
        let entry = Entry(bytes)
        if chunks.isEmpty { return }
        let position = chunk(for: entry)
        let chunk = chunks[position]
        let index = SortedEntries.lowerBound(chunk.entries, entry)
        guard index < chunk.entries.count, chunk.entries[index].bytes == bytes else { return }
        chunk.entries.remove(at: index)
        if chunk.entries.isEmpty {
            chunks.remove(at: position)
            firsts.remove(at: position)
        } else if index == 0 {
            firsts[position] = chunk.entries[0]
        }
    }

    /// Visits the entries from a bound up to another, which is left out, until the visitor returns false.
    func scan(from lower: [UInt8], to upper: [UInt8]?, _ visit: (Entry) throws -> Bool) rethrows {
        if chunks.isEmpty { return }
        let start = Entry(lower)
        let end = upper.map(Entry.init)
        if let last = chunks[chunks.count - 1].entries.last, Entry.isBefore(last, start) { return }
        var position = chunk(for: start)
        var index = SortedEntries.lowerBound(chunks[position].entries, start)
        while position < chunks.count {
            let entries = chunks[position].entries
            // Where the bound comes after the whole chunk, it need not be looked at again.
            let bound = end.flatMap { end in
                entries.last.map { Entry.isBefore($0, end) } ?? true ? nil : end
            }
            while index < entries.count {
                if let bound, !Entry.isBefore(entries[index], bound) { return }
                guard try visit(entries[index]) else { return }
                index += 1
            }
            position += 1
            index = 0
        }
    }

    /// Visits the rows' keys of the entries from a bound up to another, which is left out, until the visitor returns false.
    @inline(__always)
    func scanKeys(from lower: [UInt8], to upper: [UInt8]?, _ visit: (Int64) throws -> Bool) rethrows {
        if chunks.isEmpty { return }
        let start = Entry(lower)
        let end = upper.map(Entry.init)
        var position = chunk(for: start)
        var index = SortedEntries.lowerBound(chunks[position].entries, start)
        while position < chunks.count {
            let entries = chunks[position].entries
            let after = end.map { SortedEntries.lowerBound(entries, $0) } ?? entries.count
            let goesOn = try entries.withUnsafeBufferPointer { entries in
                while index < after {
                    guard try visit(entries[index].key) else { return false }
                    index += 1
                }
                return after == entries.count
            }
            if !goesOn { return }
            position += 1
            index = 0
        }
    }

    /// Visits the entries between the same bounds from the last values to the first, those of equal values in ascending order
    /// of their rows' keys.
    func scanReversed(from lower: [UInt8], to upper: [UInt8]?, _ visit: (Entry) throws -> Bool) rethrows {
        let start = Entry(lower)
        var end = upper
        while let last = entry(before: end), !Entry.isBefore(last, start) {
            let values = Array(last.bytes.dropLast(8))
            let first = Entry.order(values, lower) < 0 ? lower : values
            var goesOn = true
            try scan(from: first, to: last.bytes + [0]) { entry in
                goesOn = try visit(entry)
                return goesOn
            }
            if !goesOn { return }
            end = first
        }
    }

    /// About how many entries lie between two bounds.
    func count(from lower: [UInt8], to upper: [UInt8]?) -> Int {
        if chunks.isEmpty { return 0 }
        let first = chunk(for: Entry(lower))
        let last = upper.map { chunk(for: Entry($0)) } ?? chunks.count - 1
        if last - first > 1 { return (last - first) * SortedEntries.capacity / 2 }
        var count = 0
        scan(from: lower, to: upper) { _ in
            count += 1
            return true
        }
        return count
    }

    /// The last entry before a bound; the last of all without one.
    private func entry(before bound: [UInt8]?) -> Entry? {
        guard let bound else { return chunks.last?.entries.last }
        if chunks.isEmpty { return nil }
        let entry = Entry(bound)
        let position = chunk(for: entry)
        let index = SortedEntries.lowerBound(chunks[position].entries, entry)
        if index > 0 { return chunks[position].entries[index - 1] }
        return position > 0 ? chunks[position - 1].entries.last : nil
    }

    /// Whether an entry is made of the given bytes and a row's key.
    @inline(__always) static func isRowEntry(_ entry: [UInt8], of prefix: [UInt8]) -> Bool {
        guard entry.count == prefix.count + 8 else { return false }
        return entry.withUnsafeBytes { entry in
            prefix.withUnsafeBytes { prefix in
                guard let first = entry.baseAddress, let second = prefix.baseAddress else { return prefix.isEmpty }
                return memcmp(first, second, prefix.count) == 0
            }
        }
    }

    private func append(_ entry: Entry) {
        let chunk = Chunk()
        chunk.entries.reserveCapacity(SortedEntries.capacity)
        chunk.entries.append(entry)
        chunks.append(chunk)
        firsts.append(entry)
    }

    /// The last chunk that does not begin after an entry.
    private func chunk(for entry: Entry) -> Int {
        let after = firsts.withUnsafeBufferPointer { firsts in
            var low = 0
            var high = firsts.count
            while low < high {
                let middle = (low + high) >> 1
                if Entry.isBefore(entry, firsts[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        return max(0, after - 1)
    }

    private static func lowerBound(_ entries: [Entry], _ entry: Entry) -> Int {
        entries.withUnsafeBufferPointer { entries in
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) >> 1
                if Entry.isBefore(entries[middle], entry) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}

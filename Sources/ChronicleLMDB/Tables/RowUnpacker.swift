#if LMDB
import ChronicleSchema
import ChronicleStore
import Foundation

/// Fills cells from the bytes that ``PackedRowLayout`` wrote, with nothing but loads and bounds checks a column.
///
/// What it finds damaged it leaves to the layout, which knows the error.
final class RowUnpacker: @unchecked Sendable {
    // Invariant: the memory is written in the initialiser only.
    private let kinds: UnsafeMutablePointer<RowCell.Kind>
    /// The only length of a column's bytes; negative when any length will do.
    private let lengths: UnsafeMutablePointer<Int>
    private let count: Int
    private let bitmapSize: Int
    private let headerSize: Int
    private let layout: PackedRowLayout

    init(_ entity: Schema.Entity, layout: PackedRowLayout) {
        self.layout = layout
        count = entity.columns.count
        bitmapSize = (count + 63) / 64 * 8
        headerSize = bitmapSize + count * 8
        kinds = .allocate(capacity: max(count, 1))
        lengths = .allocate(capacity: max(count, 1))
        for (index, column) in entity.columns.enumerated() {
            let kind: RowCell.Kind =
                switch column.type {
                case .bool, .integer, .reference: .integer
                case .unsigned: .unsigned
                case .double, .date: .double
                case .text: .text
                case .data, .uuid, .decimal: .bytes
                }
            (kinds + index).initialize(to: kind)
            let length = column.type == .uuid ? 16 : column.type == .decimal ? MemoryLayout<Decimal>.size : -1
            (lengths + index).initialize(to: length)
        }
    }

    deinit {
        kinds.deallocate()
        lengths.deallocate()
    }

    /// Fills all cells, or those of some columns only, with the others left as they are.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    @inline(__always)
    func fill(
        _ cells: UnsafeMutablePointer<RowCell>, from bytes: UnsafeRawBufferPointer, only columns: [Int]? = nil
    ) throws {
        guard let base = bytes.baseAddress, bytes.count >= headerSize else {
            return try layout.cells(of: bytes, into: cells)
        }
        var isSound = true
        if let columns {
            for column in columns { isSound = fill(cells, column, base, bytes.count) && isSound }
        } else {
            for column in 0..<count { isSound = fill(cells, column, base, bytes.count) && isSound }
        }
        if !isSound { try layout.cells(of: bytes, into: cells) }
    }

    @inline(__always)
    private func fill(
        _ cells: UnsafeMutablePointer<RowCell>, _ column: Int, _ base: UnsafeRawPointer, _ size: Int
    ) -> Bool {
        if base.load(fromByteOffset: column &>> 3, as: UInt8.self) & (1 &<< UInt8(column & 7)) != 0 {
            cells[column] = .null
            return true
        }
        let bits = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: bitmapSize &+ column &* 8, as: UInt64.self))
        let kind = kinds[column]
        switch kind {
        case .text, .bytes:
            let (offset, length) = (Int(bits & 0xFFFF_FFFF), Int(bits &>> 32))
            let wanted = lengths[column]
            guard offset >= headerSize, offset &+ length <= size, wanted < 0 || wanted == length else { return false }
            cells[column] = RowCell(kind: kind, bits: UInt64(UInt(bitPattern: base + offset)), count: length)
        default: cells[column] = RowCell(kind: kind, bits: bits)
        }
        return true
    }
}

extension FetchRequest {
    /// The columns of the entity itself that the condition and the order look at.
    var neededColumns: [Int] {
        var columns = ColumnSet()
        if let condition { condition.collect(&columns) }
        for key in order { key.value.collect(&columns) }
        return Array(columns)
    }
}

extension Query.Condition {
    fileprivate func collect(_ columns: inout ColumnSet) {
        switch self {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b):
            a.collect(&columns)
            b.collect(&columns)
        case .isTrue(let value), .member(let value, _): value.collect(&columns)
        case .and(let parts), .or(let parts): for part in parts { part.collect(&columns) }
        case .not(let part): part.collect(&columns)
        }
    }
}

extension Query.Value {
    fileprivate func collect(_ columns: inout ColumnSet) {
        switch self {
        case .literal: break
        case .column(let path, let column): columns.insert(path.references.first ?? column)
        case .key(let path): if let reference = path.references.first { columns.insert(reference) }
        case .arithmetic(_, let a, let b), .coalesce(let a, let b):
            a.collect(&columns)
            b.collect(&columns)
        case .negate(let value): value.collect(&columns)
        case .conditional(let condition, let a, let b):
            condition.collect(&columns)
            a.collect(&columns)
            b.collect(&columns)
        case .condition(let condition): condition.collect(&columns)
        }
    }
}
#endif

#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// The cells of the row that a connection is handing over, filled from SQLite's own memory.
final class RowBuffer {
    let cells: UnsafeMutablePointer<RowCell>
    /// Room for values that SQLite keeps in another form (UUIDs and decimals).
    private let converted: UnsafeMutableRawPointer
    private let columns: Int
    private static let stride = 32

    init(columns: Int) {
        self.columns = max(columns, 1)
        cells = .allocate(capacity: self.columns)
        cells.initialize(repeating: .null, count: self.columns)
        converted = .allocate(byteCount: self.columns * Self.stride, alignment: 16)
    }

    deinit {
        cells.deallocate()
        converted.deallocate()
    }

    /// Fills the cells from a row whose first column is the key; a value of another kind is delivered as what it is.
    func fill(from statement: OpaquePointer, layout: TableLayout) {
        let types = layout.types
        var index: Int32 = 1
        for column in 0..<types.count {
            cells[column] = cell(statement, index, types[column], column)
            index &+= 1
        }
        guard layout.zeroColumn != nil, let names = sqlite3_column_text(statement, index) else { return }
        restoreZeros(
            String(
                decoding: UnsafeBufferPointer(start: names, count: Int(sqlite3_column_bytes(statement, index))),
                as: UTF8.self), layout)
    }

    /// Fills the cells of some columns from a row that has the key and only them, as ``TableLayout/selection(of:)`` selects.
    func fill(from statement: OpaquePointer, layout: TableLayout, _ columns: [Int]) {
        var index: Int32 = 1
        for column in columns {
            cells[column] = cell(statement, index, layout.types[column], column)
            index &+= 1
        }
        guard Int32(columns.count) + 1 < sqlite3_column_count(statement),
            let names = sqlite3_column_text(statement, index)
        else { return }
        restoreZeros(
            String(
                decoding: UnsafeBufferPointer(start: names, count: Int(sqlite3_column_bytes(statement, index))),
                as: UTF8.self), layout)
    }

    /// Makes all cells null.
    func clear() { cells.update(repeating: .null, count: columns) }

    @inline(__always)
    private func cell(_ statement: OpaquePointer, _ index: Int32, _ type: ColumnType, _ column: Int) -> RowCell {
        // The column is looked up once. Its value may be asked of as long as no other thread uses the connection.
        let value = sqlite3_column_value(statement, index)
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER:
            let number = sqlite3_value_int64(value)
            return type == .unsigned ? .unsigned(UInt64(bitPattern: number)) : .integer(number)
        case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let bytes = sqlite3_value_text(value)
            let count = Int(sqlite3_value_bytes(value))
            if type == .uuid || type == .decimal {
                return convert(UnsafeRawBufferPointer(start: bytes, count: count), type, column)
            }
            return .text(bytes, count: count)
        case SQLITE_BLOB:
            let bytes = sqlite3_value_blob(value)
            return .bytes(bytes, count: Int(sqlite3_value_bytes(value)))
        default: return .null
        }
    }

    private func convert(_ text: UnsafeRawBufferPointer, _ type: ColumnType, _ column: Int) -> RowCell {
        let room = converted + column * Self.stride
        if type == .decimal {
            guard let value = DecimalText.decode(text) else { return .text(text.baseAddress, count: text.count) }
            room.storeBytes(of: value, as: Decimal.self)
            return .bytes(room, count: MemoryLayout<Decimal>.size)
        }
        guard UUIDText.decode(text, into: room) else { return .text(text.baseAddress, count: text.count) }
        return .bytes(room, count: 16)
    }

    /// Gives zeros their sign back, which SQLite drops.
    private func restoreZeros(_ names: String, _ layout: TableLayout) {
        for name in names.split(separator: "\n") {
            guard let column = layout.names.firstIndex(where: { $0 == name }) else { continue }
            if cells[column].kind == .double, Double(bitPattern: cells[column].bits) == 0 {
                cells[column] = .double(-0.0)
            }
        }
    }
}

/// The standard form of UUIDs.
enum UUIDText {
    /// Writes 16 bytes; false when the text is no UUID.
    static func decode(_ text: UnsafeRawBufferPointer, into room: UnsafeMutableRawPointer) -> Bool {
        guard text.count == 36 else { return false }
        var (index, written) = (0, 0)
        while index < 36 {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard text[index] == 0x2d else { return false }
                index += 1
                continue
            }
            guard let high = digit(text[index]), let low = digit(text[index + 1]) else { return false }
            room.storeBytes(of: high << 4 | low, toByteOffset: written, as: UInt8.self)
            written += 1
            index += 2
        }
        return true
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
#endif

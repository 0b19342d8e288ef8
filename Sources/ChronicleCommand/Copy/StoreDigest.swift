import Chronicle
import ChronicleStore
import Foundation

/// The rows of a store in one number, to tell whether two stores hold the same ones under the same keys.
struct StoreDigest {
    private(set) var rows = 0
    private var digest = Digest()

    /// The digest of everything in a store; one pass over its rows, each entity in one committed state.
    ///
    /// Links between rows count by what they link, as their own keys are each store's own.
    init(of store: any DataStore) throws {
        for entity in store.schema.entities.sorted(by: { $0.name < $1.name }) {
            digest.add(entity.name)
            let path = Query.Path(entity: entity.index)
            let isLink = entity.link != nil
            let order = isLink ? [0, 1].map { Query.SortKey(.column(path, $0)) } : []
            try store.fetch(FetchRequest(entity: entity.index, order: order)) { row in
                rows += 1
                if !isLink { digest.add(UInt64(bitPattern: row.key)) }
                for (column, description) in entity.columns.enumerated() {
                    try add(row, column, of: entity, description.type)
                }
            }
        }
    }

    var text: String { digest.text }

    private mutating func add(_ row: RowView, _ column: Int, of entity: Schema.Entity, _ type: ColumnType) throws {
        let cell = row.cells[column]
        switch cell.kind {
        case .null: digest.add(UInt64.max)
        case .integer, .unsigned, .double: digest.add(cell.bits)
        case .text:
            digest.add(UInt64(cell.count))
            digest.add(cell.buffer)
        case .bytes, .value:
            switch try row.value(of: entity, column: column) {
            case .null: digest.add(UInt64.max)
            case .bool(let value): digest.add(value ? 1 : 0)
            case .integer(let value), .reference(let value): digest.add(UInt64(bitPattern: value))
            case .unsigned(let value): digest.add(value)
            case .double(let value): digest.add(value.bitPattern)
            case .date(let value): digest.add(value.timeIntervalSinceReferenceDate.bitPattern)
            case .decimal(let value): digest.add(value.description)
            case .uuid(let value): digest.add(value.uuidString)
            case .text(var value):
                digest.add(UInt64(value.utf8.count))
                value.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
            case .data(let value):
                digest.add(UInt64(value.count))
                value.withUnsafeBytes { digest.add($0) }
            }
        }
    }
}

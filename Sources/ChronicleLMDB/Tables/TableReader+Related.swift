#if LMDB
import ChronicleSchema
import ChronicleStore

extension TableReader {
    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        let table = try tables.table(entity)
        guard let position = table.leading[column] else {
            return try scan(table) { row, cells in
                let cell = cells[column]
                guard cell.kind == .integer, Int64(bitPattern: cell.bits) == key else { return true }
                return try body(row, cells)
            }
        }
        var prefix: [UInt8] = []
        KeyEncoding.append(.reference(key), to: &prefix)
        try stack.lend(table.layout.columnCount) { cells in
            let range = QueryPlan.KeyRange(lower: prefix, upper: KeyEncoding.successor(prefix))
            try entries(table.indexes[position], of: table, range) { row in
                guard let bytes = try record(table, row) else { throw damaged(table) }
                try table.layout.fill(cells, from: bytes)
                return try body(row, cells)
            }
        }
    }
}
#endif

#if SQLite
import ChronicleSchema
import ChronicleStore

extension RowReader {
    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        try withFrame { frame in
            let layout = layouts[entity]
            let statement = try frame.referring(entity, column) {
                try Statement(
                    connection: connection,
                    sql: "SELECT \(layout.selection) FROM \(quoted(layout.table)) AS t0 "
                        + "WHERE t0.\(quoted(layout.names[column])) = ?1 ORDER BY t0.\"id\"", persistent: true)
            }
            defer { statement.reset() }
            try statement.bind(1, key)
            while try statement.step() {
                frame.buffer.fill(from: statement.handle, layout: layout)
                guard try body(statement.integer(0), UnsafePointer(frame.buffer.cells)) else { return }
            }
        }
    }
}
#endif

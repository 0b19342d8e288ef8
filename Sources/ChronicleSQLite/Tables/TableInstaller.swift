#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore

/// Compares a store's tables with the schema and adds what is missing, without reading rows unless it must.
struct TableInstaller {
    let connection: Connection
    let layouts: [TableLayout]

    /// Whether the tables lack something; reads the catalogue only.
    func isComplete() throws -> Bool { try changes(of: catalogue()).isEmpty }

    /// Adds what is missing; inside a write transaction.
    func install() throws {
        // A change can make the next one visible (an index on a column that was just renamed), hence the second look.
        for _ in 0..<2 {
            let changes = try changes(of: catalogue())
            if changes.isEmpty { return }
            for change in changes {
                let layout = change.layout
                let code = try run(change)
                if code & 0xff == SQLITE_CONSTRAINT {
                    throw mismatch(layout, "rows that are stored break a unique index that is new: change them first.")
                }
                try connection.check(code)
            }
        }
    }

    private struct Change {
        var layout: TableLayout
        var sql: String
        /// The parameter of the statement, if it has one.
        var value: StoredValue?
    }

    private func run(_ change: Change) throws -> Int32 {
        guard let value = change.value else { return sqlite3_exec(connection.handle, change.sql, nil, nil, nil) }
        let statement = try connection.prepare(change.sql)
        try statement.bind(1, stored: value)
        let code = statement.runCode()
        return code == SQLITE_DONE ? SQLITE_OK : code
    }

    private struct Catalogue {
        var columns: [String: [String: String]] = [:]
        var indexes: [String: String] = [:]
    }

    private func catalogue() throws -> Catalogue {
        var catalogue = Catalogue()
        let columns = try connection.prepare(
            """
            SELECT m.name, c.name, c.type FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
            WHERE m.type = 'table'
            """)
        while try columns.step() {
            catalogue.columns[columns.text(0) ?? "", default: [:]][columns.text(1) ?? ""] = columns.text(2) ?? ""
        }
        let indexes = try connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOTNULL")
        while try indexes.step() { catalogue.indexes[indexes.text(0) ?? ""] = indexes.text(1) ?? "" }
        return catalogue
    }

    private func changes(of catalogue: Catalogue) throws -> [Change] {
        var changes: [Change] = []
        for layout in layouts {
            if let present = catalogue.columns[layout.table] {
                changes += try columnChanges(layout, present)
            } else {
                changes.append(Change(layout: layout, sql: createTable(layout)))
            }
            for (name, sql) in indexes(layout) where catalogue.indexes[name] != sql {
                if catalogue.indexes[name] != nil {
                    changes.append(Change(layout: layout, sql: "DROP INDEX \(quoted(name))"))
                }
                changes.append(Change(layout: layout, sql: sql))
            }
        }
        return changes
    }

    private func createTable(_ layout: TableLayout) -> String {
        var columns = ["\"id\" INTEGER PRIMARY KEY"]
        for (name, type) in zip(layout.names, layout.types) {
            columns.append("\(quoted(name)) \(TableLayout.declaration(of: type))")
        }
        for case let companion? in layout.companions { columns.append("\(quoted(companion)) TEXT") }
        if let zero = layout.zeroColumn { columns.append("\(quoted(zero)) TEXT") }
        return "CREATE TABLE \(quoted(layout.table)) (\(columns.joined(separator: ", ")))"
    }

    /// The statements that make the indexes, by the indexes' names.
    private func indexes(_ layout: TableLayout) -> [(String, String)] {
        var indexes = layout.entity.indexes.map { index in
            let name = "\(layout.table)_index_\(index.name)"
            let keys = index.columns.map { layout.comparable($0, alias: nil) }.joined(separator: ", ")
            let kind = index.isUnique ? "UNIQUE INDEX" : "INDEX"
            return (name, "CREATE \(kind) \(quoted(name)) ON \(quoted(layout.table)) (\(keys))")
        }
        let leading = Set(layout.entity.indexes.compactMap(\.columns.first))
        for (column, type) in layout.types.enumerated() where type == .reference && !leading.contains(column) {
            // Delete rules and inverse relationships look rows up by their references.
            let name = "\(layout.table)_reference_\(layout.names[column])"
            let key = quoted(layout.names[column])
            indexes.append((name, "CREATE INDEX \(quoted(name)) ON \(quoted(layout.table)) (\(key))"))
        }
        return indexes
    }

    private func columnChanges(_ layout: TableLayout, _ present: [String: String]) throws -> [Change] {
        var changes: [Change] = []
        func add(_ sql: String, _ value: StoredValue? = nil) {
            changes.append(Change(layout: layout, sql: sql, value: value))
        }
        let table = quoted(layout.table)
        for (position, column) in layout.entity.columns.enumerated() {
            let name = layout.names[position]
            let declared = TableLayout.declaration(of: column.type)
            var missing = present[name] == nil
            if let type = present[name], type != declared {
                throw mismatch(layout, "\(column.name) is stored as \(type), the schema says \(declared).")
            }
            if missing, let old = column.originalName, let type = present[old] {
                guard type == declared else {
                    throw mismatch(layout, "\(old) is stored as \(type), its new form \(column.name) as \(declared).")
                }
                add("ALTER TABLE \(table) RENAME COLUMN \(quoted(old)) TO \(quoted(name))")
                if let zero = layout.zeroColumn, present[zero] != nil, type.hasSuffix("REAL") {
                    add(renameZero(table, quoted(zero), old, name))
                }
                missing = false
                // The companion follows under its new name and is filled below.
                if present[old + "__nfc"] != nil {
                    add(
                        "ALTER TABLE \(table) RENAME COLUMN \(quoted(old + "__nfc")) TO \(quoted(name + "__nfc"))")
                    if layout.companions[position] == name + "__nfc" { continue }
                }
            }
            if missing {
                if !column.isOptional, column.defaultValue == nil,
                    try connection.integer("SELECT 1 FROM \(table) LIMIT 1") != nil
                {
                    throw mismatch(
                        layout,
                        "\(column.name) is new and needs a value, which stored rows do not have: make it optional or "
                            + "give it a default value.")
                }
                add("ALTER TABLE \(table) ADD COLUMN \(quoted(name)) \(declared)")
                if let value = column.defaultValue { add("UPDATE \(table) SET \(quoted(name)) = ?1", value) }
            }
            if let companion = layout.companions[position], present[companion] == nil {
                let (from, to) = (quoted(name), quoted(companion))
                add("ALTER TABLE \(table) ADD COLUMN \(to) TEXT")
                add(
                    "UPDATE \(table) SET \(to) = chronicle_nfc(\(from)) WHERE chronicle_nfc(\(from)) IS NOT \(from)")
            }
        }
        if let zero = layout.zeroColumn, present[zero] == nil {
            add("ALTER TABLE \(table) ADD COLUMN \(quoted(zero)) TEXT")
        }
        return changes
    }

    private func renameZero(_ table: String, _ zero: String, _ old: String, _ new: String) -> String {
        func literal(_ text: String) -> String {
            "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "\n'"
        }
        return """
            UPDATE \(table) SET \(zero) = chronicle_zero(\(zero), \(literal(old)), \(literal(new))) \
            WHERE instr(\(zero), \(literal(old)))
            """
    }

    private func mismatch(_ layout: TableLayout, _ what: String) -> StoreError {
        StoreError(
            .schemaMismatch, "\(layout.entity.name): \(what)", entity: layout.entity.name,
            location: connection.location)
    }
}
#endif

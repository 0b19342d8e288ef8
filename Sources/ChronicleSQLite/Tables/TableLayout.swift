#if SQLite
import ChronicleSchema

/// How one entity lies in its table: names as SQLite sees them and the statements for single rows.
final class TableLayout: Sendable {
    let entity: Schema.Entity
    /// The table's name.
    let table: String
    /// The columns' names.
    let names: [String]
    let types: [ColumnType]
    /// For text columns that are indexed, the hidden column of the normal form, which is null for normal text.
    let companions: [String?]
    /// The hidden column that names the columns which hold -0.0; nil without floating-point columns.
    let zeroColumn: String?
    /// `id` and all columns, as ``RowBuffer`` reads them, of the table under the alias `t0`.
    let selection: String
    let selectByKey: String
    let insert: String
    let delete: String
    /// The parameter of each column's companion in ``insert``; 0 without one.
    let companionParameters: [Int32]
    let zeroParameter: Int32

    init(entity: Schema.Entity, table: String) {
        self.entity = entity
        self.table = table
        var taken: Set<String> = ["id"]
        names = entity.columns.map { Self.free($0.name, &taken) }
        types = entity.columns.map(\.type)
        let indexed = Set(entity.indexes.flatMap(\.columns))
        var companions: [String?] = []
        for (column, name) in zip(entity.columns.indices, names) {
            let needed = indexed.contains(column) && entity.columns[column].type == .text
            companions.append(needed ? Self.free(name + "__nfc", &taken) : nil)
        }
        self.companions = companions
        let hasReals = types.contains { $0 == .double || $0 == .date }
        zeroColumn = hasReals ? Self.free("chronicle__zero", &taken) : nil

        let own = names.map(quoted)
        let read = own + (zeroColumn.map { [quoted($0)] } ?? [])
        selection = (["t0.\"id\""] + read.map { "t0.\($0)" }).joined(separator: ", ")
        selectByKey = "SELECT \(selection) FROM \(quoted(table)) AS t0 WHERE t0.\"id\" = ?1"
        delete = "DELETE FROM \(quoted(table)) WHERE \"id\" = ?1"
        var written = ["\"id\""] + own
        var parameters: [Int32] = []
        for companion in companions {
            if let companion { written.append(quoted(companion)) }
            parameters.append(companion == nil ? 0 : Int32(written.count))
        }
        companionParameters = parameters
        if let zeroColumn { written.append(quoted(zeroColumn)) }
        zeroParameter = zeroColumn == nil ? 0 : Int32(written.count)
        let marks = (1...written.count).map { "?\($0)" }.joined(separator: ", ")
        insert = "INSERT INTO \(quoted(table)) (\(written.joined(separator: ", "))) VALUES (\(marks))"
    }

    /// `id` and some columns, of the table under the alias `t0`; nil for all.
    func selection(of columns: ColumnSet?) -> String {
        guard let columns else { return selection }
        var read = columns.filter(names.indices.contains).map { quoted(names[$0]) }
        if let zeroColumn, columns.contains(where: { types[$0] == .double || types[$0] == .date }) {
            read.append(quoted(zeroColumn))
        }
        return (["t0.\"id\""] + read.map { "t0.\($0)" }).joined(separator: ", ")
    }

    /// The expression that compares as Swift compares, for a column of the table under an alias.
    func comparable(_ column: Int, alias: String?) -> String {
        let prefix = alias.map { $0 + "." } ?? ""
        let name = prefix + quoted(names[column])
        guard types[column] == .text else { return name }
        guard let companion = companions[column] else { return "chronicle_nfc(\(name))" }
        return "ifnull(\(prefix)\(quoted(companion)), \(name))"
    }

    /// The declared type of a column: its affinity is SQLite's, its words tell every type from the others.
    static func declaration(of type: ColumnType) -> String {
        switch type {
        case .bool: "BOOLEAN"
        case .integer: "INTEGER"
        case .unsigned: "UNSIGNED INTEGER"
        case .double: "REAL"
        case .decimal: "DECIMAL TEXT"
        case .text: "TEXT"
        case .date: "DATE REAL"
        case .data: "BLOB"
        case .uuid: "UUID TEXT"
        case .reference: "REFERENCE INTEGER"
        }
    }

    /// A name that no other takes in SQLite, which does not tell cases apart.
    static func free(_ name: String, _ taken: inout Set<String>) -> String {
        var name = name
        while !taken.insert(name.lowercased()).inserted { name += "_" }
        return name
    }

    /// The layouts of a schema's entities.
    static func all(_ schema: Schema) -> [TableLayout] {
        var taken: Set<String> = []
        return schema.entities.map { entity in
            let lower = entity.name.lowercased()
            let reserved = lower.hasPrefix("sqlite_") || lower.hasPrefix("chronicle_")
            return TableLayout(
                entity: entity, table: free(reserved ? "_" + entity.name : entity.name, &taken))
        }
    }
}

/// A name as SQL writes it.
func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
#endif

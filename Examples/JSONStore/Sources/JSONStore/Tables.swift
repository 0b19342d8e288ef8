import ChronicleSchema
import ChronicleStore

/// All rows of the store at one moment.
///
/// It is a value: who holds a copy reads on while another copy is changed, which is all that isolation takes here.
struct Tables {
    let schema: Schema
    private var tables: [Table]

    init(schema: Schema) {
        self.schema = schema
        tables = schema.entities.map(Table.init)
    }

    subscript(entity: Int) -> Table {
        get throws {
            guard tables.indices.contains(entity) else {
                throw StoreError(.unsupportedQuery, "A request names entity \(entity), which the schema does not have.")
            }
            return tables[entity]
        }
    }

    mutating func set(_ row: RowReference, _ values: [StoredValue]?) { tables[row.entity].set(row.key, values) }

    /// Delivers the rows that a request selects: the shared evaluator does all of it.
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        let table = try self[request.entity]
        let evaluator = try QueryEvaluator(request, schema: schema)
        try evaluator.run(
            self,
            scan: { visit in
                for key in table.keys {
                    let goesOn = try withRow(entity: request.entity, key: key) { cells in
                        try cells.map { try visit(key, $0) } ?? true
                    }
                    if !goesOn { return }
                }
            }, body)
    }
}

extension Tables: RowResolver {
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let values = try self[entity].rows[key] else { return try body(nil) }
        return try values.withUnsafeBufferPointer { values in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count + 1) { cells in
                guard let first = values.baseAddress, let cells = cells.baseAddress else { return try body(nil) }
                // A cell of this kind only points at the value.
                for column in values.indices { (cells + column).initialize(to: .value(first + column)) }
                return try body(cells)
            }
        }
    }
}

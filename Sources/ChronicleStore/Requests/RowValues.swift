package import ChronicleSchema

/// Values that are computed for one row at a time, checked against a schema.
package struct RowValues {
    private let nodes: [any ValueNode]

    /// - Throws: ``StoreError`` `unsupportedQuery`.
    package init(_ values: [Query.Value], schema: Schema, entity: Int) throws {
        let compiler = try QueryCompiler(schema: schema, entity: entity)
        nodes = try values.map { try compiler.value($0).node }
    }

    /// The values of a row.
    ///
    /// - Throws: ``StoreError`` `corrupt`; the resolver's errors.
    package func values(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver) throws -> [StoredValue]
    {
        try nodes.map { try $0.value(key, cells, rows, nil) }
    }
}

extension Skeleton {
    /// The rows in memory.
    static let tables = #"""
        import ChronicleSchema
        import ChronicleStore
        import Foundation

        /// All rows at one moment; a value, so that who holds a copy is not disturbed by a save.
        struct AcmeTables {
            let schema: Schema
            private var entities: [[Int64: [StoredValue]]]

            /// The rows of a file.
            ///
            /// - Throws: ``StoreError`` `corrupt` when the bytes of a row are not as its columns need them.
            init(_ content: AcmeFile.Content, schema: Schema) throws {
                self.schema = schema
                entities = try schema.entities.map { entity in
                    let layout = PackedRowLayout(entity)
                    let rows = content.rows[entity.name] ?? []
                    let values = try rows.map { row in try row.bytes.withUnsafeBytes { try layout.values(of: $0) } }
                    return Dictionary(zip(rows.map(\.key), values)) { _, last in last }
                }
            }

            /// What is written to the file.
            func content(identifier: String, nextKey: Int64) throws -> AcmeFile.Content {
                var content = AcmeFile.Content(
                    identifier: identifier, nextKey: nextKey, schema: AcmeFile.Content.describe(schema))
                for entity in schema.entities {
                    let layout = PackedRowLayout(entity)
                    content.rows[entity.name] = try entities[entity.index].sorted { $0.key < $1.key }.map { key, values in
                        AcmeFile.Row(key: key, bytes: Data(try layout.pack(values[...])))
                    }
                }
                return content
            }

            func rows(_ entity: Int) throws -> [Int64: [StoredValue]] {
                guard entities.indices.contains(entity) else {
                    throw StoreError(.unsupportedQuery, "A request names entity \(entity), which the schema does not have.")
                }
                return entities[entity]
            }

            mutating func set(_ row: RowReference, _ values: [StoredValue]?) { entities[row.entity][row.key] = values }

            /// Delivers the rows that a request selects: the shared evaluator filters, sorts and cuts.
            func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
                let keys = try rows(request.entity).keys.sorted()
                let evaluator = try QueryEvaluator(request, schema: schema)
                try evaluator.run(
                    self,
                    scan: { visit in
                        for key in keys {
                            let goesOn = try withRow(entity: request.entity, key: key) { cells in
                                try cells.map { try visit(key, $0) } ?? true
                            }
                            if !goesOn { return }
                        }
                    }, body)
            }
        }

        extension AcmeTables: RowResolver {
            func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
                guard let values = try rows(entity)[key] else { return try body(nil) }
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

        """#
}

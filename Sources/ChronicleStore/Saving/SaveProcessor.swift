public import ChronicleSchema

/// Carries out a save over a store's primitive reads and writes: upserts, delete rules, history.
///
/// A store begins its write transaction, calls ``run(_:in:)``, and commits, or rolls back when that throws. One processor
/// serves all saves of a store.
///
/// Inserts come first, then updates, deletes and bulk deletes. A new row whose unique values collide with one stored row
/// becomes an update of that row. When the stored row is deleted by the same request, it is deleted first instead.
public struct SaveProcessor: Sendable {
    /// What the processor needs to know of an entity at each row.
    final class Facts: Sendable {
        let entity: Schema.Entity
        let columnCount: Int
        /// The columns that could hold NaN.
        let floating: [Int]
        /// The reference columns, with the entity that each points at.
        let references: [(column: Int, entity: Int)]
        let uniques: [Schema.IndexDescription]
        /// The columns of unique indexes.
        let uniqueColumns: ColumnSet
        /// The columns whose values deletions keep.
        let preserved: ColumnSet
        let isLink: Bool
        /// The entities at the ends of a link.
        let linkEnds: (source: Int, destination: Int)?

        init(_ entity: Schema.Entity, _ schema: Schema) {
            self.entity = entity
            columnCount = entity.columns.count
            floating = entity.columns.indices.filter { [.double, .date].contains(entity.columns[$0].type) }
            references = entity.columns.indices.compactMap { column in
                guard entity.columns[column].type == .reference, let name = entity.columns[column].destination,
                    let destination = schema.entitiesByName[name]
                else { return nil }
                return (column, destination.index)
            }
            uniques = entity.indexes.filter(\.isUnique)
            uniqueColumns = ColumnSet(uniques.flatMap(\.columns))
            preserved = ColumnSet(entity.preservedColumns)
            isLink = entity.link != nil
            linkEnds = entity.link.flatMap { link in
                guard let source = schema.entitiesByName[link.sourceEntity],
                    let destination = schema.entitiesByName[link.destinationEntity]
                else { return nil }
                return (source.index, destination.index)
            }
        }
    }

    let schema: Schema
    let recordsHistory: Bool
    let facts: [Facts]

    /// A processor for a schema.
    public init(schema: Schema, recordsHistory: Bool) {
        self.schema = schema
        self.recordsHistory = recordsHistory
        facts = schema.entities.map { Facts($0, schema) }
    }

    /// Carries out a request, history included.
    ///
    /// - Throws: ``StoreError``: `deletedElsewhere` for an update of a row that is gone, `uniqueViolation`, `deleteDenied`,
    ///   `invalidValue` for NaN and for a request that does not fit the schema; the transaction's errors. The caller must then
    ///   roll back.
    public func run(_ request: SaveRequest, in transaction: some StoreTransaction) throws -> SaveResult {
        var run = SaveRun(processor: self, request: request, transaction: transaction)
        if request.isReplica {
            try run.replicate()
        } else {
            try run.insertRows()
            try run.updateRows()
            try run.deleteRequested()
        }
        return try run.finish()
    }

    func facts(_ entity: Int) throws -> Facts {
        guard facts.indices.contains(entity) else {
            throw StoreError(.invalidValue, "A save names entity \(entity), which the schema does not have.")
        }
        return facts[entity]
    }
}

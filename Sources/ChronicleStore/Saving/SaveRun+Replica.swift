import ChronicleSchema

extension SaveRun {
    /// Takes over rows of another store by their keys; see `SaveRequest.isReplica`.
    mutating func replicate() throws {
        guard request.updates.isEmpty, request.bulkDeletes.isEmpty else {
            throw StoreError(
                .invalidValue,
                "A save of copied rows has inserts and deletes only: give whole rows in place of updates.")
        }
        var evicted: Set<RowReference> = []
        // Deletes come first: their rows' unique values may be in the new rows.
        for row in request.deletes { try remove(row) }
        for batch in request.inserts {
            let facts = try processor.facts(batch.entity)
            try checkWidth(batch, facts)
            log.reserve(batch.keys.count)
            let width = facts.columnCount
            for index in batch.keys.indices {
                let row = RowReference(entity: batch.entity, key: batch.keys[index])
                let values = batch.values[index * width..<(index + 1) * width]
                for column in facts.floating { try checkNumber(values[values.startIndex + column], column, row, facts) }
                try place(row, values, facts, &evicted)
            }
        }
    }

    private mutating func place(
        _ row: RowReference, _ values: ArraySlice<StoredValue>, _ facts: SaveProcessor.Facts,
        _ evicted: inout Set<RowReference>
    ) throws {
        if let old = try transaction.row(row) {
            var changed: [(column: Int, value: StoredValue)] = []
            for column in 0..<facts.columnCount {
                let value = values[values.startIndex + column]
                if !value.isIdentical(to: old[column]) { changed.append((column, value)) }
            }
            for index in facts.uniques where changed.contains(where: { index.columns.contains($0.column) }) {
                try clear(index, for: row, values, &evicted)
            }
            return try write(row, changed, old, facts)
        }
        let inTheWay = try transaction.insert(row, values: values)
        if !inTheWay.isEmpty {
            // A link that is there already under another key is the same link.
            if facts.isLink { return }
            for key in inTheWay { try evict(RowReference(entity: row.entity, key: key), &evicted) }
            guard try transaction.insert(row, values: values).isEmpty else { throw missing(row, facts) }
        }
        if evicted.remove(row) != nil {
            log.reinstated(row, values.enumerated().map { ($0.offset, $0.element) })
        } else {
            log.inserted(row)
        }
        if facts.isLink { log.linkChanged(row, values) }
    }

    /// Removes the rows that hold the unique value which a stored row is to get.
    private mutating func clear(
        _ index: Schema.IndexDescription, for row: RowReference, _ values: ArraySlice<StoredValue>,
        _ evicted: inout Set<RowReference>
    ) throws {
        if index.columns.contains(where: { values[values.startIndex + $0].isNull }) { return }
        let path = Query.Path(entity: row.entity)
        let same = index.columns.map {
            Query.Condition.compare(.column(path, $0), .equal, .literal(values[values.startIndex + $0]))
        }
        for key in try transaction.keys(entity: row.entity, matching: .and(same)) where key != row.key {
            try evict(RowReference(entity: row.entity, key: key), &evicted)
        }
    }

    private mutating func evict(_ row: RowReference, _ evicted: inout Set<RowReference>) throws {
        try remove(row)
        evicted.insert(row)
    }

    private mutating func remove(_ row: RowReference) throws {
        let facts = try processor.facts(row.entity)
        let needsValues = facts.isLink || !facts.entity.preservedColumns.isEmpty
        let values = needsValues ? try transaction.row(row) : nil
        guard try transaction.delete(row) else { return }
        if facts.isLink, let values { log.linkChanged(row, values[...]) }
        let kept = values.map { values in facts.entity.preservedColumns.map { values[$0] } } ?? []
        log.deleted(row, kept: kept, entity: facts.entity)
    }
}

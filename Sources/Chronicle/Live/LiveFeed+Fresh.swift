import ChronicleStore

/// Rows of one entity that changed and were no results, to be looked at once for all queries.
struct FreshRows {
    let entity: ContextEntity
    /// Models that the context held. They may go on under other keys, and are kept alive.
    var models: [ObjectIdentifier: (model: AnyObject, stamp: Int)] = [:]
    /// Other rows; the columns that changed, nil for all.
    var rows: [Int64: (columns: ColumnSet?, stamp: Int)] = [:]
}

extension LiveFeed {
    func note(fresh model: AnyObject, of entity: ContextEntity) {
        stamp += 1
        fresh[ObjectIdentifier(entity), default: FreshRows(entity: entity)].models[ObjectIdentifier(model)] =
            (model, stamp)
        schedule()
    }

    func note(fresh key: Int64, of entity: ContextEntity, _ columns: ColumnSet?) {
        stamp += 1
        var all = columns
        if let known = fresh[ObjectIdentifier(entity)]?.rows[key] {
            if let other = known.columns { all?.formUnion(other) } else { all = nil }
        }
        fresh[ObjectIdentifier(entity), default: FreshRows(entity: entity)].rows[key] = (all, stamp)
        schedule()
    }

    /// Whether a row is one that will be looked at and was no result when everything was last read.
    func isFresh(_ model: AnyObject, _ key: Int64, of entity: ContextEntity, since stamp: Int) -> Bool {
        guard !fresh.isEmpty, let rows = fresh[ObjectIdentifier(entity)] else { return false }
        return (rows.models[ObjectIdentifier(model)]?.stamp ?? rows.rows[key]?.stamp ?? 0) > stamp
    }

    /// Hands the fresh rows to the queries that select them; what cannot be judged here is handed to all.
    func handOutFresh(_ reading: LiveReading) {
        if fresh.isEmpty { return }
        let all = fresh
        fresh = [:]
        for rows in all.values { handOut(rows, reading) }
    }

    private func handOut(_ fresh: FreshRows, _ reading: LiveReading) {
        let entity = fresh.entity
        var judged: [(query: LiveQuery, condition: CompiledCondition)] = []
        for query in queries where query.entity === entity && !query.mustRefetch {
            // Reading so many rows one by one costs more than reading the results.
            if fresh.rows.count + fresh.models.count > 2000 + query.list.count / 8 {
                query.refetchNext()
            } else if query.isPlain, let condition = query.condition {
                judged.append((query, condition))
            } else {
                for (model, stamp) in fresh.models.values where stamp > query.loadStamp { query.note(fresh: model) }
                for (key, row) in fresh.rows where row.stamp > query.loadStamp { query.note(row: key) }
            }
        }
        if judged.isEmpty { return }
        for (model, stamp) in fresh.models.values {
            guard let backing = entity.info.backing(of: model), backing.owner === context, backing.status != .deleted
            else { continue }
            do { hand(backing.key, stamp, nil, try context.values(of: model, entity.info), to: judged) } catch {
                for (query, _) in judged where stamp > query.loadStamp { query.note(fresh: model) }
            }
        }
        let keys = Set(fresh.rows.keys)
        for (key, row) in fresh.rows {
            do {
                let values: [StoredValue]
                if let model = entity.map[key] {
                    if entity.info.backing(of: model)?.status == .deleted { continue }
                    values = try context.values(of: model, entity.info)
                } else {
                    guard entity.deleted[key] == nil, let stored = try reading.row(entity, key, of: keys) else {
                        continue
                    }
                    values = stored
                }
                hand(key, row.stamp, row.columns, values, to: judged)
            } catch {
                // Each query comes upon the error by itself, and keeps the row in mind.
                for (query, _) in judged where row.stamp > query.loadStamp { query.note(row: key) }
            }
        }
    }

    private func hand(
        _ key: Int64, _ stamp: Int, _ columns: ColumnSet?, _ values: [StoredValue],
        to queries: [(query: LiveQuery, condition: CompiledCondition)]
    ) {
        withCells(values[...]) { cells in
            guard let cells else { return }
            for (query, condition) in queries where stamp > query.loadStamp {
                if let columns, !columns.intersects(query.dependencies.columns) { continue }
                // A condition that fails fails in the query too.
                if (try? condition.matches(key: key, cells: cells, query.rows)) ?? true { query.note(row: key) }
            }
        }
    }
}

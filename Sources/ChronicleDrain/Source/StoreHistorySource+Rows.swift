import ChronicleHistory
import ChronicleStore
import Foundation

extension StoreHistorySource {
    /// The operations of a batch's changes, with the rows' current values.
    func operations(
        _ changes: BatchChanges, _ writer: inout OperationWriter, _ asLines: Bool
    ) throws -> [OutboundOperation] {
        var operations: [OutboundOperation?] = Array(repeating: nil, count: changes.entries.count)
        // Rows are read by entity, each entity's in one call and so in one committed state.
        var wanted: [Int: [(key: Int64, place: Int)]] = [:]
        for (place, entry) in changes.entries.enumerated() {
            guard let entry else { continue }
            if entry.isDelete {
                operations[place] = writer.delete(
                    writer.origin(entry.record, entry.ordinal), key: entry.row.key, entity: entry.row.entity,
                    tombstone: entry.record.changes.first?.tombstone ?? [:], asLine: asLines)
            } else {
                wanted[entry.row.entity, default: []].append((entry.row.key, place))
            }
        }
        for (entity, rows) in wanted {
            let keys = rows.map(\.key)
            let links = try links(of: keys, entity: entity)
            // Rows that are gone are not delivered, so that the places are found by walking along the keys.
            var next = 0
            try store.fetch(entity: entity, keys: keys) { row in
                while next < rows.count, rows[next].key != row.key { next += 1 }
                guard next < rows.count, let entry = changes.entries[rows[next].place] else { return }
                operations[rows[next].place] = try writer.upsert(
                    writer.origin(entry.record, entry.ordinal), row, entity: entity,
                    links: links.mapValues { $0[row.key] ?? [] }, asLine: asLines)
                next += 1
            }
        }
        return operations.compactMap { $0 }
    }

    private func links(of keys: [Int64], entity: Int) throws -> [String: [Int64: [Int64]]] {
        var result: [String: [Int64: [Int64]]] = [:]
        for link in links[entity] { result[link.name] = try link.targets(of: keys, in: store) }
        return result
    }

    /// A page of the current state; see ``HistoryBatchSource``.
    public func page(
        of snapshot: DrainSnapshot, asLines: Bool
    ) throws -> (batch: OutboundHistoryBatch, next: DrainSnapshot?) {
        var next = snapshot
        var operations: [OutboundOperation] = []
        var page = SnapshotPage(
            snapshot: snapshot.id, entity: "", after: snapshot.after, through: nil, isLast: entities.isEmpty)
        if entities.indices.contains(snapshot.entity) {
            let entity = entities[snapshot.entity]
            operations = try rows(of: entity, snapshot, asLines)
            page.entity = entity.name
            if operations.count == options.pageRows, let last = operations.last?.key {
                page.through = last
                next.after = last
            } else {
                next.entity += 1
                next.after = .min
                page.isLast = next.entity == entities.count
            }
        }
        let batch = OutboundHistoryBatch(
            id: "\(snapshot.position.storeIdentifier)/\(snapshot.id)/\(snapshot.entity)/\(snapshot.after)",
            content: .snapshot(page), operations: operations, position: snapshot.position, transactions: 0)
        return (batch, page.isLast ? nil : next)
    }

    private func rows(
        of entity: Schema.Entity, _ snapshot: DrainSnapshot, _ asLines: Bool
    ) throws -> [OutboundOperation] {
        var writer = OperationWriter(
            storeIdentifier: snapshot.position.storeIdentifier, lineage: snapshot.position.lineage, schema: store.schema
        )
        let path = Query.Path(entity: entity.index)
        let condition: Query.Condition? =
            snapshot.after == .min ? nil : .compare(.key(path), .greater, .literal(.reference(snapshot.after)))
        let request = FetchRequest(entity: entity.index, condition: condition, limit: options.pageRows)
        // With links the keys come first; the links are then read for all rows of the page at once.
        let links =
            links[entity.index].isEmpty ? [:] : try self.links(of: try store.fetchKeys(request), entity: entity.index)
        var operations: [OutboundOperation] = []
        operations.reserveCapacity(options.pageRows)
        try store.fetch(request) { row in
            operations.append(
                try writer.upsert(
                    writer.origin(snapshot: snapshot.id, entity.name, row.key), row, entity: entity.index,
                    links: links.mapValues { $0[row.key] ?? [] }, asLine: asLines))
        }
        return operations
    }
}

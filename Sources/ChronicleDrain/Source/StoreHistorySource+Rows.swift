import ChronicleHistory
import ChronicleStore
import Foundation

extension StoreHistorySource {
    /// The operations of a batch's changes, with the rows' current values.
    func operations(
        _ changes: BatchChanges, _ writer: inout OperationWriter, _ asLines: Bool
    ) throws -> [OutboundOperation] {
        var operations: [OutboundOperation?] = Array(repeating: nil, count: changes.entries.count)
        let transactions = changes.records.map { OperationWriter.Transaction($0) }
        // Rows are read by entity, each entity's in one call and so in one committed state.
        var wanted: [[(key: Int64, place: Int)]] = Array(repeating: [], count: store.schema.entities.count)
        for (place, entry) in changes.entries.enumerated() {
            guard let entry else { continue }
            guard let tombstone = entry.tombstone else {
                wanted[entry.row.entity].append((entry.row.key, place))
                continue
            }
            operations[place] = writer.delete(
                writer.origin(transactions[entry.record], entry.ordinal), key: entry.row.key,
                entity: entry.row.entity, tombstone: changes.tombstones[tombstone], asLine: asLines)
        }
        for (entity, rows) in wanted.enumerated() where !rows.isEmpty {
            let keys = rows.map(\.key)
            let links = try links(of: keys, entity: entity)
            // Rows that are gone are not delivered, so that the places are found by walking along the keys.
            var next = 0
            try store.fetch(entity: entity, keys: keys) { row in
                while next < rows.count, rows[next].key != row.key { next += 1 }
                guard next < rows.count, let entry = changes.entries[rows[next].place] else { return }
                operations[rows[next].place] = try writer.upsert(
                    writer.origin(transactions[entry.record], entry.ordinal), row, entity: entity,
                    links: Self.links(links, of: row.key), asLine: asLines)
                next += 1
            }
        }
        return operations.compactMap { $0 }
    }

    private static func links(_ links: [String: [Int64: [Int64]]], of key: Int64) -> [String: [Int64]] {
        links.isEmpty ? [:] : links.mapValues { $0[key] ?? [] }
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
            let last: Int64?
            (operations, last) = try rows(of: entity, snapshot, asLines)
            page.entity = entity.name
            if let last {
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

    /// The rows of a page, and the key that it ends with when there may be more.
    private func rows(
        of entity: Schema.Entity, _ snapshot: DrainSnapshot, _ asLines: Bool
    ) throws -> (operations: [OutboundOperation], last: Int64?) {
        var writer = OperationWriter(
            storeIdentifier: snapshot.position.storeIdentifier, lineage: snapshot.position.lineage,
            schema: store.schema, capacity: asLines ? options.pageRows * (100 + entity.columns.count * 24) : 0)
        let path = Query.Path(entity: entity.index)
        let condition: Query.Condition? =
            snapshot.after == .min ? nil : .compare(.key(path), .greater, .literal(.reference(snapshot.after)))
        let request = FetchRequest(entity: entity.index, condition: condition, limit: options.pageRows)
        var operations: [OutboundOperation] = []
        operations.reserveCapacity(options.pageRows)
        let (count, last): (Int, Int64?)
        if links[entity.index].isEmpty {
            try store.fetch(request) { row in
                let origin = writer.origin(snapshot: snapshot.id, entity.name, row.key)
                operations.append(try writer.upsert(origin, row, entity: entity.index, links: [:], asLine: asLines))
            }
            (count, last) = (operations.count, operations.last?.key)
        } else {
            // The links of all rows of the page are read at once, and then just these rows: others may have come into the
            // page's place since, whose links were not read. A row that is gone by then is told by the history that follows.
            let keys = try store.fetchKeys(request)
            let links = try links(of: keys, entity: entity.index)
            try store.fetch(entity: entity.index, keys: keys) { row in
                let origin = writer.origin(snapshot: snapshot.id, entity.name, row.key)
                let links = Self.links(links, of: row.key)
                operations.append(try writer.upsert(origin, row, entity: entity.index, links: links, asLine: asLines))
            }
            (count, last) = (keys.count, keys.last)
        }
        writer.finish()
        return (operations, count < options.pageRows ? nil : last)
    }
}

import ChronicleStore

/// Related rows: as the context has them, else as they are stored.
struct PendingRows: RowResolver {
    let context: ModelContext
    let store: StoreHandle
    /// Rows that were copied already.
    private let rows: CandidateRows?
    private let stored: StoreRows
    private let referring = Referring()

    /// Where the context's models refer to, found out when it is first asked for.
    private final class Referring {
        struct Place: Hashable {
            let entity: Int
            let column: Int
        }

        var models: [Place: [Int64: [AnyObject]]] = [:]
    }

    init(context: ModelContext, store: StoreHandle, rows: CandidateRows? = nil) {
        self.rows = rows
        self.context = context
        self.store = store
        stored = StoreRows(store.store)
    }

    func withRow<R>(entity index: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        if let rows, rows.entity == index, let values = rows.values(key) {
            return try withRowCells(values) { try body($0) }
        }
        if let entity = context.entity(store, index) {
            if entity.deleted[key] != nil { return try body(nil) }
            if let model = entity.map[key] {
                if backing(of: model)?.status == .deleted { return try body(nil) }
                return try withRowCells(context.values(of: model, entity.info)) { try body($0) }
            }
        }
        return try stored.withRow(entity: index, key: key, body)
    }

    func forEachRow(
        entity index: Int, whose column: Int, refersTo key: Int64,
        _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        var goesOn = true
        if store.store.schema.entities[index].link != nil {
            let removed = context.links.removed(store, index)
            try stored.forEachRow(entity: index, whose: column, refersTo: key) { row, cells in
                if !removed.isEmpty, removed.contains(try PendingLinks.pair(cells)) { return true }
                goesOn = try body(row, cells)
                return goesOn
            }
            for pair in context.links.added(store, index) where goesOn {
                guard (column == 0 ? pair.source : pair.target) == key else { continue }
                goesOn = try withRowCells([.reference(pair.source), .reference(pair.target)]) { try body(0, $0) }
            }
            return
        }
        guard let entity = context.entity(store, index), entity.hasPendingChanges else {
            return try stored.forEachRow(entity: index, whose: column, refersTo: key, body)
        }
        try stored.forEachRow(entity: index, whose: column, refersTo: key) { row, cells in
            if entity.deleted[row] != nil { return true }
            if let model = entity.map[row], let backing = backing(of: model), entity.changed.contains(model, backing) {
                return true
            }
            goesOn = try body(row, cells)
            return goesOn
        }
        for model in models(entity, column)[key] ?? [] where goesOn {
            guard let backing = backing(of: model) else { continue }
            goesOn = try withRowCells(context.values(of: model, entity.info)) { try body(backing.key, $0) }
        }
    }

    /// The models with unsaved changes, by what a column of theirs refers to.
    private func models(_ entity: ContextEntity, _ column: Int) -> [Int64: [AnyObject]] {
        let place = Referring.Place(entity: entity.index, column: column)
        if let known = referring.models[place] { return known }
        var models: [Int64: [AnyObject]] = [:]
        let slot = entity.info.slotOfColumn[column]
        for model in entity.changed.all + entity.inserted.all {
            guard let backing = backing(of: model), backing.status != .deleted else { continue }
            let key = context.key(of: model, entity.info, slot)
            if key != 0 { models[key, default: []].append(model) }
        }
        referring.models[place] = models
        return models
    }
}

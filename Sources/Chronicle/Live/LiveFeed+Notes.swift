import ChronicleStore

/// What happens in the context.
extension LiveFeed {
    /// A model is about to change or to leave.
    func willChange(_ info: ModelInfo, _ model: AnyObject, columns: Range<Int>? = nil) {
        let values = LiveValues(context, info, model)
        var isNoResult = false
        for query in queries {
            if query.entity.info === info, !query.note(model, values, isUpdated: columns != nil) {
                let mayBecomeOne = columns.map { $0.contains(where: query.dependencies.columns.contains) } ?? true
                isNoResult = isNoResult || mayBecomeOne
            }
            guard !query.dependencies.related.isEmpty, let backing = info.backing(of: model),
                let entity = context.entity(info), entity.binding.store === query.store
            else { continue }
            query.note(
                related: entity.index, backing.key, columns: columns.map { ColumnSet($0) }, .ofModel(model, info))
        }
        if isNoResult, let entity = context.entity(info) { note(fresh: model, of: entity) }
    }

    /// A model has come into the context, or a row without a model was marked for deletion or brought back.
    func didChange(_ info: ModelInfo, _ key: Int64) {
        guard let entity = context.entity(info) else { return }
        var isWanted = false
        for query in queries {
            if query.entity === entity { isWanted = true }
            if !query.dependencies.related.isEmpty, entity.binding.store === query.store {
                query.note(related: entity.index, key, columns: nil, .same)
            }
        }
        guard isWanted else { return }
        // A model that is not saved yet goes on under another key.
        if let model = entity.map[key] { note(fresh: model, of: entity) } else { note(fresh: key, of: entity, nil) }
    }

    /// A row was changed by a commit, and the context is about to take that in.
    ///
    /// - Parameter rows: What is known of the commit's rows; a row that is not selected by it is passed over.
    func willTake(_ change: RowChange, from store: StoreHandle, isOwn: Bool, rows: CommitRows?) {
        let columns = change.operation == .update ? change.columns : nil
        var freshIn: ContextEntity?
        var partlyRead: (model: AnyObject, entity: ContextEntity)?
        var former: LiveQuery.FormerOwner?
        for query in queries where query.store === store {
            if !query.dependencies.related.isEmpty {
                let owner = former ?? formerOwner(change, store, isOwn)
                former = owner
                query.note(related: change.row.entity, change.row.key, columns: columns, owner)
            }
            guard query.entityIndex == change.row.entity else { continue }
            if !query.includesPending {
                query.refetchNext()
            } else if let model = query.entity.map[change.row.key] {
                // Of changed values its model tells when they come into it, but for those that it has not read.
                let unread = query.entity.info.backing(of: model)?.unread
                if let columns, let unread, columns.intersects(unread.columns) { partlyRead = (model, query.entity) }
                guard change.operation == .delete else { continue }
                if isOwn, query.entity.info.backing(of: model)?.status == .deleted { continue }
                _ = query.note(model, LiveValues(context, query.entity.info, model), isUpdated: false)
            } else if change.operation != .delete {
                if let columns, !columns.intersects(query.dependencies.columns) { continue }
                guard query.isPlain, let condition = query.condition, let rows else {
                    freshIn = query.entity
                    continue
                }
                let isSelected = rows.known(change.row) { cells in
                    guard let cells else { return false }
                    return (try? condition.matches(key: change.row.key, cells: cells, query.rows)) ?? true
                }
                switch isSelected {
                case true?: query.note(row: change.row.key)
                case false?: break
                case nil: freshIn = query.entity
                }
            }
        }
        if let (model, entity) = partlyRead { note(fresh: model, of: entity) }
        if let freshIn { note(fresh: change.row.key, of: freshIn, columns) }
    }

    /// Where a commit's change of a row leads to whom it belonged to before: the commit itself does not tell.
    private func formerOwner(_ change: RowChange, _ store: StoreHandle, _ isOwn: Bool) -> LiveQuery.FormerOwner {
        if change.operation == .insert { return .same }
        guard let entity = context.entity(store, change.row.entity), let model = entity.map[change.row.key] else {
            return .unknown
        }
        // Without its values the change may be one of several, between which the row belonged to others.
        if !isOwn, change.operation == .update, change.values.isEmpty { return .unknown }
        return .ofModel(model, entity.info)
    }

    /// A new model turned out to be a stored row, and it is not known whom that belonged to.
    func willRename(_ info: ModelInfo) {
        guard let entity = context.entity(info) else { return }
        for query in queries where query.store === entity.binding.store {
            if query.dependencies.related.contains(where: { $0.entity == entity.index && $0.ownerColumn != nil }) {
                query.refetchNext()
            }
        }
    }

    /// Unsaved changes of a relationship that is kept in a link entity were made or taken back.
    func didChangeLinks(_ store: StoreHandle, _ entity: Int) {
        for query in queries where query.store === store && query.includesPending {
            query.note(related: entity, 0, columns: nil, .unknown)
        }
    }

    /// Anything may have changed in a store.
    func invalidate(_ store: StoreHandle) {
        for query in queries where query.store === store { query.refetchNext() }
    }
}

/// The values of a model as they are when they are first asked for, once for all queries that ask.
final class LiveValues {
    private unowned let context: ModelContext
    private let info: ModelInfo
    private let model: AnyObject
    private var known: [StoredValue]?

    init(_ context: ModelContext, _ info: ModelInfo, _ model: AnyObject) {
        self.context = context
        self.info = info
        self.model = model
    }

    func all() throws -> [StoredValue] {
        if let known { return known }
        let values = try context.values(of: model, info)
        known = values
        return values
    }
}

import ChronicleStore

extension ModelContext {
    /// The models of a descriptor that come after a place in its order, at most as many as its limit.
    ///
    /// However rows come, go and move between pages, a model that stays where it is in the order is on one page only, and none
    /// is left out. Models that tie come in the order of their identifiers. The offset counts for the first page only.
    ///
    /// ```swift
    /// var cursor: FetchCursor<Trip>?
    /// repeat {
    ///     let page = try context.fetchPage(descriptor, after: cursor)
    ///     show(page.models)
    ///     cursor = page.next
    /// } while cursor != nil
    /// ```
    ///
    /// - Parameter cursor: The place; nil for the beginning.
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `invalidCursor` when the cursor belongs to another order or store.
    public func fetchPage<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, after cursor: FetchCursor<T>? = nil
    ) throws -> FetchPage<T> {
        mergeNews()
        let entity = try entity(T.self)
        let paths = try PrefetchPaths(descriptor, entity.info)
        let whole = try LoweredQuery(shaped: descriptor, entity.binding)
        var query = whole
        if let cursor {
            query.request.offset = 0
            query.request.condition = try CursorLowering(whole.request, entity.binding).condition(after: cursor)
        }
        let limit = query.request.limit
        if limit == 0 { return FetchPage(models: [], next: cursor) }
        // One more tells whether there are more.
        if let limit { query.request.limit = limit == .max ? nil : limit + 1 }
        var models: [T] = try fetch(query, descriptor, entity)
        var next: FetchCursor<T>?
        if let limit, models.count > limit {
            models.removeLast(models.count - limit)
            next = try models.last.map { try self.cursor(after: $0, whole, descriptor, entity) }
        }
        if let paths { try prefetch(paths, for: models, entity) }
        return FetchPage(models: models, next: next)
    }

    /// The place behind a model in a descriptor's order, whether the model is selected or not.
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `foreignContext` when the model is not in the context.
    public func cursor<T: PersistentModel>(
        after model: T, in descriptor: FetchDescriptor<T>
    ) throws -> FetchCursor<T> {
        mergeNews()
        let entity = try entity(T.self)
        guard model.backingData.owner === self else {
            throw ChronicleError(
                .foreignContext,
                "A cursor is asked for behind a \(T.entityName) that is not in the context: fetch it here",
                model: T.entityName)
        }
        return try cursor(after: model, try LoweredQuery(descriptor, entity.binding), descriptor, entity)
    }

    private func cursor<T: PersistentModel>(
        after model: T, _ query: LoweredQuery, _ descriptor: FetchDescriptor<T>, _ entity: ContextEntity
    ) throws -> FetchCursor<T> {
        let store = entity.binding.store
        let key = model.backingData.key
        let lowering = CursorLowering(query.request, entity.binding)
        let sorted = try RowValues(query.request.order.map(\.value), schema: store.store.schema, entity: entity.index)
        var values: [StoredValue]?
        // Unsaved changes that play no part in the order play none here.
        if !descriptor.includePendingChanges, !query.request.order.isEmpty {
            try store.store.fetch(entity: entity.index, keys: [key]) { row in
                values = try row.values(of: entity.binding.entity)
            }
            let rows = StoreRows(store.store)
            values = try values.map { try withRowCells($0) { try sorted.values(key, $0, rows) } }
        }
        if values == nil {
            let rows = PendingRows(context: self, store: store)
            values = try withRowCells(try self.values(of: model, entity.info)) { try sorted.values(key, $0, rows) }
        }
        return FetchCursor(model.persistentModelID, values: values ?? [], order: lowering.names)
    }
}

import ChronicleStore
import Foundation

extension ModelContext {
    /// The models that a descriptor selects, in its order. Unsaved changes take part unless the descriptor says otherwise.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedPredicate` or `unsupportedSortDescriptor` before anything is read, `undecodableValue`
    ///   when a row cannot become a model, ``StoreError`` when reading fails.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        mergeNews()
        let entity = try entity(T.self)
        let paths = try PrefetchPaths(descriptor, entity.info)
        let models: [T] = try fetch(try LoweredQuery(shaped: descriptor, entity.binding), descriptor, entity)
        if let paths { try prefetch(paths, for: models, entity) }
        return models
    }

    func fetch<T: PersistentModel>(
        _ query: LoweredQuery, _ descriptor: FetchDescriptor<T>, _ entity: ContextEntity
    ) throws -> [T] {
        if descriptor.includePendingChanges, concerns(query, entity) {
            let keys = try pendingKeys(query, entity)
            return try rows(entity, keys: keys, bringing: query.request.columns).compactMap { $0 as? T }
        }
        let found = ModelBuffer()
        let hydrator = entity.hydrator(self, columns: query.request.columns)
        try delivering {
            try entity.binding.store.reads.fetch(query.request) { row in
                if let model = try hydrator.liveModel(row) { found.append(model) }
            }
        }
        return found.take(as: T.self)
    }

    /// The models that a descriptor selects, loaded in batches as they are reached.
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `includePendingChangesWithBatchSize` when pending changes are to be included
    ///   and there are some.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        mergeNews()
        let entity = try entity(T.self)
        let query = try LoweredQuery(shaped: descriptor, entity.binding)
        let paths = try PrefetchPaths(descriptor, entity.info)
        if descriptor.includePendingChanges, concerns(query, entity) {
            throw ChronicleError(
                .includePendingChangesWithBatchSize,
                "A fetch in batches reads the store and cannot include unsaved changes: save "
                    + "first, or set includePendingChanges to false", model: T.entityName)
        }
        return FetchResultsCollection(
            context: self, binding: entity.binding, keys: try entity.binding.store.reads.fetchKeys(query.request),
            batchSize: max(1, batchSize), columns: query.request.columns, paths: paths)
    }

    /// The number of models that ``fetch(_:)`` would return.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        mergeNews()
        let entity = try entity(T.self)
        let query = try LoweredQuery(descriptor, entity.binding)
        if descriptor.includePendingChanges, concerns(query, entity) { return try pendingKeys(query, entity).count }
        return try entity.binding.store.reads.count(query.request)
    }

    /// The identifiers of the models that ``fetch(_:)`` would return, in order, without loading them.
    public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    {
        let origin = try entity(T.self).binding.origin
        return try keys(descriptor).map { PersistentIdentifier(origin: origin, primaryKey: $0) }
    }

    /// Calls a block with each model that a descriptor selects, holding one batch at a time.
    ///
    /// - Throws: As ``fetch(_:)``, and what the block throws, which ends the enumeration.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        let entity = try entity(T.self)
        let paths = try PrefetchPaths(descriptor, entity.info)
        let columns = try LoweredQuery(shaped: descriptor, entity.binding).request.columns
        let keys = try keys(descriptor)
        var start = 0
        while start < keys.count {
            let end = min(keys.count, start + max(1, batchSize))
            let models = try rows(entity, keys: Array(keys[start..<end]), bringing: columns).compactMap { $0 as? T }
            if let paths { try prefetch(paths, for: models, entity) }
            // A block may delete models that are still to come.
            for model in models where model.backingData.status != .deleted { try block(model) }
            start = end
        }
    }

    /// The model with an identifier, read from the store unless the context holds it; nil when there is none.
    ///
    /// - Throws: ``StoreError`` when reading fails, ``ChronicleError`` `unknownModel` when the type is not in the container.
    public func model<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) throws -> T? {
        if gate.hasNews { mergeNews() }
        let entity = try entity(type)
        guard identifier.origin === entity.binding.origin else { return nil }
        if let model = entity.map[identifier.primaryKey] {
            guard let model = model as? T else { return nil }
            return model.backingData.status == .deleted ? nil : model
        }
        if !entity.deleted.isEmpty, entity.deleted[identifier.primaryKey] != nil { return nil }
        var result: T?
        let hydrator = entity.hydrator(self)
        try delivering {
            try entity.binding.store.store.fetch(entity: entity.index, keys: [identifier.primaryKey]) { row in
                result = try hydrator.model(row, type)
            }
        }
        return result
    }

    /// The model with an identifier; nil when there is none or it cannot be read (see ``readFailure``).
    public func model(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let binding = container.bindings.values.first(where: { $0.origin === identifier.origin }) else {
            return nil
        }
        func open<T: PersistentModel>(_ type: T.Type) -> (any PersistentModel)? {
            attempt { try self.model(for: identifier, as: type) } ?? nil
        }
        return open(binding.info.type)
    }

    /// The model with an identifier if the context holds it; the store is not asked.
    public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
        mergeNews()
        guard let entity = try? entity(T.self), identifier.origin === entity.binding.origin,
            let model = entity.map[identifier.primaryKey] as? T, model.backingData.status != .deleted
        else { return nil }
        return model
    }

    // MARK: Rows

    /// The keys that a descriptor selects, in order.
    func keys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [Int64] {
        mergeNews()
        let entity = try entity(T.self)
        let query = try LoweredQuery(descriptor, entity.binding)
        if descriptor.includePendingChanges, concerns(query, entity) { return try pendingKeys(query, entity) }
        return try entity.binding.store.reads.fetchKeys(query.request)
    }

    /// The models of rows that a request selects, in order; unsaved changes play no part.
    func rows(_ entity: ContextEntity, _ request: FetchRequest) throws -> [AnyObject] {
        let hydrator = entity.hydrator(self)
        var result: [AnyObject] = []
        try delivering { try entity.binding.store.reads.fetch(request) { result.append(try hydrator.model($0)) } }
        return result
    }

    /// The models with the given keys, in order of the keys, without those that are gone or marked for deletion.
    func rows(_ entity: ContextEntity, keys: [Int64]) throws -> [AnyObject] {
        try rows(entity, keys: keys, columns: nil) { _ in false }
    }

    /// The same, with the given columns of each; nil for all. Held models that lack some of them are read too.
    func rows(_ entity: ContextEntity, keys: [Int64], bringing columns: ColumnSet?) throws -> [AnyObject] {
        try rows(entity, keys: keys, columns: columns) { model in
            guard let unread = entity.info.backing(of: model)?.unread else { return false }
            return columns.map { unread.columns.contains(where: $0.contains) } ?? true
        }
    }

    private func rows(
        _ entity: ContextEntity, keys: [Int64], columns: ColumnSet?, lacksSome: (AnyObject) -> Bool
    ) throws -> [AnyObject] {
        var missing: [Int64] = []
        var found: [Int64: AnyObject] = [:]
        for key in keys {
            if !entity.deleted.isEmpty, entity.deleted[key] != nil { continue }
            if let model = entity.map[key] {
                found[key] = model
                if !lacksSome(model) { continue }
            }
            missing.append(key)
        }
        if !missing.isEmpty {
            let hydrator = entity.hydrator(self, columns: columns)
            let store = entity.binding.store.store
            if let columns {
                let members = Query.ValueSet(missing.lazy.map { .reference($0) })
                var request = FetchRequest(
                    entity: entity.index, condition: .member(.key(Query.Path(entity: entity.index)), members))
                request.columns = columns
                try delivering { try store.fetch(request) { row in found[row.key] = try hydrator.model(row) } }
            } else {
                try delivering {
                    try store.fetch(entity: entity.index, keys: missing) { found[$0.key] = try hydrator.model($0) }
                }
            }
        }
        return keys.compactMap { key in
            guard let model = found[key], backing(of: model)?.status != .deleted else { return nil }
            return model
        }
    }

    /// The models of a batch, with a deleted stand-in for each row that is gone.
    func load<T: PersistentModel>(
        _ binding: EntityBinding, keys: ArraySlice<Int64>, columns: ColumnSet?, paths: PrefetchPaths?
    ) -> [T] {
        mergeNews()
        let models = attempt { () -> [T] in
            let entity = try self.entity(T.self)
            let models = try self.rows(entity, keys: Array(keys), bringing: columns).compactMap { $0 as? T }
            if let paths { try self.prefetch(paths, for: models, entity) }
            return models
        }
        var byKey: [Int64: T] = [:]
        for model in models ?? [] { byKey[model.backingData.key] = model }
        return keys.map { key in
            if let model = byKey[key] { return model }
            let gone = T()
            gone.backingData.status = .deleted
            return gone
        }
    }
}

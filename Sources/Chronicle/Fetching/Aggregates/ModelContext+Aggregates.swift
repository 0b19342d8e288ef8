import ChronicleStore

/// Values computed where models are stored, unsaved changes included unless the descriptor says otherwise. No model is made.
extension ModelContext {
    /// Several values computed of the models that a descriptor selects, in one go.
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `unsupportedKeyPath`; ``StoreError`` `overflow`.
    public func aggregate<T: PersistentModel, each Result>(
        _ descriptor: FetchDescriptor<T>, _ aggregates: repeat Aggregate<T, each Result>
    ) throws -> (repeat each Result) {
        let entity = try entity(T.self)
        let lowering = AggregateLowering(entity.binding)
        var lowered: [Query.Aggregate] = []
        for aggregate in repeat each aggregates { lowered.append(try aggregate.lowered(lowering)) }
        let groups = try groups(descriptor, entity, lowering, keys: [], lowered)
        var values = (groups.first?.values ?? lowered.map { _ in .null }).makeIterator()
        return (repeat try (each aggregates).result(values.next() ?? .null))
    }

    /// Several values computed of the models that a descriptor selects, for each value of a property apart, in ascending order of
    /// that, nil first.
    ///
    /// The property may be an attribute of any `Hashable` type, a composite or one of its fields, also behind to-one
    /// relationships, or the `persistentModelID` at their end.
    ///
    /// ```swift
    /// for group in try context.aggregate(descriptor, by: \.origin, .count(), .average(\.delay)) {
    ///     print(group.key, group.values.0, group.values.1 ?? 0)
    /// }
    /// ```
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `unsupportedKeyPath`, or `undecodableValue` when a stored value is none of
    ///   the property's type; ``StoreError`` `overflow`.
    public func aggregate<T: PersistentModel, Key: Hashable, each Result>(
        _ descriptor: FetchDescriptor<T>, by keyPath: KeyPath<T, Key>, _ aggregates: repeat Aggregate<T, each Result>
    ) throws -> [AggregatedGroup<Key, repeat each Result>] {
        let entity = try entity(T.self)
        let lowering = AggregateLowering(entity.binding)
        let keys = try lowering.values(keyPath)
        let decode = try lowering.keyDecoder(keyPath, as: Key.self)
        var lowered: [Query.Aggregate] = []
        for aggregate in repeat each aggregates { lowered.append(try aggregate.lowered(lowering)) }
        return try groups(descriptor, entity, lowering, keys: keys, lowered).map { group in
            var values = group.values.makeIterator()
            return AggregatedGroup(
                key: try decode(group.keys), values: (repeat try (each aggregates).result(values.next() ?? .null)))
        }
    }

    private func groups<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ entity: ContextEntity, _ lowering: AggregateLowering, keys: [Query.Value],
        _ aggregates: [Query.Aggregate]
    ) throws -> [AggregateGroup] {
        mergeNews()
        var query = try LoweredQuery(descriptor, entity.binding)
        query.entities.formUnion(lowering.entities.reached)
        let request = AggregateRequest(rows: query.request, keys: keys, aggregates: aggregates)
        if descriptor.includePendingChanges, concerns(query, entity) {
            return try pendingGroups(request, query.entities, entity)
        }
        return try entity.binding.store.reads.aggregate(request)
    }

    // MARK: One value

    /// The sum of a property over the models that a descriptor selects; zero when there is nothing to add up.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func sum<T: PersistentModel, Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value { try aggregate(descriptor, .sum(keyPath)) }

    /// The sum of what is not nil; zero when there is nothing to add up.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func sum<T: PersistentModel, Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value?>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value { try aggregate(descriptor, .sum(keyPath)) }

    /// The mean of a property; nil when there is nothing to add up.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func average<T: PersistentModel, Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value.Average? { try aggregate(descriptor, .average(keyPath)) }

    /// The mean of what is not nil; nil when there is nothing to add up.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func average<T: PersistentModel, Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value?>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value.Average? { try aggregate(descriptor, .average(keyPath)) }

    /// The least value of a property; nil when there is none.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func minimum<T: PersistentModel, Value: OrderedAttribute>(
        _ keyPath: KeyPath<T, Value>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value? { try aggregate(descriptor, .min(keyPath)) }

    /// The least value that is not nil; nil when there is none.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func minimum<T: PersistentModel, Value: OrderedAttribute>(
        _ keyPath: KeyPath<T, Value?>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value? { try aggregate(descriptor, .min(keyPath)) }

    /// The greatest value of a property; nil when there is none.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func maximum<T: PersistentModel, Value: OrderedAttribute>(
        _ keyPath: KeyPath<T, Value>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value? { try aggregate(descriptor, .max(keyPath)) }

    /// The greatest value that is not nil; nil when there is none.
    ///
    /// - Throws: As ``aggregate(_:_:)``.
    public func maximum<T: PersistentModel, Value: OrderedAttribute>(
        _ keyPath: KeyPath<T, Value?>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> Value? { try aggregate(descriptor, .max(keyPath)) }

    /// How many of the models that a descriptor selects have each value of a property, nil counted too.
    ///
    /// - Throws: As ``aggregate(_:by:_:)``.
    public func countsByValue<T: PersistentModel, Key: Hashable>(
        _ keyPath: KeyPath<T, Key>, of descriptor: FetchDescriptor<T> = FetchDescriptor()
    ) throws -> [Key: Int] {
        var counts: [Key: Int] = [:]
        // Stored values that differ may be one to the type.
        for group in try aggregate(descriptor, by: keyPath, .count()) { counts[group.key, default: 0] += group.values }
        return counts
    }
}

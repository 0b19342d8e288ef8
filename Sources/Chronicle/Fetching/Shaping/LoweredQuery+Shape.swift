import ChronicleStore

extension LoweredQuery {
    /// A descriptor in the terms of a store, with the columns that its models are made of.
    ///
    /// - Parameter reading: A property that will be read of each model, whatever the descriptor names.
    /// - Throws: As `init(_:_:)`; ``ChronicleError`` `unsupportedKeyPath` for a property that is not the model's own.
    init<T: PersistentModel>(
        shaped descriptor: FetchDescriptor<T>, _ binding: EntityBinding, reading: PartialKeyPath<T>? = nil
    ) throws {
        try self.init(descriptor, binding)
        let properties = descriptor.propertiesToFetch
        if properties.isEmpty { return }
        let info = binding.info
        var slots: Set<Int> = []
        for keyPath in properties {
            let path = try info.resolved(keyPath, for: "propertiesToFetch")
            guard path.relationships.isEmpty else {
                throw ChronicleError(
                    .unsupportedKeyPath,
                    "propertiesToFetch names \(keyPath), which is a property of \(path.info.entityName): name those of "
                        + "\(info.entityName) only, and relatives in relationshipKeyPathsForPrefetching",
                    model: info.entityName)
            }
            if let slot = path.slot { slots.insert(slot) }
        }
        if let reading, let path = try? info.resolve(reading), path.relationships.isEmpty, let slot = path.slot {
            slots.insert(slot)
        }
        slots.formUnion(info.referenceSlots)
        request.columns = ColumnSet(slots.sorted().flatMap { info.columns(of: $0) })
    }
}

extension ModelInfo {
    /// Where a key path leads.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath`.
    func resolved(_ keyPath: AnyKeyPath, for purpose: String) throws -> ResolvedPath {
        do { return try resolve(keyPath) } catch {
            throw ChronicleError(
                .unsupportedKeyPath,
                "\(purpose) names \(keyPath), which is not a stored property: name properties declared with @Attribute or "
                    + "@Relationship", model: entityName)
        }
    }
}

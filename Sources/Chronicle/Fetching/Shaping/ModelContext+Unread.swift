import ChronicleStore

/// Properties that the fetch of a model left out.
extension ModelContext {
    package func load(_ backing: BackingData, model: AnyObject) {
        guard let info = backing.info, let entity = entity(info) else { return }
        _ = attempt { try complete([model], of: entity) }
    }

    /// Loads what is unread of models, in one fetch.
    ///
    /// - Throws: ``ChronicleError`` `valueNotFetched` when a row is gone, `undecodableValue` when a value without a fallback is
    ///   none of its type; ``StoreError``.
    func complete(_ models: [AnyObject], of entity: ContextEntity) throws {
        var open: [Int64: (model: AnyObject, backing: BackingData)] = [:]
        for model in models {
            if let backing = entity.info.backing(of: model), backing.unread != nil {
                open[backing.key] = (model, backing)
            }
        }
        if open.isEmpty { return }
        var failure: ChronicleError?
        try entity.binding.store.store.fetch(entity: entity.index, keys: open.keys.sorted()) { row in
            guard let (model, backing) = open.removeValue(forKey: row.key) else { return }
            failure = self.fill(model, backing, entity.info, row, columns: nil) ?? failure
        }
        if let failure { throw failure }
        guard let gone = open.keys.min() else { return }
        throw ChronicleError.notFetched(entity.info, identifier(for: open[gone].unsafelyUnwrapped.backing))
    }

    /// Takes unread properties from a row, those whose columns it has; nil when it has all. Returns what cannot be read.
    @discardableResult
    func fill(
        _ model: AnyObject, _ backing: BackingData, _ info: ModelInfo, _ row: RowView, columns: ColumnSet?
    ) -> ChronicleError? {
        guard let unread = backing.unread else { return nil }
        func isRead(_ slot: Int) -> Bool { columns.map { info.columns(of: slot).allSatisfy($0.contains) } ?? true }
        backing.unread = columns == nil ? nil : unread.without(isRead, of: info)
        var failure: ChronicleError?
        for slot in unread.slots where isRead(slot) {
            var cursor = RowCursor(cells: row.cells, column: info.columns(of: slot).lowerBound)
            info.slots[slot].declaration.apply(info.address(of: model, slot: slot), &cursor)
            guard cursor.failures > 0 else { continue }
            let reason = "does not hold a value of its type"
            backing.undecodable[slot] = reason
            if !info.slots[slot].declaration.hasDefault {
                failure = .undecodable(info, slot, reason, identifier(for: backing))
            }
        }
        return failure
    }

    /// A property that is unread and is about to be set: what it held is loaded or, where that fails, not known.
    ///
    /// - Returns: Whether it is known.
    func loadBeforeChange(_ backing: BackingData, _ model: AnyObject, _ info: ModelInfo, slot: Int) -> Bool {
        guard backing.unread?.slots.contains(slot) ?? false else { return true }
        load(backing, model: model)
        guard let unread = backing.unread, unread.slots.contains(slot) else { return true }
        backing.unread = unread.without({ $0 == slot }, of: info)
        return false
    }
}

extension BackingData {
    /// Makes a slot unread again, whose value was never known.
    func forgetValue(of slot: Int, _ info: ModelInfo) {
        unread = UnreadSlots((unread?.slots ?? ColumnSet()).union([slot]), of: info)
    }
}

extension ChronicleError {
    static func notFetched(_ info: ModelInfo, _ identifier: PersistentIdentifier) -> ChronicleError {
        ChronicleError(
            .valueNotFetched,
            "Properties of \(identifier) were left out when it was fetched, and its row is gone: name them in "
                + "propertiesToFetch to have them after a deletion", model: info.entityName, identifier: identifier)
    }

    static func undecodable(
        _ info: ModelInfo, _ slot: Int, _ reason: String, _ identifier: PersistentIdentifier
    ) -> ChronicleError {
        ChronicleError(
            .undecodableValue,
            "\(info.entityName).\(info.slots[slot].name) of row \(identifier.primaryKey) \(reason): make the attribute "
                + "optional or give it a default value to read such rows", model: info.entityName,
            property: info.slots[slot].name, identifier: identifier)
    }
}

import ChronicleStore
import Foundation

extension ModelContext {
    /// Commits all unsaved changes, in one transaction a store.
    ///
    /// A save that changes nothing writes nothing, to history neither. With several stores, the stores are saved one after the
    /// other; if one throws, those before it are saved and the rest stays pending.
    ///
    /// - Throws: ``ChronicleError`` `unknownModel` or `foreignContext` for a model that could not be inserted (until a rollback),
    ///   `valueNotSet` or `invalidValue` naming model and property, ``StoreError`` for what the store
    ///   refuses. Everything that was not saved stays pending.
    public func save() throws {
        mergeNews()
        if let refusal = refusals.first { throw refusal }
        guard hasChanges else { return }
        NotificationCenter.default.post(name: Self.willSave, object: self)
        var notice = SaveNotice()
        for store in container.stores { try save(store, &notice) }
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: notice.userInfo)
    }

    private func save(_ store: StoreHandle, _ notice: inout SaveNotice) throws {
        let concerned = order.filter { $0.binding.store === store }
        var request = SaveRequest(author: author, timestamp: now())
        try writeInserts(concerned, store, &request)
        for entity in concerned {
            try writeUpdates(entity, &request)
            for key in entity.deleted.keys.sorted() {
                request.deletes.append(RowReference(entity: entity.binding.entity.index, key: key))
            }
        }
        try links.write(to: &request, store: store)
        let result = try store.saving {
            let result = request.isEmpty ? SaveResult() : try store.store.save(request)
            if result.sequence != nil || !result.changes.isEmpty { store.publish(result, of: request, from: inbox) }
            return result
        }
        holding { settle(concerned, result, store) }
        notice.add(result, store, self)
    }

    // MARK: Request

    private func writeInserts(_ concerned: [ContextEntity], _ store: StoreHandle, _ request: inout SaveRequest) throws {
        for entity in concerned where !entity.inserted.isEmpty {
            let models = entity.inserted.all
            let info = entity.info
            var batch = InsertBatch(entity: entity.binding.entity.index)
            batch.keys.reserveCapacity(models.count)
            batch.values.reserveCapacity(models.count * info.columnCount)
            let hasReferences = !info.referenceSlots.isEmpty
            let mayUpsert = hasReferences && entity.binding.entity.indexes.contains(where: \.isUnique)
            for model in models {
                guard let backing = entity.info.backing(of: model) else { continue }
                if backing.key < 0 {
                    let key = try store.nextKey()
                    feed?.willChange(info, model)
                    entity.map.remove(backing.key)
                    backing.key = key
                    entity.map.insert(model, for: key)
                }
                if hasReferences { settleReferences(of: model, info) }
                batch.keys.append(backing.key)
                for slot in info.storedSlots {
                    let isSet = info.extract(model, slot: slot, into: &batch.values)
                    if !isSet { throw notSet(info, slot) }
                    if info.mustBeChecked[slot] {
                        try check(batch.values.suffix(info.slots[slot].columns.count), model, info, slot)
                    }
                }
                if mayUpsert { batch.unset.append(emptyReferences(info, batch.values.suffix(info.columnCount))) }
            }
            request.inserts.append(batch)
        }
    }

    /// The columns of references that a new row leaves empty; should it become an update, the stored row keeps its own.
    private func emptyReferences(_ info: ModelInfo, _ row: ArraySlice<StoredValue>) -> ColumnSet {
        var columns = ColumnSet()
        for slot in info.referenceSlots {
            let column = info.slots[slot].columns.lowerBound
            if row[row.startIndex + column].isNull { columns.insert(column) }
        }
        return columns
    }

    private func writeUpdates(_ entity: ContextEntity, _ request: inout SaveRequest) throws {
        let info = entity.info
        for model in entity.changed.all {
            guard let backing = entity.info.backing(of: model),
                backing.status != .deleted || entity.deleted[backing.key] == nil
            else { continue }
            var values: [(column: Int, value: StoredValue)] = []
            var now: [StoredValue] = []
            let originals = backing.originals
            if !info.referenceSlots.isEmpty { settleReferences(of: model, info) }
            for slot in originals.keys.sorted() {
                now.removeAll(keepingCapacity: true)
                _ = info.extract(model, slot: slot, into: &now)
                if info.mustBeChecked[slot] { try check(now[...], model, info, slot) }
                // A composite is written whole: a part of it would mix with what another save made of the rest.
                let isUnchanged = originals[slot].map { before in
                    before.count == now.count && zip(before, now).allSatisfy { $0.isIdentical(to: $1) }
                }
                if isUnchanged ?? false, backing.replacedFaults?[slot] == nil { continue }
                for (column, value) in zip(info.columns(of: slot), now) { values.append((column, value)) }
            }
            if !values.isEmpty {
                request.updates.append(
                    RowUpdate(row: RowReference(entity: entity.binding.entity.index, key: backing.key), values: values))
            }
        }
    }

    /// Gives references to models that had no key yet their keys.
    private func settleReferences(of model: AnyObject, _ info: ModelInfo) {
        for slot in info.referenceSlots {
            let storage = info.relationship(of: model, slot: slot)
            guard let target = storage.pointee.object.flatMap(Self.model)?.backingData else { continue }
            storage.pointee.key = target.owner == nil ? 0 : target.key
        }
    }

    private func notSet(_ info: ModelInfo, _ slot: Int) -> ChronicleError {
        ChronicleError(
            .valueNotSet,
            "\(info.entityName).\(info.slots[slot].name) was never set: set it before saving, or give it a "
                + "default value", model: info.entityName, property: info.slots[slot].name)
    }

    private func check(_ values: ArraySlice<StoredValue>, _ model: AnyObject, _ info: ModelInfo, _ slot: Int) throws {
        for value in values {
            let reason: String
            switch value {
            case .double(let number) where number.isNaN: reason = "is NaN"
            case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: reason = "is not a number"
            case .decimal(let number) where number.isNaN: reason = "is NaN"
            case .text where info.slots[slot].options.contains(.codable): reason = "could not be encoded"
            default: continue
            }
            throw ChronicleError(
                .invalidValue,
                "\(info.entityName).\(info.slots[slot].name) \(reason) and cannot be stored: set another value",
                model: info.entityName, property: info.slots[slot].name,
                identifier: backing(of: model).map(identifier(for:)))
        }
    }

    // MARK: Result

    private func settle(_ concerned: [ContextEntity], _ result: SaveResult, _ store: StoreHandle) {
        links.removeAll(of: store)
        if let sequence = result.sequence {
            taken[ObjectIdentifier(store)] = max(taken[ObjectIdentifier(store)] ?? 0, sequence)
        }
        let referring =
            result.upserts.isEmpty
            ? []
            : concerned.flatMap { entity in
                (entity.inserted.all + entity.changed.all).map { ($0, entity.info) }
            }
        var renamed: [ObjectIdentifier: (ContextEntity, Int64)] = [:]
        let undone = undoneInserts(concerned, result)
        // Live queries ask the models that were deleted whom they belonged to.
        let leaving = feed == nil ? [] : concerned.flatMap { $0.deleted.values.compactMap(\.self) }
        for entity in concerned {
            for model in entity.inserted.all {
                guard let backing = entity.info.backing(of: model) else { continue }
                backing.status = .persisted
                let row = RowReference(entity: entity.binding.entity.index, key: backing.key)
                if let stored = result.upserts[row] {
                    rename(model, backing, entity, to: stored)
                    renamed[ObjectIdentifier(model)] = (entity, stored)
                }
            }
            entity.inserted.removeAll()
            for model in entity.changed.all {
                guard let backing = entity.info.backing(of: model) else { continue }
                backing.originals = [:]
                backing.replacedFaults = nil
            }
            entity.changed.removeAll()
            // Deleted models stay known, so that they are let go of when the context ends before they do.
            for case let model? in entity.deleted.values { entity.info.backing(of: model)?.originals = [:] }
            entity.deleted = [:]
        }
        for (model, info) in undone {
            guard let backing = info.backing(of: model) else { continue }
            feed?.willChange(info, model)
            backing.announce(model, slots: Array(info.slots.indices)) { backing.status = .deleted }
        }
        for (model, info) in referring { follow(renamed, from: model, info) }
        withExtendedLifetime(leaving) { take(result.changes, from: store, isOwn: true) }
        let changedElsewhere = result.upserts.map { RowReference(entity: $0.key.entity, key: $0.value) }
        for row in Set(changedElsewhere) {
            guard let entity = entity(store, row.entity) else { continue }
            _ = attempt {
                try delivering {
                    try store.store.fetch(entity: row.entity, keys: [row.key]) { self.refresh(entity, $0) }
                }
            }
        }
    }

    /// New models that a rule of deletion took away in the same save, which leaves nothing of them.
    private func undoneInserts(
        _ concerned: [ContextEntity], _ result: SaveResult
    ) -> [(model: AnyObject, info: ModelInfo)] {
        var undone: [(model: AnyObject, info: ModelInfo)] = []
        for entity in concerned where !entity.inserted.isEmpty {
            let index = entity.binding.entity.index
            let inserts = result.changes.lazy.filter { $0.row.entity == index && $0.operation == .insert }
            // Mostly all are there, and counting them is enough.
            let upserts = result.upserts.keys.filter { $0.entity == index }
            if inserts.count + upserts.count >= entity.inserted.count { continue }
            let known = Set(inserts.map(\.row.key)).union(upserts.map(\.key))
            for model in entity.inserted.all {
                if let key = entity.info.backing(of: model)?.key, !known.contains(key) {
                    undone.append((model, entity.info))
                }
            }
        }
        return undone
    }

    /// Makes references to new models that turned out to be stored ones lead to those.
    private func follow(_ renamed: [ObjectIdentifier: (ContextEntity, Int64)], from model: AnyObject, _ info: ModelInfo)
    {
        for slot in info.slots.indices where info.slots[slot].isRelationship && !info.slots[slot].isToMany {
            let storage = info.relationship(of: model, slot: slot)
            guard let target = storage.pointee.object, let (entity, key) = renamed[ObjectIdentifier(target)] else {
                continue
            }
            feed?.willChange(info, model, columns: info.columns(of: slot))
            storage.pointee.object = entity.map[key]
            storage.pointee.key = key
        }
    }

    /// A new model turned out to be a stored one: it goes on under the stored row's key.
    private func rename(_ model: AnyObject, _ backing: BackingData, _ entity: ContextEntity, to key: Int64) {
        feed?.willChange(entity.info, model)
        feed?.willRename(entity.info)
        entity.map.remove(backing.key)
        if entity.map[key] != nil, backing.info != nil {
            // The context holds the row already; the newcomer leaves, its values being in the row.
            backing.announceAll(model) { backing.status = .deleted }
            backing.owner = nil
            backing.key = 0
        } else {
            backing.key = key
            entity.map.insert(model, for: key)
        }
    }
}

/// The identifiers that a save concerned.
private struct SaveNotice {
    var inserted: Set<PersistentIdentifier> = []
    var updated: Set<PersistentIdentifier> = []
    var deleted: Set<PersistentIdentifier> = []

    mutating func add(_ result: SaveResult, _ store: StoreHandle, _ context: ModelContext) {
        // A thousand rows a save are usual, and nobody may be listening: identifiers are made from one origin an entity.
        var (latest, origin): (Int, PersistentIdentifier.Origin?) = (-1, nil)
        let schema = store.store.schema
        // Most saves do one kind of thing.
        switch result.changes.first?.operation {
        case .insert: inserted.reserveCapacity(inserted.count + result.changes.count)
        case .update: updated.reserveCapacity(updated.count + result.changes.count)
        case .delete: deleted.reserveCapacity(deleted.count + result.changes.count)
        case nil: return
        }
        for change in result.changes {
            if latest != change.row.entity {
                latest = change.row.entity
                let entity = schema.entities[latest]
                // Mostly one that the context knows.
                origin =
                    entity.link == nil
                    ? context.entity(store, latest)?.binding.origin
                        ?? .of(store: store.store.identifier, entity: entity.name) : nil
            }
            guard let origin else { continue }
            let identifier = PersistentIdentifier(origin: origin, primaryKey: change.row.key)
            switch change.operation {
            case .insert: inserted.insert(identifier)
            case .update: updated.insert(identifier)
            case .delete: deleted.insert(identifier)
            }
        }
    }

    // Made once, and put where they do not meet, as to compare two of them takes long.
    nonisolated(unsafe) private static let keys: [AnyHashable] = [
        ModelContext.NotificationKey.insertedIdentifiers.rawValue,
        ModelContext.NotificationKey.updatedIdentifiers.rawValue,
        ModelContext.NotificationKey.deletedIdentifiers.rawValue,
    ]

    var userInfo: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = Dictionary(minimumCapacity: 12)
        for (key, identifiers) in zip(Self.keys, [inserted, updated, deleted]) { info[key] = identifiers }
        return info
    }
}

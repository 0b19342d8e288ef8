import ChronicleStore
import Foundation

extension ModelContext {
    /// Takes in what others saved: values of unchanged properties are replaced, deleted models are marked.
    package func mergeNews() {
        guard gate.hasNews, feed?.isSettling != true else { return }
        MergeCount.increase()
        renewHeldKeys()
        holding { for news in inbox.take() { merge(news) } }
    }

    private func merge(_ news: News) {
        let last = taken[ObjectIdentifier(news.store)]
        if let sequence = news.sequence { taken[ObjectIdentifier(news.store)] = max(last ?? 0, sequence) }
        guard news.isComplete else { return refreshAll(of: news.store) }
        // News may come in another order than the commits: only the values of the very next commit are current for sure.
        let isNext = last.map { $0 + 1 == news.sequence } ?? false
        take(isNext ? news.changes : news.changes.map(\.withoutValues), from: news.store, rows: news.rows)
    }

    /// Brings the held models in line with changes of their rows.
    ///
    /// - Parameters:
    ///   - isOwn: Whether this context has saved them.
    ///   - rows: What is known of the rows by now.
    func take(_ changes: [RowChange], from store: StoreHandle, isOwn: Bool = false, rows: CommitRows? = nil) {
        var reread: [ObjectIdentifier: (ContextEntity, [Int64])] = [:]
        var latest: ContextEntity?
        var regrouped: Set<ObjectIdentifier> = []
        let isRegrouping = order.contains { !$0.prefetched.isEmpty }
        var moved: [ObjectIdentifier: (ContextEntity, Set<Int>)] = [:]
        for change in changes {
            if latest?.index != change.row.entity { latest = entity(store, change.row.entity) }
            feed?.willTake(change, from: store, isOwn: isOwn, rows: rows)
            guard let entity = latest else {
                if store.store.schema.entities.indices.contains(change.row.entity) {
                    announceLink(store, store.store.schema.entities[change.row.entity])
                }
                continue
            }
            if isRegrouping,
                change.operation != .update
                    || entity.info.referenceSlots.contains(where: {
                        change.columns.contains(entity.info.columns(of: $0).lowerBound)
                    })
            {
                regrouped.insert(ObjectIdentifier(entity))
            }
            let model = entity.map[change.row.key]
            // Of what this context did itself, those who observe were told when it was done.
            if !isOwn || (model == nil && change.operation != .insert) {
                for end in relationships(concernedBy: change, of: entity, isHeld: model != nil) {
                    moved[ObjectIdentifier(end.entity), default: (end.entity, [])].1.insert(end.slot)
                }
            }
            if change.operation == .insert { continue }
            guard let model, let backing = entity.info.backing(of: model) else { continue }
            switch change.operation {
            case .delete:
                entity.deleted[change.row.key] = nil
                guard backing.status != .deleted || entity.changed.contains(model, backing) else { continue }
                backing.announceAll(model) { backing.status = .deleted }
            case .insert: break
            case .update where change.values.isEmpty:
                reread[ObjectIdentifier(entity), default: (entity, [])].1.append(change.row.key)
            case .update:
                let columns = Array(change.columns)
                refresh(model, backing, entity.info, columns) { column in
                    columns.firstIndex(of: column).map { change.values[$0] }
                }
            }
        }
        for (entity, keys) in reread.values {
            let isRead: Void? = attempt {
                try delivering {
                    try store.store.fetch(entity: entity.binding.entity.index, keys: keys) { self.refresh(entity, $0) }
                }
            }
            if isRead == nil { feed?.invalidate(store) }
        }
        for entity in order where regrouped.contains(ObjectIdentifier(entity)) { forgetPrefetched(to: entity) }
        for (entity, slots) in moved.values { announceObserved(entity, slots: slots.sorted()) }
    }

    /// Brings a held model in line with its row as it was just read, once the fetch has ended; see ``delivering(_:)``.
    ///
    /// - Parameter brought: The columns that the row brings, whole slots; nil for all.
    func refresh(_ entity: ContextEntity, _ row: RowView, columns brought: ColumnSet? = nil) {
        guard let model = entity.map[row.key], let backing = entity.info.backing(of: model),
            backing.status == .persisted
        else { return }
        if backing.unread != nil { fill(model, backing, entity.info, row, columns: brought) }
        let columns = entity.binding.entity.columns
        var stale: [Int] = []
        var current: [StoredValue] = []
        let isPlain = backing.originals.isEmpty && backing.undecodable.isEmpty
        for slot in entity.info.storedSlots
        where isPlain || (backing.originals[slot] == nil && backing.undecodable[slot] == nil) {
            if let brought, !entity.info.columns(of: slot).allSatisfy(brought.contains) { continue }
            current.removeAll(keepingCapacity: true)
            _ = entity.info.extract(model, slot: slot, into: &current)
            for (value, column) in zip(current, entity.info.columns(of: slot)) {
                let cell = row.cells[column]
                if cell.holds(value) { continue }
                guard let stored = cell.stored(as: columns[column].type), !stored.isIdentical(to: value) else {
                    continue
                }
                stale.append(column)
            }
        }
        for slot in backing.originals.keys {
            stale += entity.info.slots[slot].columns.filter { brought?.contains($0) ?? true }
        }
        if stale.isEmpty { return }
        let values = stale.map { row.cells[$0].stored(as: columns[$0].type) }
        staleRows.append(StaleRow(model: model, backing: backing, entity: entity, columns: stale, values: values))
    }

    func refresh(
        _ model: AnyObject, _ backing: BackingData, _ info: ModelInfo, _ columns: [Int],
        _ value: (Int) -> StoredValue?
    ) {
        var slots: [Int] = []
        for column in columns {
            let slot = info.slotOfColumn[column]
            if slots.last != slot { slots.append(slot) }
        }
        var applied: [(Int, [StoredValue])] = []
        for slot in slots {
            // What is unread is loaded when it is wanted.
            if let unread = backing.unread, unread.slots.contains(slot) { continue }
            var values: [StoredValue] = []
            if let original = backing.originals[slot] {
                values = original
            } else {
                _ = info.extract(model, slot: slot, into: &values)
            }
            // A property that was set without its value being known is written whatever is stored.
            guard values.count == info.columns(of: slot).count else { continue }
            var isNew = false
            for (index, column) in info.columns(of: slot).enumerated() {
                guard let fresh = value(column), !fresh.isIdentical(to: values[index]) else { continue }
                values[index] = fresh
                isNew = true
            }
            // Mostly the model's own save, which brings nothing new.
            if !isNew { continue }
            // An unsaved edit stays; what it is compared with at the save is what is stored now.
            if backing.originals[slot] != nil {
                backing.originals[slot] = values
            } else {
                applied.append((slot, values))
            }
        }
        guard !applied.isEmpty else { return }
        holding {
            if let feed { for (slot, _) in applied { feed.willChange(info, model, columns: info.columns(of: slot)) } }
            backing.announce(model, slots: applied.map(\.0)) {
                for (slot, values) in applied { info.apply(values, to: model, slot: slot) }
            }
        }
    }

    private func refreshAll(of store: StoreHandle) {
        feed?.invalidate(store)
        forgetPrefetched(from: store)
        for entity in order where entity.binding.store === store {
            let held = entity.map.all.compactMap { entity.info.backing(of: $0) }.filter { $0.status == .persisted }
            var missing = Set(held.map(\.key))
            _ = attempt {
                try delivering {
                    try store.store.fetch(entity: entity.index, keys: held.map(\.key).sorted()) { row in
                        missing.remove(row.key)
                        self.refresh(entity, row)
                    }
                }
                for key in missing {
                    if let model = entity.map[key], let backing = entity.info.backing(of: model) {
                        backing.announceAll(model) { backing.status = .deleted }
                    }
                }
            }
        }
    }

    // MARK: To-many relationships

    /// The to-many relationships that a change of a row may concern: those that it comes to or leaves and, when nobody holds its
    /// model, those through which its values may have been read.
    private func relationships(
        concernedBy change: RowChange, of entity: ContextEntity, isHeld: Bool
    ) -> [(entity: ContextEntity, slot: Int)] {
        var result: [(entity: ContextEntity, slot: Int)] = []
        for slot in entity.info.referenceSlots {
            let column = entity.info.slots[slot].columns.lowerBound
            guard change.operation != .update || change.columns.contains(column),
                let inverse = entity.info.inverse(of: slot), inverse.info.slots[inverse.slot].isToMany,
                let parents = entities[ObjectIdentifier(inverse.info)]
            else { continue }
            result.append((parents, inverse.slot))
        }
        guard change.operation == .update, !isHeld else { return result }
        for parents in order where parents.binding.store === entity.binding.store {
            for slot in parents.info.relationshipSlots
            where parents.info.slots[slot].isToMany && parents.info.destination(of: slot) === entity.info {
                result.append((parents, slot))
            }
        }
        return result
    }

    /// Tells those who observe a relationship that is kept in a link entity.
    func announceLink(_ store: StoreHandle, _ linkEntity: Schema.Entity) {
        guard let link = linkEntity.link else { return }
        for entity in order where entity.binding.store === store {
            for (name, property) in [
                (link.sourceEntity, link.sourceProperty), (link.destinationEntity, link.destinationProperty ?? ""),
            ] where name == entity.info.entityName {
                if let slot = entity.info.slots.firstIndex(where: { $0.name == property }) {
                    entity.prefetched.forget(slot: slot)
                    announceObserved(entity, slots: [slot])
                }
            }
        }
    }

    /// The held models whose to-many relationships have a model among their members, with those relationships.
    func parents(of model: AnyObject, _ info: ModelInfo, slots: [Int]? = nil) -> [(model: AnyObject, slot: Int)] {
        var result: [(model: AnyObject, slot: Int)] = []
        for slot in slots?.filter(info.referenceSlots.contains) ?? info.referenceSlots {
            let key = key(of: model, info, slot)
            guard key != 0, let inverse = info.inverse(of: slot), inverse.info.slots[inverse.slot].isToMany,
                let parent = entities[ObjectIdentifier(inverse.info)]?.map[key]
            else { continue }
            result.append((parent, inverse.slot))
        }
        return result
    }

    /// Tells those who observe to-many relationships that these have changed.
    func announce(_ parents: [(model: AnyObject, slot: Int)]) {
        for parent in parents { backing(of: parent.model)?.announce(parent.model, slots: [parent.slot]) {} }
    }

    private func announceObserved(_ entity: ContextEntity, slots: [Int]) {
        for model in entity.map.all {
            guard let backing = entity.info.backing(of: model), backing.registrar != nil else { continue }
            backing.announce(model, slots: slots) {}
        }
    }
}

extension RowChange {
    /// The change, its values to be read when they are needed.
    fileprivate var withoutValues: RowChange { RowChange(row: row, operation: operation, columns: columns) }
}

extension RowCell {
    /// Whether a cell holds a value to the last bit, as far as that shows without making a value of it.
    @inline(__always) fileprivate func holds(_ value: StoredValue) -> Bool {
        switch (kind, value) {
        case (.null, .null): return true
        case (.integer, .integer(let number)), (.integer, .reference(let number)):
            return bits == UInt64(bitPattern: number)
        case (.integer, .bool(let isTrue)): return bits == (isTrue ? 1 : 0)
        case (.unsigned, .unsigned(let number)): return bits == number
        case (.double, .double(let number)): return bits == number.bitPattern
        case (.double, .date(let date)): return bits == date.timeIntervalSinceReferenceDate.bitPattern
        case (.text, .text(let text)):
            let bytes = buffer
            return text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? false
        default: return false
        }
    }
}

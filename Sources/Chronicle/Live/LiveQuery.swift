import ChronicleStore

/// The models that a descriptor selects, kept current: after a change only the rows that changed are looked at.
///
/// It belongs to the isolation of its context. The context tells it of each model before that changes (``note(_:_:)``), so that where
/// the model stood can still be found by what it was ordered by; nothing is kept for models that do not change.
package final class LiveQuery {
    /// What is remembered of a model from before it changed.
    struct Before {
        let model: AnyObject
        /// What it was ordered by; nil when it was no result for certain.
        var values: [CompiledOrder.SortValue]?
        var key: Int64
        /// Whether it must be found among the results; nil when that cannot be said.
        var isExpected: Bool?
        /// Whether its values changed, as far as that is known.
        var isUpdated: Bool
    }

    /// Rows that results may depend on and that changed.
    struct RelatedChanges {
        var keys: Set<Int64> = []
        /// Whom they belonged to before, where that is told by themselves.
        var owners: Set<Int64> = []
    }

    /// Whom a changed row of a to-many relationship belonged to before.
    enum FormerOwner {
        /// The row that the model refers to, which has not changed yet.
        case ofModel(AnyObject, ModelInfo)
        /// The row that it refers to in the store, or none: it is new, or its reference did not change.
        case same
        case unknown
    }

    /// How often the results were brought up to date, and how.
    package struct Counts {
        package var passes = 0
        package var refetches = 0
        package var refills = 0
    }

    unowned let context: ModelContext
    let entity: ContextEntity
    /// Asked for with each change: where the rows are.
    let store: StoreHandle
    let entityIndex: Int
    let query: LoweredQuery
    let condition: CompiledCondition?
    let order: CompiledOrder
    /// The first sort key alone, when the results are divided by it.
    let sectionOrder: CompiledOrder?
    let dependencies: LiveDependencies
    let includesPending: Bool
    /// The slots that the order reads.
    let orderSlots: [Int]

    /// The results, those before the offset and some beyond the limit included.
    var list = LiveList()
    /// The results as they are now.
    package var results: LiveSlice { LiveSlice(list: list, range: window) }
    /// Whether the list holds every row that is selected.
    var isComplete = true

    // What has to be looked at in the next pass.
    var changed: [ObjectIdentifier: Before] = [:]
    /// Rows that are selected and were no results before.
    var fresh: Set<Int64> = []
    /// The feed's count of fresh rows when everything was last read.
    var loadStamp = 0
    /// By the place among the dependencies.
    var related: [Int: RelatedChanges] = [:]
    package internal(set) var mustRefetch = false

    package internal(set) var counts = Counts()
    /// Called when a pass is over, with what changed or why it failed. What it returns is called when all queries are through.
    package var onPass: ((LiveChange?, (any Error)?) -> (() -> Void)?)?
    /// Called when there is something to do.
    package var onDue: (() -> Void)?

    /// - Parameter section: What the results are divided by; it becomes the first sort key unless it is.
    init<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, section: PartialKeyPath<T>?, context: ModelContext
    ) throws {
        self.context = context
        entity = try context.entity(T.self)
        let binding = entity.binding
        store = binding.store
        entityIndex = binding.entity.index
        var query = try LoweredQuery(descriptor, binding)
        let schema = binding.store.store.schema
        if let section {
            let lowering = PredicateLowering(binding)
            let key = try SortLowering.section(section, lowering)
            query.entities.formUnion(lowering.entities)
            if query.request.order.first?.value != key.value { query.request.order.insert(key, at: 0) }
        }
        self.query = query
        let request = query.request
        condition = try request.condition.map {
            try CompiledCondition($0, schema: schema, entity: request.entity)
        }
        order = try CompiledOrder(request.order, schema: schema, entity: request.entity)
        sectionOrder =
            section == nil
            ? nil : try CompiledOrder(Array(request.order.prefix(1)), schema: schema, entity: request.entity)
        dependencies = LiveDependencies(request, schema: schema)
        includesPending = descriptor.includePendingChanges
        let info = entity.info
        let orderColumns = dependencies.orderColumns
        orderSlots = info.storedSlots.filter { info.columns(of: $0).contains(where: orderColumns.contains) }
        mustRefetch = true
    }

    /// Whether something has to be looked at.
    package var isDue: Bool { mustRefetch || !changed.isEmpty || !fresh.isEmpty || !related.isEmpty }

    // MARK: Window

    package var offset: Int { query.request.offset }
    package var limit: Int? { query.request.limit }
    /// Whether the results are only a part of the list.
    var isWindowed: Bool { limit != nil || offset > 0 }
    /// The positions of the results in the list.
    package var window: Range<Int> {
        let start = min(offset, list.count)
        return start..<(limit.map { min(list.count, start.addingReportingOverflow($0).partialValue) } ?? list.count)
    }

    // MARK: Notes

    /// Remembers a model of the query's entity before it changes or leaves.
    ///
    /// - Parameters:
    ///   - values: The values of the model, read once for all queries.
    ///   - isKnown: Whether the context's values of it are those that the results were made with.
    /// - Returns: False when the model is no result, so that all there is to find out is whether it becomes one.
    func note(_ model: AnyObject, _ values: LiveValues, isKnown: Bool = true, isUpdated: Bool) -> Bool {
        if mustRefetch {
            noteUpdate(model, isUpdated)
            return true
        }
        if !includesPending {
            refetchNext()
            return true
        }
        let identifier = ObjectIdentifier(model)
        if changed[identifier] != nil {
            if isUpdated { changed[identifier]?.isUpdated = true }
            return true
        }
        guard let backing = entity.info.backing(of: model), !fresh.contains(backing.key) else { return true }
        // New since the last pass, so that it is no result yet.
        if context.feed?.isFresh(model, backing.key, of: entity, since: loadStamp) ?? false { return true }
        // A result is never one that was not wholly read; it may become one.
        if backing.unread != nil { return false }
        // With conditions over related rows, which may have changed before, what held cannot be said any more.
        let canTell = isKnown && dependencies.related.isEmpty && isComplete
        do {
            if canTell {
                guard backing.status != .deleted, backing.owner != nil, try holds(values, backing.key) else {
                    return false
                }
            }
            if isCrowded {
                refetchNext()
                return true
            }
            changed[identifier] = Before(
                model: model, values: try orderValues(of: model), key: backing.key, isExpected: canTell ? true : nil,
                isUpdated: isUpdated)
            due()
        } catch {
            refetchNext()
        }
        return true
    }

    private func noteUpdate(_ model: AnyObject, _ isUpdated: Bool) {
        guard isUpdated else { return }
        // The refetch finds the model's place by itself.
        changed[ObjectIdentifier(model)] = Before(model: model, values: nil, key: 0, isExpected: nil, isUpdated: true)
    }

    /// Remembers a model that was no result.
    func note(fresh model: AnyObject) {
        guard let backing = entity.info.backing(of: model), backing.owner === context, backing.status != .deleted else {
            return
        }
        note(row: backing.key)
    }

    /// Remembers a row that was no result.
    func note(row key: Int64) {
        if mustRefetch || fresh.contains(key) { return }
        if !includesPending { return refetchNext() }
        if isCrowded { return refetchNext() }
        fresh.insert(key)
        due()
    }

    /// Remembers a row that results may depend on.
    func note(related entity: Int, _ key: Int64, columns: ColumnSet?, _ former: FormerOwner) {
        if mustRefetch { return }
        for (index, dependency) in dependencies.related.enumerated() where dependency.entity == entity {
            if let columns, !columns.intersects(dependency.columns) { continue }
            if dependency.needsRefetch { return refetchNext() }
            if let column = dependency.ownerColumn {
                switch former {
                case .ofModel(let model, let info):
                    let owner = context.key(of: model, info, info.slotOfColumn[column])
                    if owner != 0 { related[index, default: RelatedChanges()].owners.insert(owner) }
                case .unknown where columns?.contains(column) ?? true: return refetchNext()
                case .same, .unknown: break
                }
            }
            related[index, default: RelatedChanges()].keys.insert(key)
            due()
        }
    }

    /// Whether looking at each change would cost more than reading everything.
    var isCrowded: Bool { changed.count + fresh.count > 500 + list.count / 8 }

    /// Has the next pass read everything.
    package func refetchNext() {
        if mustRefetch { return }
        mustRefetch = true
        fresh = []
        related = [:]
        due()
    }

    private func due() { onDue?() }

    // MARK: Models

    /// Whether a row's values alone tell if it is selected.
    var isPlain: Bool { includesPending && dependencies.related.isEmpty }

    func holds(_ values: LiveValues, _ key: Int64) throws -> Bool {
        guard let condition else { return true }
        return try holds(values.all(), key, condition)
    }

    /// Whether a model is selected, by the values that it has now.
    func holds(_ model: AnyObject, _ key: Int64) throws -> Bool {
        guard let condition else { return true }
        return try holds(context.values(of: model, entity.info), key, condition)
    }

    func holds(_ values: [StoredValue], _ key: Int64, _ condition: CompiledCondition) throws -> Bool {
        try withRowCells(values) { try condition.matches(key: key, cells: $0, rows) }
    }

    /// What others may know of the query.
    var interest: LiveInterest {
        LiveInterest(
            query: ObjectIdentifier(self), entity: entityIndex, condition: condition, dependencies: dependencies)
    }

    var rows: PendingRows { PendingRows(context: context, store: store) }

    /// What a model is ordered by now.
    func orderValues(of model: AnyObject) throws -> [CompiledOrder.SortValue] {
        var values: [CompiledOrder.SortValue] = []
        if order.isEmpty { return values }
        let info = entity.info
        if info.backing(of: model)?.unread != nil { try context.complete([model], of: entity) }
        let key = info.backing(of: model)?.key ?? 0
        var stored: [StoredValue] = []
        var columns: [Int] = []
        for slot in orderSlots {
            if info.slots[slot].isRelationship {
                let key = context.key(of: model, info, slot)
                stored.append(key == 0 ? .null : .reference(key))
            } else {
                _ = info.extract(model, slot: slot, into: &stored)
            }
            columns += info.columns(of: slot)
        }
        try stored.withUnsafeBufferPointer { stored in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: max(1, info.columnCount)) { cells in
                guard let base = cells.baseAddress else { return }
                cells.initialize(repeating: .null)
                if let source = stored.baseAddress {
                    for (index, column) in columns.enumerated() where !source[index].isNull {
                        cells[column] = .value(source + index)
                    }
                }
                try order.append(key, base, rows, to: &values)
            }
        }
        return values
    }
}

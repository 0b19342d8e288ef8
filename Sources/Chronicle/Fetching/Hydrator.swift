import ChronicleStore

/// Makes models of rows, each row once.
final class Hydrator {
    // The entity owns the hydrator, and the context the entity.
    private unowned(unsafe) let context: ModelContext
    private unowned(unsafe) let entity: ContextEntity
    private let session: UnsafeMutablePointer<ConstructionSession>
    private let type: any PersistentModel.Type
    /// The columns that the rows bring; nil for all.
    private let columns: ColumnSet?
    private let brought: [Int]
    /// The cells of a row that does not bring all; those that it does not bring are blank. Else read by nobody: the cursor is
    /// set before each row.
    private let blanks = BlankCells()
    private let cells: UnsafeMutablePointer<RowCell>

    /// - Parameter columns: The columns that the rows bring, whole slots; nil for all.
    init(_ context: ModelContext, _ entity: ContextEntity, columns: ColumnSet? = nil) {
        self.context = context
        self.entity = entity
        self.columns = columns
        brought = Array(columns ?? ColumnSet())
        let info = entity.info
        type = info.type
        let count = max(1, info.columnCount)
        cells = .allocate(capacity: count)
        cells.initialize(repeating: .null, count: count)
        session = .allocate(capacity: 1)
        session.initialize(
            to: ConstructionSession(info: info, owner: context, gate: context.gate, cells: cells))
        guard let columns else { return }
        for (column, description) in entity.binding.entity.columns.enumerated() where !description.isOptional {
            cells[column] = blanks.cell(of: description.type)
        }
        let unread = info.storedSlots.filter { !info.columns(of: $0).allSatisfy(columns.contains) }
        session.pointee.unread = UnreadSlots(unread, of: info)
    }

    deinit {
        session.deinitialize(count: 1)
        session.deallocate()
        cells.deallocate()
    }

    /// The model of a row; nil when the context has deleted it.
    func model<T: PersistentModel>(_ row: RowView, _ type: T.Type) throws -> T? {
        if let known = entity.map[row.key] {
            context.refresh(entity, row, columns: columns)
            let model = unsafeDowncast(known, to: T.self)
            return model.backingData.status == .deleted ? nil : model
        }
        prepare(row)
        let model = ConstructionSession.run(session) { T() }
        try finish(model, row)
        return model
    }

    /// The model of a row.
    func model(_ row: RowView) throws -> AnyObject {
        try known(row) ?? newModel(row)
    }

    /// The model of a row; nil when the context has deleted it.
    func liveModel(_ row: RowView) throws -> AnyObject? {
        guard let model = known(row) else { return try newModel(row) }
        return entity.info.backing(of: model)?.status == .deleted ? nil : model
    }

    @inline(__always) private func known(_ row: RowView) -> AnyObject? {
        guard let known = entity.map[row.key] else { return nil }
        context.refresh(entity, row, columns: columns)
        return known
    }

    @inline(__always) private func newModel(_ row: RowView) throws -> AnyObject {
        prepare(row)
        let model: AnyObject = ConstructionSession.run(session) { type.init() }
        try finish(model, row)
        return model
    }

    private func prepare(_ row: RowView) {
        if columns == nil {
            session.pointee.cursor = RowCursor(cells: row.cells)
        } else {
            for column in brought { cells[column] = row.cells[column] }
            session.pointee.cursor = RowCursor(cells: cells)
        }
        session.pointee.key = row.key
        session.pointee.backingCount = 0
    }

    @inline(__always) private func finish(_ model: AnyObject, _ row: RowView) throws {
        entity.map.insert(model, for: row.key)
        if !session.pointee.undecodable.isEmpty { try noteFaults(model, row) }
    }

    private func noteFaults(_ model: AnyObject, _ row: RowView) throws {
        let faults = session.pointee.undecodable
        session.pointee.undecodable = []
        for fault in faults {
            let slot = entity.info.slotOfColumn[fault.column]
            entity.info.backing(of: model)?.undecodable[slot] = fault.reason
            if !fault.hasFallback {
                throw ChronicleError.undecodable(
                    entity.info, slot, fault.reason,
                    PersistentIdentifier(origin: entity.binding.origin, primaryKey: row.key))
            }
        }
    }
}

extension PersistentModel {
    /// The value of an attribute, or the error that kept it from being read.
    ///
    /// A property whose stored value does not decode reads as nil or its default value; this tells why. The stored bytes stay as they
    /// are until the property is set.
    ///
    /// - Throws: ``ChronicleError`` `undecodableValue` naming model and property; `valueNotFetched` when the fetch left the
    ///   property out and it cannot be loaded.
    public func value<Value>(of keyPath: KeyPath<Self, Value>) throws -> Value {
        let value = self[keyPath: keyPath]
        if let unread = backingData.unread, let info = backingData.info, let slot = try info.resolve(keyPath).slot,
            unread.slots.contains(slot)
        {
            throw ChronicleError.notFetched(info, persistentModelID)
        }
        guard !backingData.undecodable.isEmpty, let info = backingData.info, let slot = try info.resolve(keyPath).slot,
            let reason = backingData.undecodable[slot]
        else { return value }
        throw ChronicleError(
            .undecodableValue,
            "\(info.entityName).\(info.slots[slot].name) \(reason): its bytes are kept until it is set",
            model: info.entityName, property: info.slots[slot].name, identifier: persistentModelID)
    }

    /// The context that the model is in; nil before it is inserted.
    public var modelContext: ModelContext? { backingData.owner as? ModelContext }
}

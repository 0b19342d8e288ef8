import Foundation

/// Finds which column of a property a key path reads, by trying: values are put into one column after the other, and it is the
/// one whose values come out.
///
/// Key paths over an optional cannot be taken apart or put together at run time, so that those to the fields of an optional
/// composite are not to be recognised otherwise. What lies in an optional composite within another is not found.
enum CompositeProbe {
    /// The column that a key path reads and no more than that; nil when there is none, or it takes no values that tell.
    static func column(
        _ keyPath: AnyKeyPath, in composite: any Composite.Type, from root: ModelInfo, _ path: ModelInfo.ResolvedPath,
        slot: Int
    ) -> Range<Int>? {
        let info = path.info
        guard case .attribute(let shape, _, _) = info.slots[slot].declaration.kind,
            let start = root.make() as? any PersistentModel
        else { return nil }
        var model: AnyObject = start
        for (index, step) in path.relationships.enumerated() {
            let isLast = index == path.relationships.count - 1
            let next = (isLast ? info : path.relationships[index + 1].info).make()
            step.info.relationship(of: model, slot: step.slot).pointee.object = next
            model = next
        }
        let (columns, types) = (info.slots[slot].columns, types(of: shape))
        guard types.count == columns.count else { return nil }
        var blank: [StoredValue] = []
        if case .optional = shape { blank.append(.bool(true)) }
        composite.init().store(into: &blank)
        guard blank.count == types.count else { return nil }
        for (position, type) in types.enumerated() {
            guard case .value(let type) = type else { continue }
            // A column that the key path does not read leaves it at one value.
            let hits = values(of: type).count { value in
                var values = blank
                values[position] = value
                set(values, of: model, info, slot)
                return read(keyPath, from: start)?.isIdentical(to: value) ?? false
            }
            if hits > 1 { return columns.lowerBound + position..<columns.lowerBound + position + 1 }
        }
        return nil
    }

    private enum Column {
        case value(ColumnType)
        /// Whether a composite is there.
        case presence
    }

    private static func types(of shape: ValueShape) -> [Column] {
        switch shape {
        case .scalar(let type): [.value(type)]
        case .optional(.scalar(let type)): [.value(type)]
        case .optional(let wrapped): [.presence] + types(of: wrapped)
        case .composite(let fields): fields.flatMap { types(of: $0.shape) }
        }
    }

    private static func set(_ values: [StoredValue], of model: AnyObject, _ info: ModelInfo, _ slot: Int) {
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count) { cells in
                guard let source = values.baseAddress, let base = cells.baseAddress else { return }
                for index in values.indices { cells.initializeElement(at: index, to: .value(source + index)) }
                var cursor = RowCursor(cells: base)
                info.slots[slot].declaration.apply(info.address(of: model, slot: slot), &cursor)
            }
        }
    }

    private static func read(_ keyPath: AnyKeyPath, from model: any PersistentModel) -> StoredValue? {
        func open<Model: PersistentModel>(_ model: Model) -> Any? {
            (keyPath as? PartialKeyPath<Model>).map { model[keyPath: $0] }
        }
        guard let value = open(model) as? any AttributeValue else { return nil }
        var stored: [StoredValue] = []
        value.store(into: &stored)
        return stored.count == 1 ? stored[0] : nil
    }

    private static func values(of type: ColumnType) -> [StoredValue] {
        switch type {
        case .bool: [.bool(true), .bool(false)]
        // Small ones, for the raw values of enums.
        case .integer: [7, 11, 0, 1, 2].map { .integer($0) }
        case .unsigned: [7, 11].map { .unsigned($0) }
        case .double: [1.5, 2.5].map { .double($0) }
        case .decimal: [7, 11].map { .decimal($0) }
        case .text: [.text("probe:a"), .text("probe:b")]
        case .date: [7, 11].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .data: [7, 11].map { .data(Data([$0])) }
        case .uuid: [7, 11].map { .uuid(UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))) }
        case .reference: []
        }
    }
}

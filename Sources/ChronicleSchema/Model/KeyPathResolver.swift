/// Finds where a key path of a model leads.
enum KeyPathResolver {
    static func resolve(_ keyPath: AnyKeyPath, from info: ModelInfo) throws -> ModelInfo.ResolvedPath {
        let steps = KeyPathRecorder.record { read(keyPath, from: info.prototype) }
        var path = ModelInfo.ResolvedPath(relationships: [], info: info, slot: nil, columns: 0..<0)
        for (index, step) in steps.enumerated() {
            let isLast = index == steps.count - 1
            switch step {
            case .identifier:
                if isLast { return path }
            case .slot(let owner, let slot, let property):
                guard owner === path.info else { break }
                path.slot = slot
                path.columns = owner.slots[slot].columns
                if isLast {
                    path.columns = columns(of: keyPath, property: property, path, from: info)
                    return path
                }
                guard case .relationship(let destination, false, _, _) = owner.slots[slot].declaration.kind else {
                    break
                }
                path.relationships.append((owner, slot))
                path.info = try ModelInfo.of(destination)
                path.slot = nil
            }
        }
        throw SchemaError(
            .unsupportedKeyPath, model: info.entityName,
            "cannot be reached by the key path \(keyPath): use stored "
                + "properties, to-one relationships, fields of composites and persistentModelID only")
    }

    private static func read(_ keyPath: AnyKeyPath, from prototype: AnyObject) {
        func open<Model: PersistentModel>(_ model: Model) {
            guard let keyPath = keyPath as? PartialKeyPath<Model> else { return }
            _ = model[keyPath: keyPath]
        }
        if let model = prototype as? any PersistentModel { open(model) }
    }

    /// The columns of a composite's field, when the key path goes on from the property to one; else those of the property.
    private static func columns(
        of keyPath: AnyKeyPath, property: AnyKeyPath, _ path: ModelInfo.ResolvedPath,
        from root: ModelInfo
    ) -> Range<Int> {
        guard let position = path.slot else { return 0..<0 }
        let slot = path.info.slots[position]
        guard keyPath != property, case .attribute(let shape, _, _) = slot.declaration.kind,
            let composite = CompositeFields.type(of: Swift.type(of: property).valueType)
        else { return slot.columns }
        var start = slot.columns.lowerBound
        if case .optional = shape { start += 1 }
        return CompositeFields.find(keyPath, in: composite, below: property, from: start)
            ?? CompositeProbe.column(keyPath, in: composite, from: root, path, slot: position) ?? slot.columns
    }
}

/// Looks up the fields of composites whose type is only known at run time.
package enum CompositeFields {
    package static func type(of type: Any.Type) -> (any Composite.Type)? {
        if let composite = type as? any Composite.Type { return composite }
        return (type as? any OptionalWrapping.Type)?.wrapped as? any Composite.Type
    }

    /// The columns of the field whose key path a closure recognises.
    package static func find(
        in composite: any Composite.Type, from start: Int, where matches: (AnyKeyPath) -> Bool
    ) -> Range<Int>? {
        func open<C: Composite>(_ type: C.Type) -> Range<Int>? {
            var column = start
            for field in C.fields {
                if matches(field.keyPath) { return column..<column + field.columnCount }
                column += field.columnCount
            }
            return nil
        }
        return open(composite)
    }
}

extension CompositeFields {
    /// The columns of the field that a key path leads to from a composite at another key path, through composites in it too.
    fileprivate static func find(
        _ keyPath: AnyKeyPath, in composite: any Composite.Type, below base: AnyKeyPath, from start: Int
    ) -> Range<Int>? {
        func open<C: Composite>(_ type: C.Type) -> Range<Int>? {
            var column = start
            for field in C.fields {
                if let path = base.appending(path: field.keyPath) {
                    if path == keyPath { return column..<column + field.columnCount }
                    if let inner = Swift.type(of: field.keyPath).valueType as? any Composite.Type,
                        let found = find(keyPath, in: inner, below: path, from: column)
                    {
                        return found
                    }
                }
                column += field.columnCount
            }
            return nil
        }
        return open(composite)
    }
}

protocol OptionalWrapping { static var wrapped: Any.Type { get } }
extension Optional: OptionalWrapping { static var wrapped: Any.Type { Wrapped.self } }

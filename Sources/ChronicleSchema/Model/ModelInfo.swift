@_spi(Reflection) import Swift
import Observation
import Synchronization

/// What is known of one model class: its stored properties, where they lie in an object, and the columns that they take.
///
/// It is worked out once per type and never freed. Objects are read and written through it at fixed offsets, so that no access
/// needs reflection.
// Sendable: everything but the two mutexes is fixed at the end of init; the prototype is only ever read.
package final class ModelInfo: @unchecked Sendable {
    /// One stored property.
    package struct Slot {
        package let name: String
        package let offset: Int
        package let declaration: PropertyDeclaration
        package let columns: Range<Int>

        package var isRelationship: Bool { if case .relationship = declaration.kind { true } else { false } }
        package var isToMany: Bool {
            if case .relationship(_, let isToMany, _, _) = declaration.kind { isToMany } else { false }
        }
        package var options: AttributeOption {
            if case .attribute(_, _, let options) = declaration.kind { options } else { [] }
        }
    }

    package let type: any PersistentModel.Type
    package let entityName: String
    package let slots: [Slot]
    package let columnCount: Int
    package let prototype: AnyObject
    /// Where the backing data lies in an object; nil when it is not a stored property of the class itself.
    private let backingOffset: Int?
    /// The parts of the slots that saving a model needs, as copying a whole slot costs more than what it does.
    private let offsets: [Int]
    private let columnRanges: [Range<Int>]
    private let extractors: [@Sendable (UnsafeRawPointer, inout [StoredValue]) -> Bool]
    /// Whether a slot's values can be such that they cannot be stored.
    package let mustBeChecked: [Bool]
    /// Slot of each column.
    package let slotOfColumn: [Int]
    /// The slots that take columns, in order.
    package let storedSlots: [Int]
    /// The relationships, and those of them that lead to one model.
    package let relationshipSlots: [Int]
    package let referenceSlots: [Int]
    private let slotOfByte: [Int16]
    package let make: () -> AnyObject
    let inverses = Mutex<[Int: InverseEntry]>([:])
    private let paths = Mutex(PathCache())

    // Sendable: key paths that are resolved here are only compared and hashed.
    private struct PathCache: @unchecked Sendable {
        var paths: [AnyKeyPath: ResolvedPath] = [:]
        /// The same by object, kept alive here: a literal is one object at each use, and hashing a key path takes long.
        var objects: [ObjectIdentifier: (keyPath: AnyKeyPath, path: ResolvedPath)] = [:]
    }
    private let properties: Mutex<[Int: any ObservedProperty]>
    /// The first 64 slots whose properties are known.
    private let learned = Atomic<UInt64>(0)

    private static let known = Mutex<[ObjectIdentifier: ModelInfo]>([:])

    package static func registered(_ type: any PersistentModel.Type) -> ModelInfo? {
        known.withLock { $0[ObjectIdentifier(type)] }
    }

    /// The information of a type, which is checked and worked out at the first call.
    ///
    /// - Throws: ``SchemaError`` that names the type and property.
    package static func of(_ type: any PersistentModel.Type) throws -> ModelInfo {
        if let info = registered(type) { return info }
        let info = try ModelInfo(type)
        return known.withLock { known in
            if let earlier = known[ObjectIdentifier(type)] { return earlier }
            known[ObjectIdentifier(type)] = info
            return info
        }
    }

    private init(_ type: any PersistentModel.Type) throws {
        let name = type.entityName
        let (prototype, declarations, backings) = Self.construct(type)
        guard backings == 1 else {
            throw SchemaError(
                .invalidModel, model: name,
                backings == 0
                    ? "has no backing data: declare `let backingData = BackingData()`"
                    : "creates another model in a default value: set it in an initializer with arguments instead")
        }
        var fields: [(name: String, offset: Int, type: Any.Type)] = []
        var backingOffsets: [Int] = []
        // 1 is the option for classes; the static constant is not usable from concurrent code.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { label, offset, fieldType, _ in
            let label = String(cString: label)
            if fieldType == BackingData.self { backingOffsets.append(offset) }
            if fieldType is any PropertyWrapperStorage.Type {
                fields.append((label.hasPrefix("_") ? String(label.dropFirst()) : label, offset, fieldType))
            }
            return true
        }
        guard fields.count == declarations.count,
            zip(fields, declarations).allSatisfy({ $0.0.type == $0.1.wrapper })
        else {
            throw SchemaError(
                .invalidModel, model: name,
                "has stored properties that cannot be matched with their declarations (\(fields.count) and "
                    + "\(declarations.count)): models are final classes without a stored superclass, and `init()` assigns nothing"
            )
        }
        var slots: [Slot] = []
        var column = 0
        var slotOfColumn: [Int] = []
        for (field, declaration) in zip(fields, declarations) {
            var width = 0
            switch declaration.kind {
            case .attribute(_, let columns, let options): width = options.contains(.ephemeral) ? 0 : columns
            case .relationship(_, let isToMany, _, _): width = isToMany ? 0 : 1
            }
            slots.append(
                Slot(name: field.name, offset: field.offset, declaration: declaration, columns: column..<column + width)
            )
            slotOfColumn += Array(repeating: slots.count - 1, count: width)
            column += width
        }
        let bytes = (slots.map(\.offset).max() ?? 0) + 1
        var slotOfByte = [Int16](repeating: -1, count: bytes)
        for (index, slot) in slots.enumerated() { slotOfByte[slot.offset] = Int16(index) }
        self.type = type
        entityName = name
        self.slots = slots
        columnCount = column
        self.prototype = prototype
        self.slotOfColumn = slotOfColumn
        storedSlots = slots.indices.filter { !slots[$0].columns.isEmpty }
        relationshipSlots = slots.indices.filter { slots[$0].isRelationship }
        referenceSlots = slots.indices.filter { slots[$0].isRelationship && !slots[$0].isToMany }
        self.slotOfByte = slotOfByte
        make = { type.init() }
        offsets = slots.map(\.offset)
        columnRanges = slots.map(\.columns)
        extractors = slots.map(\.declaration.extract)
        mustBeChecked = slots.map { slot in
            guard case .attribute(let shape, _, let options) = slot.declaration.kind else { return false }
            return options.contains(.codable) || shape.mayHoldNoNumber
        }
        backingOffset = backingOffsets.first { Self.backing(of: prototype, at: $0) === Self.backing(of: prototype) }
        properties = Mutex([:])
        for (index, slot) in slots.enumerated() {
            guard slot.declaration.hasDefault == false else { continue }
            // A wrapper that is set without a default was set by the initializer.
            var values: [StoredValue] = []
            if slot.declaration.extract(address(of: prototype, slot: index), &values) {
                throw SchemaError(
                    .invalidModel, model: name, property: slot.name,
                    "is assigned in `init()`: leave `init()` empty, or give the property its default where it is declared"
                )
            }
        }
    }

    private static func construct(
        _ type: any PersistentModel.Type
    ) -> (AnyObject, [PropertyDeclaration], Int) {
        let none = UnsafeMutablePointer<RowCell>.allocate(capacity: 1)
        none.initialize(to: .null)
        defer { none.deallocate() }
        let session = UnsafeMutablePointer<ConstructionSession>.allocate(capacity: 1)
        session.initialize(to: ConstructionSession(registration: none))
        defer {
            session.deinitialize(count: 1)
            session.deallocate()
        }
        let prototype = ConstructionSession.run(session) { type.init() }
        return (prototype, session.pointee.declarations, session.pointee.backingCount)
    }

    // MARK: Objects

    package func address(of model: AnyObject, slot: Int) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(model).toOpaque() + offsets[slot]
    }

    /// The backing data of an object of this class.
    package func backing(of model: AnyObject) -> BackingData? {
        backingOffset.map { Self.backing(of: model, at: $0) } ?? Self.backing(of: model)
    }

    private static func backing(of model: AnyObject, at offset: Int) -> BackingData {
        (Unmanaged.passUnretained(model).toOpaque() + offset).load(as: BackingData.self)
    }

    private static func backing(of model: AnyObject) -> BackingData? { (model as? any PersistentModel)?.backingData }

    /// The slot that lies at an address in an object.
    package func slot(of model: AnyObject, at address: UnsafeRawPointer) -> Int? {
        let offset = address - UnsafeRawPointer(Unmanaged.passUnretained(model).toOpaque())
        guard slotOfByte.indices.contains(offset), slotOfByte[offset] >= 0 else { return nil }
        return Int(slotOfByte[offset])
    }

    /// The columns of a slot.
    package func columns(of slot: Int) -> Range<Int> { columnRanges[slot] }

    package func relationship(of model: AnyObject, slot: Int) -> UnsafeMutablePointer<RelationshipStorage> {
        address(of: model, slot: slot).assumingMemoryBound(to: RelationshipStorage.self)
    }

    /// Appends a slot's values; false when the property was never set.
    package func extract(_ model: AnyObject, slot: Int, into values: inout [StoredValue]) -> Bool {
        extractors[slot](address(of: model, slot: slot), &values)
    }

    // MARK: Observation

    /// Remembers a property's key path, so that changes from elsewhere can be announced under it.
    func learn<Model: PersistentModel, Value>(_ property: KeyPath<Model, Value>, slot: Int) {
        // Each tracked read comes here: past the first, the lock is not taken.
        let bit: UInt64 = slot < 64 ? 1 << UInt64(slot) : 0
        guard learned.load(ordering: .relaxed) & bit == 0 else { return }
        properties.withLock { if $0[slot] == nil { $0[slot] = Property(keyPath: property) } }
        learned.bitwiseOr(bit, ordering: .relaxed)
    }

    /// Runs a body as a mutation of several properties; those that were never observed have nobody to tell.
    func announce(_ model: AnyObject, slots: ArraySlice<Int>, registrar: ObservationRegistrar, _ body: () -> Void) {
        guard let slot = slots.first else { return body() }
        guard let property = properties.withLock({ $0[slot] }) else {
            return announce(model, slots: slots.dropFirst(), registrar: registrar, body)
        }
        property.mutate(model, registrar) {
            announce(model, slots: slots.dropFirst(), registrar: registrar, body)
        }
    }

    private protocol ObservedProperty: Sendable {
        func mutate(_ model: AnyObject, _ registrar: ObservationRegistrar, _ body: () -> Void)
    }

    // Sendable: key paths to properties capture nothing.
    private struct Property<Model: PersistentModel, Value>: ObservedProperty, @unchecked Sendable {
        let keyPath: KeyPath<Model, Value>
        func mutate(_ model: AnyObject, _ registrar: ObservationRegistrar, _ body: () -> Void) {
            guard let model = model as? Model else { return body() }
            registrar.withMutation(of: model, keyPath: keyPath, body)
        }
    }

    // MARK: Key paths

    /// Where a key path leads: over to-one relationships to a property or the identifier.
    package struct ResolvedPath: Sendable {
        /// The relationships on the way.
        package var relationships: [(info: ModelInfo, slot: Int)]
        package var info: ModelInfo
        /// The slot; nil for the identifier.
        package var slot: Int?
        /// The columns of the property, or of the composite's field that the path ends at.
        package var columns: Range<Int>
    }

    /// Resolves a key path from this type, by reading the prototype through it at the first call.
    ///
    /// - Throws: ``SchemaError`` `unsupportedKeyPath`.
    package func resolve(_ keyPath: AnyKeyPath) throws -> ResolvedPath {
        // Sendable: see PathCache.
        struct Key: @unchecked Sendable { let keyPath: AnyKeyPath }
        let key = Key(keyPath: keyPath)
        let object = ObjectIdentifier(keyPath)
        if let path = paths.withLock({ $0.objects[object]?.path }) { return path }
        let known = paths.withLock { $0.paths[key.keyPath] }
        let path = try known ?? KeyPathResolver.resolve(keyPath, from: self)
        paths.withLock { cache in
            cache.paths[key.keyPath] = path
            // Key paths that are put together at run time are new objects each time.
            if cache.objects.count >= 1_000 { cache.objects.removeAll() }
            cache.objects[object] = (key.keyPath, path)
        }
        return path
    }
}

/// Marks the property wrappers among the stored properties of a class.
protocol PropertyWrapperStorage {}
extension Attribute: PropertyWrapperStorage {}
extension Relationship: PropertyWrapperStorage {}

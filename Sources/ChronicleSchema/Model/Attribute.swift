/// A stored property of a model.
///
/// Reading and writing cost a few nanoseconds; a read inside `withObservationTracking` is tracked, and a change by any route
/// fires it. A property that was never set reads as an empty value of its type, and is an error at `save()`.
@propertyWrapper
public struct Attribute<Value: Sendable> {
    @usableFromInline var value: Value
    @usableFromInline var isSet: Bool

    @usableFromInline init(value: Value, isSet: Bool) {
        self.value = value
        self.isSet = isSet
    }

    // The compiler gives a property its wrapper by itself only through initializers that stand in the type itself and take exactly
    // these arguments.

    /// An attribute without a default value.
    @inlinable public init() where Value: AttributeValue {
        self.init(default: nil, options: [], originalName: nil)
    }

    /// An attribute with a default value.
    @inlinable public init(wrappedValue: Value) where Value: AttributeValue {
        self.init(default: wrappedValue, options: [], originalName: nil)
    }

    /// Not available: attributes are read through their model.
    @available(*, unavailable, message: "@Attribute belongs in a class that conforms to PersistentModel")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The value as it is read and written through a model.
    ///
    /// Always inlined, as the literal key paths fold into plain loads and stores only where they are seen. The property's own
    /// key path does not fold; it is made only where a read must be noted.
    public static subscript<Model: PersistentModel>(
        _enclosingInstance model: Model,
        wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Model, Value>,
        storage storage: ReferenceWritableKeyPath<Model, Attribute<Value>>
    ) -> Value {
        @inlinable @inline(__always) get {
            let backing = model.backingData
            if backing.attends() { backing.noteRead(model, at: address(model, storage), property()) }
            return model[keyPath: storage].value
        }
        @inlinable @inline(__always) set {
            let backing = model.backingData
            if backing.isQuiet && backing.registrar == nil {
                model[keyPath: storage].value = newValue
                model[keyPath: storage].isSet = true
                return
            }
            backing.change(model, at: address(model, storage)) {
                model[keyPath: storage].value = newValue
                model[keyPath: storage].isSet = true
            }
        }
    }

    /// Where the wrapper lies in its model; its distance from the object is the slot's.
    @inlinable @inline(__always) static func address<Model: PersistentModel>(
        _ model: Model, _ storage: ReferenceWritableKeyPath<Model, Attribute<Value>>
    ) -> UnsafeRawPointer {
        withUnsafeMutablePointer(to: &model[keyPath: storage]) { UnsafeRawPointer($0) }
    }
}

extension Attribute where Value: AttributeValue {
    /// An attribute without a default value.
    @inlinable public init(
        _ option: AttributeOption, _ second: AttributeOption = [], _ third: AttributeOption = [],
        originalName: String? = nil
    ) {
        self.init(default: nil, options: option.union(second).union(third), originalName: originalName)
    }

    /// An attribute that had another name in an earlier version.
    @inlinable public init(originalName: String) { self.init(default: nil, options: [], originalName: originalName) }

    /// An attribute with a default value that had another name in an earlier version.
    @inlinable public init(wrappedValue: Value, originalName: String) {
        self.init(default: wrappedValue, options: [], originalName: originalName)
    }

    /// An attribute with a default value.
    @inlinable public init(
        wrappedValue: Value, _ option: AttributeOption, _ second: AttributeOption = [],
        _ third: AttributeOption = [], originalName: String? = nil
    ) {
        self.init(default: wrappedValue, options: option.union(second).union(third), originalName: originalName)
    }

    /// What all initializers come to. Inlined, so that the making of a model from a row has nothing to do with what only the
    /// registration wants to know.
    @inlinable @inline(__always)
    init(default initial: Value?, options: AttributeOption, originalName: String?) {
        if let session = ConstructionSession.current, !session.pointee.isRegistration, !options.contains(.ephemeral) {
            let column = session.pointee.cursor.column
            self.init(value: Value.load(from: &session.pointee.cursor), isSet: true)
            if session.pointee.cursor.failures != 0 { fallBack(to: initial, session, column) }
        } else {
            self.init(new: initial, options, originalName)
        }
    }

    /// The attribute of a new model or, while a type is registered, of its prototype.
    @inlinable @inline(never)
    init(new initial: Value?, _ options: AttributeOption, _ originalName: String?) {
        if let session = ConstructionSession.current, session.pointee.isRegistration {
            Self.declare(
                in: session, shape: Value.valueShape, columns: Value.columnCount, options: options,
                originalName: originalName, hasDefault: initial != nil || Value.isOptional,
                store: { $0.store(into: &$1) }, load: { Value.load(from: &$0) })
        }
        if let initial {
            self.init(value: initial, isSet: true)
        } else {
            self.init(value: Value.placeholder, isSet: Value.isOptional)
        }
    }

    /// The cells did not hold such a value: the default or nil takes its place where there is one.
    @usableFromInline @inline(never)
    mutating func fallBack(to initial: Value?, _ session: UnsafeMutablePointer<ConstructionSession>, _ column: Int) {
        let fallback = initial ?? ((Value.self as? any OptionalValue.Type)?.none as? Value)
        session.pointee.noteUndecodable(
            column: column, hasFallback: fallback != nil, reason: "does not hold a \(Value.self)")
        if let fallback { value = fallback }
    }
}

extension Attribute {
    @inlinable static func declare(
        in session: UnsafeMutablePointer<ConstructionSession>, shape: ValueShape, columns: Int,
        options: AttributeOption, originalName: String?, hasDefault: Bool,
        store: @escaping @Sendable (Value, inout [StoredValue]) -> Void,
        load: @escaping @Sendable (inout RowCursor) -> Value
    ) {
        addDeclaration(
            session, shape, columns, options, originalName, hasDefault,
            extract: { address, values in
                let wrapper = address.assumingMemoryBound(to: Attribute<Value>.self)
                store(wrapper.pointee.value, &values)
                return wrapper.pointee.isSet
            },
            apply: { address, cursor in
                let wrapper = address.assumingMemoryBound(to: Attribute<Value>.self)
                wrapper.pointee.value = load(&cursor)
                wrapper.pointee.isSet = true
            })
    }

    @usableFromInline static func addDeclaration(
        _ session: UnsafeMutablePointer<ConstructionSession>, _ shape: ValueShape, _ columns: Int,
        _ options: AttributeOption, _ originalName: String?, _ hasDefault: Bool,
        extract: @escaping @Sendable (UnsafeRawPointer, inout [StoredValue]) -> Bool,
        apply: @escaping @Sendable (UnsafeMutableRawPointer, inout RowCursor) -> Void
    ) {
        session.pointee.declarations.append(
            PropertyDeclaration(
                kind: .attribute(shape, columns: columns, options), wrapper: Self.self, originalName: originalName,
                hasDefault: hasDefault, extract: extract, apply: apply))
    }
}

/// Tells optionals apart when only the type is at hand.
public protocol OptionalValue {
    /// No value.
    static var none: Self { get }
}

extension Optional: OptionalValue {}

/// An attribute whose value can be taken out when only the object is at hand.
package protocol PreservedWrapper {
    /// The value; nil when it has none.
    var preserved: (any Sendable)? { get }
}

extension Attribute: PreservedWrapper {
    package var preserved: (any Sendable)? {
        if let optional = value as? any OptionalValue, Mirror(reflecting: optional).children.isEmpty { return nil }
        return value
    }
}

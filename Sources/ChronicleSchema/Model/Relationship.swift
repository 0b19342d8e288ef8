/// A relationship to one model (an optional) or to many (an array).
///
/// The order of a to-many array is the order in which its models were inserted. It is read from the store each time, so that it
/// is current after another context inserted a child. A reference whose model is gone reads as nil.
@propertyWrapper
public struct Relationship<Value: RelationshipValue> {
    @usableFromInline var storage: RelationshipStorage

    /// Not available: relationships are read through their model.
    @available(*, unavailable, message: "@Relationship belongs in a class that conforms to PersistentModel")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    // The compiler gives a property its wrapper by itself only when exactly one initializer can be called without arguments.

    /// A one- or two-way relationship; its inverse is the only one that fits.
    @inlinable public init() { self.init(rule: .nullify, inverse: nil, originalName: nil) }

    /// A relationship that starts as nil or empty.
    @inlinable public init(wrappedValue: Value) { self.init(rule: .nullify, inverse: nil, originalName: nil) }

    /// A relationship.
    ///
    /// - Parameters:
    ///   - deleteRule: What becomes of the related models when this one is deleted.
    ///   - inverse: The relationship at the other end; found by itself when only one fits.
    ///   - originalName: The name in an earlier version.
    @inlinable public init(
        deleteRule: Schema.DeleteRule, inverse: @autoclosure () -> AnyKeyPath? = nil, originalName: String? = nil
    ) {
        self.init(rule: deleteRule, inverse: inverse(), originalName: originalName)
    }

    /// A relationship that nullifies.
    @inlinable public init(inverse: @autoclosure () -> AnyKeyPath?, originalName: String? = nil) {
        self.init(rule: .nullify, inverse: inverse(), originalName: originalName)
    }

    /// A relationship that starts as nil or empty.
    @inlinable public init(
        wrappedValue: Value, deleteRule: Schema.DeleteRule, inverse: @autoclosure () -> AnyKeyPath? = nil,
        originalName: String? = nil
    ) {
        self.init(rule: deleteRule, inverse: inverse(), originalName: originalName)
    }

    /// A relationship that nullifies and starts as nil or empty.
    @inlinable public init(
        wrappedValue: Value, inverse: @autoclosure () -> AnyKeyPath?, originalName: String? = nil
    ) {
        self.init(rule: .nullify, inverse: inverse(), originalName: originalName)
    }

    @inlinable init(rule: Schema.DeleteRule, inverse: @autoclosure () -> AnyKeyPath?, originalName: String?) {
        storage = RelationshipStorage()
        if let session = ConstructionSession.current {
            if session.pointee.isRegistration {
                Self.declare(session, rule, inverse(), originalName)
            } else if !Value.isToMany {
                storage.key = referenceKey(from: session.pointee.cursor.next())
            }
        }
    }

    @usableFromInline static func declare(
        _ session: UnsafeMutablePointer<ConstructionSession>, _ rule: Schema.DeleteRule, _ inverse: AnyKeyPath?,
        _ originalName: String?
    ) {
        let isToMany = Value.isToMany
        session.pointee.declarations.append(
            PropertyDeclaration(
                kind: .relationship(
                    destination: Value.Destination.self, isToMany: isToMany, rule: rule, inverse: inverse),
                wrapper: Self.self, originalName: originalName, hasDefault: true,
                extract: { address, values in
                    if !isToMany {
                        let key = address.assumingMemoryBound(to: RelationshipStorage.self).pointee.key
                        values.append(key == 0 ? .null : .reference(key))
                    }
                    return true
                },
                apply: { address, cursor in
                    guard !isToMany else { return }
                    let storage = address.assumingMemoryBound(to: RelationshipStorage.self)
                    let key = referenceKey(from: cursor.next())
                    if storage.pointee.key != key { storage.pointee = RelationshipStorage(key: key) }
                }))
    }

    /// The related models as they are read and written through a model.
    public static subscript<Model: PersistentModel>(
        _enclosingInstance model: Model,
        wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Model, Value>,
        storage storage: ReferenceWritableKeyPath<Model, Relationship<Value>>
    ) -> Value {
        get {
            let backing = model.backingData
            let address = address(model, storage)
            if backing.attends() { backing.noteRead(model, at: address, property()) }
            if backing.isPrototype {
                guard !Value.isToMany, let info = ModelInfo.registered(Value.Destination.self) else {
                    return Value.make([])
                }
                return Value.make([info.prototype])
            }
            return Value.make(backing.related(of: model, at: address, isToMany: Value.isToMany))
        }
        set {
            let backing = model.backingData
            let address = UnsafeMutableRawPointer(mutating: address(model, storage))
            backing.settle()
            backing.setRelated(of: model, at: address, isToMany: Value.isToMany, to: newValue.relatedModels)
        }
    }

    static func address<Model: PersistentModel>(
        _ model: Model, _ storage: ReferenceWritableKeyPath<Model, Relationship<Value>>
    ) -> UnsafeRawPointer {
        withUnsafeMutablePointer(to: &model[keyPath: storage]) { UnsafeRawPointer($0) }
    }
}

/// What a relationship holds: for to-one the key and the model once it is known; for to-many the models that were set before the
/// owner came into a context.
@usableFromInline package struct RelationshipStorage {
    @usableFromInline package var key: Int64 = 0
    package var object: AnyObject?
    package var members: [AnyObject]?

    @usableFromInline package init() {}
    package init(key: Int64) { self.key = key }
}

/// The values that a relationship can have: an optional model, or an array of models.
public protocol RelationshipValue {
    /// The model at the other end.
    associatedtype Destination: PersistentModel
    /// Whether there can be several.
    static var isToMany: Bool { get }
    /// A value from models of the destination's type.
    static func make(_ models: [AnyObject]) -> Self
    /// The models.
    var relatedModels: [AnyObject] { get }
}

extension Optional: RelationshipValue where Wrapped: PersistentModel {
    /// The model at the other end.
    public typealias Destination = Wrapped
    /// Whether there can be several.
    @inlinable public static var isToMany: Bool { false }
    /// A value from models of the destination's type.
    public static func make(_ models: [AnyObject]) -> Wrapped? { models.first as? Wrapped }
    /// The models.
    public var relatedModels: [AnyObject] { self.map { [$0] } ?? [] }
}

extension Array: RelationshipValue where Element: PersistentModel {
    /// The model at the other end.
    public typealias Destination = Element
    /// Whether there can be several.
    @inlinable public static var isToMany: Bool { true }
    /// A value from models of the destination's type.
    public static func make(_ models: [AnyObject]) -> [Element] { models.compactMap { $0 as? Element } }
    /// The models.
    public var relatedModels: [AnyObject] { self }
}

@usableFromInline func referenceKey(from cell: RowCell) -> Int64 {
    if cell.kind == .integer { return Int64(bitPattern: cell.bits) }
    if case .reference(let key) = cell.pointee { return key }
    return 0
}

public import Observation

/// A class whose instances are kept in a store.
///
/// ```swift
/// final class Trip: PersistentModel {
///     let backingData = BackingData()
///     @Attribute(.unique) var remoteID: String
///     @Attribute var title: String
///     @Relationship(deleteRule: .cascade, inverse: \Expense.trip) var expenses: [Expense]
///     init() {}
/// }
/// ```
///
/// ## Requirements
/// - The class is `final` and declares `let backingData = BackingData()`.
/// - `init()` assigns nothing: models that are read from a store are made with it. Other initializers may do as they like.
/// - A default value does not create another model.
///
/// These are checked when the type is registered. Models are not `Sendable`: they belong to the isolation of their context,
/// and cross to others by ``persistentModelID``.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// A model with nothing set.
    init()
    /// The model's identity, change tracking and observation.
    var backingData: BackingData { get }
    /// The name of the model's entity; the type's name unless told otherwise.
    static var entityName: String { get }
    /// Properties to be found quickly.
    static var indexes: [Index<Self>] { get }
    /// Groups of properties that no two models share.
    static var uniques: [Unique<Self>] { get }
}

extension PersistentModel {
    /// The name of the type.
    public static var entityName: String { String(describing: Self.self) }
    /// None.
    public static var indexes: [Index<Self>] { [] }
    /// None.
    public static var uniques: [Unique<Self>] { [] }

    /// The model's permanent identifier; temporary until the model is inserted.
    public var persistentModelID: PersistentIdentifier {
        if backingData.isPrototype { KeyPathRecorder.note(.identifier) }
        return backingData.identifier(of: self)
    }

    /// The identifier.
    public var id: PersistentIdentifier { persistentModelID }

    /// Whether the model has changes that were not saved.
    public var hasChanges: Bool { backingData.hasChanges }

    /// Whether the model was deleted, here or elsewhere.
    public var isDeleted: Bool {
        backingData.settle()
        return backingData.status == .deleted
    }

    /// Two models are equal when they are one object; a context has one object a row.
    public static func == (a: Self, b: Self) -> Bool { a === b }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A group of properties that are to be found quickly, most significant first.
public struct Index<Model: PersistentModel>: Sendable {
    package let keyPaths: [any PartialKeyPath<Model> & Sendable]

    /// An index over one property or, in order, several.
    public init(_ keyPaths: any PartialKeyPath<Model> & Sendable...) { self.keyPaths = keyPaths }
}

/// A group of properties whose values no two models share; saving a second one updates the first.
public struct Unique<Model: PersistentModel>: Sendable {
    package let keyPaths: [any PartialKeyPath<Model> & Sendable]

    /// A constraint over one property or several.
    public init(_ keyPaths: any PartialKeyPath<Model> & Sendable...) { self.keyPaths = keyPaths }
}

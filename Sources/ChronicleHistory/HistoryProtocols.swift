public import ChronicleSchema
public import Foundation

/// A place in the history of a store, to fetch what came after it.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// What the token is made of.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// What the token is made of.
    var tokenValue: TokenType? { get }
    /// The store that the token belongs to.
    var storeIdentifier: String { get }
}

/// One save, as history tells it.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The kind of token.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// The kind of identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// Who saved, as the context said.
    var author: String? { get }
    /// What changed, in order; one change for each model.
    var changes: [HistoryChange] { get }
    /// The store.
    var storeIdentifier: String { get }
    /// When, by the saving process's clock.
    var timestamp: Date { get }
    /// The place after this transaction.
    var token: TokenType { get }
    /// The transaction's identifier.
    var transactionIdentifier: TransactionIdentifier { get }
}

/// The change of one model.
public enum HistoryChange: Sendable {
    /// The model is new.
    case insert(any HistoryInsert)
    /// Some attributes changed.
    case update(any HistoryUpdate)
    /// The model is gone.
    case delete(any HistoryDelete)

    /// The model that changed.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// The insertion of a model.
public protocol HistoryInsert<Model>: Sendable {
    /// The model's type.
    associatedtype Model: PersistentModel
    /// The kind of a change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The kind of a transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The change's identifier.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
}

/// The update of a model.
public protocol HistoryUpdate<Model>: Sendable {
    /// The model's type.
    associatedtype Model: PersistentModel
    /// The kind of a change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The kind of a transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The change's identifier.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The names of the changed attributes, in declaration order.
    var updatedAttributeNames: [String] { get }
    /// Whether an attribute is among the changed ones.
    func contains(_ keyPath: PartialKeyPath<Model>) -> Bool
}

/// The deletion of a model.
public protocol HistoryDelete<Model>: Sendable {
    /// The model's type.
    associatedtype Model: PersistentModel
    /// The kind of a change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The kind of a transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The change's identifier.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The values of the attributes marked `.preserveValueOnDeletion`.
    var tombstone: HistoryTombstone<Model> { get }
}

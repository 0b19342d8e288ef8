public import ChronicleSchema
public import Foundation

/// A save in the history of a store that comes with Chronicle.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// Who saved, as the context said.
    public let author: String?
    /// The name of the program that saved.
    public let bundleIdentifier: String
    /// What changed, in order; one change for each model.
    public let changes: [HistoryChange]
    /// The identifier of the process that saved.
    public let processIdentifier: String
    /// The store.
    public let storeIdentifier: String
    /// When, by the saving process's clock. Not an order: clocks can be set back.
    public let timestamp: Date
    /// The place after this transaction.
    public let token: DefaultHistoryToken
    /// The sequence of the commit, unique in its store.
    public let transactionIdentifier: Int64
    /// The sequence of the commit.
    public var id: Int64 { transactionIdentifier }

    package init(
        record: HistoryRecord, storeIdentifier: String, lineage: String, changes: [HistoryChange]
    ) {
        author = record.author
        bundleIdentifier = record.bundleIdentifier
        processIdentifier = record.processIdentifier
        timestamp = record.timestamp
        transactionIdentifier = record.sequence
        self.storeIdentifier = storeIdentifier
        self.changes = changes
        token = DefaultHistoryToken(
            position: HistoryPosition(storeIdentifier: storeIdentifier, lineage: lineage, sequence: record.sequence))
    }

    /// Two transactions are one when they are the same commit of the same store.
    public static func == (a: Self, b: Self) -> Bool { a.token == b.token }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// What identifies a change: its transaction and its place in it.
public struct HistoryChangeIdentifier: Comparable, Hashable, Sendable, Codable {
    /// The transaction's sequence.
    public let transaction: Int64
    /// The change's place in the transaction, from zero.
    public let ordinal: Int

    package init(transaction: Int64, ordinal: Int) {
        self.transaction = transaction
        self.ordinal = ordinal
    }

    /// The order.
    public static func < (a: Self, b: Self) -> Bool { (a.transaction, a.ordinal) < (b.transaction, b.ordinal) }
}

/// The insertion of a model.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// The change's identifier.
    public let changeIdentifier: HistoryChangeIdentifier
    /// The model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The transaction's sequence.
    public var transactionIdentifier: Int64 { changeIdentifier.transaction }

    package init(_ type: Model.Type, _ change: HistoryChangeIdentifier, _ model: PersistentIdentifier) {
        changeIdentifier = change
        changedPersistentIdentifier = model
    }
}

/// The update of a model.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// The change's identifier.
    public let changeIdentifier: HistoryChangeIdentifier
    /// The model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The transaction's sequence.
    public var transactionIdentifier: Int64 { changeIdentifier.transaction }
    /// The names of the changed attributes, in declaration order.
    public let updatedAttributeNames: [String]

    package init(
        _ type: Model.Type, _ change: HistoryChangeIdentifier, _ model: PersistentIdentifier, properties: [String]
    ) {
        changeIdentifier = change
        changedPersistentIdentifier = model
        updatedAttributeNames = properties
    }

    /// Whether an attribute is among the changed ones.
    public func contains(_ keyPath: PartialKeyPath<Model>) -> Bool {
        guard let info = try? ModelInfo.of(Model.self), let slot = try? info.resolve(keyPath).slot else { return false }
        return updatedAttributeNames.contains(info.slots[slot].name)
    }
}

/// The deletion of a model.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// The change's identifier.
    public let changeIdentifier: HistoryChangeIdentifier
    /// The model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The transaction's sequence.
    public var transactionIdentifier: Int64 { changeIdentifier.transaction }
    /// The values of the attributes marked `.preserveValueOnDeletion`.
    public let tombstone: HistoryTombstone<Model>

    package init(
        _ type: Model.Type, _ change: HistoryChangeIdentifier, _ model: PersistentIdentifier,
        tombstone: HistoryTombstone<Model>
    ) {
        changeIdentifier = change
        changedPersistentIdentifier = model
        self.tombstone = tombstone
    }

    /// Whether both are one.
    public static func == (a: Self, b: Self) -> Bool {
        a.changeIdentifier == b.changeIdentifier && a.changedPersistentIdentifier == b.changedPersistentIdentifier
    }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

public import ChronicleSchema
public import Foundation

/// One change on its way to a remote side: the row's values at the time of reading, or what is left of a deleted row.
public struct OutboundOperation: Sendable, Hashable, Identifiable {
    /// What the receiver is to do.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Insert the row, or replace its values.
        case upsert
        /// Remove the row, if it is there.
        case delete
    }

    /// The identifier: store, lineage, transaction and the change's place in it. It never comes with other bytes.
    public let id: String
    /// What the receiver is to do.
    public let kind: Kind
    /// The entity's name.
    public let entity: String
    /// The row's key in the store that it comes from.
    public let key: Int64
    /// The operation as one line of JSON, without the line's end; empty when the batch was read for a sink that does not
    /// need lines. It is copied out of the batch's ``OutboundHistoryBatch/lines``, which are no copy.
    public var line: Data { text.data }
    let text: LineText
    /// The row's values by column, for sinks that take them as they are; nil when the batch was read from a checkpoint.
    public let values: OutboundRow?

    /// An operation from its parts.
    public init(id: String, kind: Kind, entity: String, key: Int64, line: Data, values: OutboundRow? = nil) {
        self.init(id: id, kind: kind, entity: entity, key: key, text: LineText(line), values: values)
    }

    init(id: String, kind: Kind, entity: String, key: Int64, text: LineText, values: OutboundRow? = nil) {
        self.id = id
        self.kind = kind
        self.entity = entity
        self.key = key
        self.text = text
        self.values = values
    }

    /// Whether both are one operation with the same bytes.
    public static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.text == b.text }
    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A row as the source read it.
public struct OutboundRow: Sendable {
    /// The entity, with the names and types of the columns.
    public let entity: Schema.Entity
    /// One value a column.
    public let values: [StoredValue]
    /// The keys of linked rows by the property's name, for to-many relationships that are not the inverse of a reference.
    public let links: [String: [Int64]]
}

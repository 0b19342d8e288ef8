public import ChronicleSchema
import Foundation

/// The description of its schema that a durable store keeps beside its rows, so that it can be opened without the models:
/// to be copied, drained, or looked at.
///
/// ## Implementation requirements
/// A store writes ``after(opening:)`` of what it keeps when it is opened for writing, in a transaction, and only when the
/// text is another.
public struct StoredSchema: Sendable, Hashable {
    /// JSON, with the keys in alphabetical order.
    public let text: String

    /// The description that a store keeps.
    public init(text: String) { self.text = text }

    /// The description of a schema.
    ///
    /// - Throws: ``StoreError`` `schemaMismatch` when it cannot be written down.
    public init(_ schema: Schema) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            text = String(decoding: try encoder.encode(schema), as: UTF8.self)
        } catch {
            throw StoreError(.schemaMismatch, "The schema cannot be written down: \(error)", underlying: error)
        }
    }

    /// What a store keeps after it was opened for writing with a schema: its entities, and beside them those that were
    /// described before and are none of this schema's.
    ///
    /// - Parameter stored: What the store keeps; nil when it keeps nothing.
    public static func after(opening schema: Schema, over stored: StoredSchema?) throws -> StoredSchema {
        let own = try StoredSchema(schema)
        guard let stored, stored != own else { return own }
        do {
            let all = try schema.keeping(try stored.decoded())
            return all === schema ? own : try StoredSchema(all)
        } catch is DecodingError {
            // A newer version's description stays; one that is damaged is replaced.
            return stored.isNewer ? stored : own
        }
    }

    /// The schema.
    ///
    /// - Parameter location: Where the store lies.
    /// - Throws: ``StoreError`` `newerFormat` or `corrupt`.
    public func schema(location: String) throws -> Schema {
        do {
            return try decoded()
        } catch {
            guard isNewer else {
                throw StoreError(
                    .corrupt,
                    "The description of the schema at \(location) is damaged: open the store once with its application, "
                        + "which writes it anew.", location: location, underlying: error)
            }
            throw StoreError(
                .newerFormat,
                "The description of the schema at \(location) is of a newer version: use that one.",
                location: location, underlying: error)
        }
    }

    /// The error of a store that keeps no description.
    public static func missing(at location: String) -> StoreError {
        StoreError(
            .missingSchema,
            "\(location) does not describe its schema, since an older version wrote it: open it once for writing with "
                + "its application, built with this version.", location: location)
    }

    private func decoded() throws -> Schema { try JSONDecoder().decode(Schema.self, from: Data(text.utf8)) }

    private var isNewer: Bool {
        struct Head: Decodable { var format: Int }
        guard let head = try? JSONDecoder().decode(Head.self, from: Data(text.utf8)) else { return false }
        return head.format > Schema.newestForm
    }
}

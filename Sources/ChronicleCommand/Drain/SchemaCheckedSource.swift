import Chronicle
import ChronicleDrain
import ChronicleStore
import Foundation

/// The history of a store whose schema may grow under a program that does not have the models.
///
/// The schema is looked at after each reading and before anything of it is sent: what was read with a schema that is out of
/// date may lack new attributes.
struct SchemaCheckedSource: HistoryBatchSource {
    private let base: StoreHistorySource
    private let configuration: ModelConfiguration
    private let schema: Schema

    /// - Parameter configuration: Where the store of the source is.
    init(_ base: StoreHistorySource, _ configuration: ModelConfiguration) {
        self.base = base
        self.configuration = configuration
        schema = base.store.schema
    }

    /// Begins the message of the error that is thrown when the schema has grown.
    static let hasGrown = "the schema has grown"

    /// Says of a store that cannot be read with its old schema any more what that comes of.
    private func told<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as StoreError where error.code == .schemaMismatch {
            throw DrainError(.wrongState, Self.hasGrown)
        }
    }

    private func checked<Result>(_ body: () throws -> Result) throws -> Result {
        let result = try told(body)
        // A store in memory cannot be opened by others.
        guard base.store.capabilities.multipleProcesses else { return result }
        guard try configuration.storedSchema().isSame(as: schema) else {
            throw DrainError(.wrongState, Self.hasGrown)
        }
        return result
    }

    func nextBatch(after position: HistoryPosition?, asLines: Bool) throws -> OutboundHistoryBatch? {
        // Most calls find nothing, which no schema changes.
        if let position, try currentPosition() == position { return nil }
        return try checked { try base.nextBatch(after: position, asLines: asLines) }
    }

    func currentPosition() throws -> HistoryPosition { try told { try base.currentPosition() } }

    func timestamp(after position: HistoryPosition?) throws -> Date? {
        try told { try base.timestamp(after: position) }
    }

    func page(of snapshot: DrainSnapshot, asLines: Bool) throws -> (batch: OutboundHistoryBatch, next: DrainSnapshot?) {
        try checked { try base.page(of: snapshot, asLines: asLines) }
    }
}

public import Chronicle
public import ChronicleStore
public import Foundation
import Synchronization

/// Another store as the receiving end: replication from any store to any store.
///
/// Rows keep their keys. Applying a batch twice changes nothing, so that the sink remembers nothing. The target's own rules
/// (delete rules, upserts) are not applied: the source has applied them, and sends what came of it. Nobody else should write
/// to the target.
public final class StoreSink: RemoteSink {
    /// Rows are taken as they are.
    public let needsLines = false
    let target: any DataStore
    private let author: String
    private let now: @Sendable () -> Date
    /// Keys below this one are not given by the target any more.
    private let reserved = Mutex<Int64>(0)

    /// A store that receives.
    ///
    /// - Parameters:
    ///   - target: The store; its schema has the source's entities by name, with the same columns.
    ///   - author: The author of the target's own history.
    ///   - now: The clock of the target's own history.
    public init(
        _ target: any DataStore, author: String = "Replica", now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.target = target
        self.author = author
        self.now = now
    }

    /// The store of a container that receives.
    ///
    /// - Parameter configuration: The name of the store's configuration; the container's first store when nil.
    /// - Throws: ``DrainError`` `notFound` when there is none of the name.
    public convenience init(_ container: ModelContainer, configuration: String? = nil) throws {
        let handle = container.stores.first { handle in configuration.map { $0 == handle.configuration.name } ?? true }
        guard let handle else {
            throw DrainError(
                .notFound, "The container has no configuration \(configuration ?? ""): name one of its own.")
        }
        self.init(handle.store)
    }

    /// Applies a batch in one save.
    public func acknowledge(_ batch: OutboundHistoryBatch) throws -> [OperationRefusal] {
        do {
            let request = try request(for: batch)
            if !request.isEmpty { _ = try target.save(request) }
            return []
        } catch let error as StoreError {
            let isPermanent = [.invalidValue, .limitExceeded, .uniqueViolation, .schemaMismatch].contains(error.code)
            throw SinkError(isPermanent ? .permanent : .transient, error.message, underlying: error)
        }
    }

    private func request(for batch: OutboundHistoryBatch) throws -> SaveRequest {
        var request = SaveRequest(author: author, timestamp: now())
        request.isReplica = true
        var inserts: [Int: InsertBatch] = [:]
        var links = LinkChanges(target: target)
        if let page = batch.page, !page.entity.isEmpty {
            try deleteAbsent(page, batch.operations, &request, &links)
        }
        var highest: Int64 = 0
        for operation in batch.operations {
            let entity = try entity(operation.entity)
            highest = max(highest, operation.key)
            switch operation.kind {
            case .delete:
                request.deletes.append(RowReference(entity: entity.index, key: operation.key))
                try links.removeAll(of: operation.key, entity: entity)
            case .upsert:
                let (values, targets) = try OperationReader.values(of: operation, as: entity)
                inserts[entity.index, default: InsertBatch(entity: entity.index)].keys.append(operation.key)
                inserts[entity.index]?.values.append(contentsOf: values)
                for (property, keys) in targets { try links.set(property, of: operation.key, entity: entity, to: keys) }
            }
        }
        try reserveKeys(through: highest)
        request.inserts = inserts.values.sorted { $0.entity < $1.entity } + links.inserts()
        request.deletes += links.deletes
        return request
    }

    /// What the target has in a page's range of keys and the page has not, is gone at the source.
    private func deleteAbsent(
        _ page: SnapshotPage, _ operations: [OutboundOperation], _ request: inout SaveRequest,
        _ links: inout LinkChanges
    ) throws {
        let entity = try entity(page.entity)
        let key = Query.Value.key(Query.Path(entity: entity.index))
        var range: [Query.Condition] = []
        if page.after != .min { range.append(.compare(key, .greater, .literal(.reference(page.after)))) }
        if let through = page.through { range.append(.compare(key, .lessOrEqual, .literal(.reference(through)))) }
        let condition: Query.Condition? = range.isEmpty ? nil : .and(range)
        let present = Set(operations.lazy.map(\.key))
        for key in try target.fetchKeys(FetchRequest(entity: entity.index, condition: condition))
        where !present.contains(key) {
            request.deletes.append(RowReference(entity: entity.index, key: key))
            try links.removeAll(of: key, entity: entity)
        }
    }

    private func entity(_ name: String) throws -> Schema.Entity {
        guard let entity = target.schema.entitiesByName[name] else {
            throw SinkError(.permanent, "The target's schema has no \(name): open it with the models of the source.")
        }
        return entity
    }

    /// Keeps the target from giving keys to rows of its own that come from the source.
    private func reserveKeys(through key: Int64) throws {
        try reserved.withLock { reserved in
            guard key >= reserved else { return }
            var next = try target.allocateKeys(1).upperBound
            // Ahead of what is needed now, so that few batches have to ask.
            if next <= key { next = try target.allocateKeys(Int(clamping: key - next + 1 + 10_000)).upperBound }
            reserved = next
        }
    }
}

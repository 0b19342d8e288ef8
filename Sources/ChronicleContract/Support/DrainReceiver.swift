import ChronicleDrain
import Foundation
import Synchronization

/// A receiver that holds the rows that came of the operations, and remembers the bytes of each.
final class DrainReceiver: RemoteSink {
    struct State {
        var rows: [String: [Int64: [StoredValue]]] = [:]
        /// The identifiers in the order of their first arrival.
        var order: [String] = []
        var bytes: [String: Data] = [:]
        /// Identifiers that came again with other bytes.
        var forged: [String] = []
        var arrivals = 0
    }

    /// With lines the values of rows are not looked at, and the bytes of operations are.
    let needsLines: Bool
    let arrival = Bell()
    private let shared = Mutex(State())

    init(needsLines: Bool = false) { self.needsLines = needsLines }

    var state: State { shared.withLock { $0 } }

    func acknowledge(_ batch: OutboundHistoryBatch) -> [OperationRefusal] {
        shared.withLock { state in
            state.arrivals += 1
            for operation in batch.operations { Self.apply(operation, &state) }
            if case .snapshot(let page) = batch.content {
                let present = Set(batch.operations.map(\.key))
                for key in (state.rows[page.entity] ?? [:]).keys
                where key > page.after && key <= page.through ?? .max && !present.contains(key) {
                    state.rows[page.entity]?[key] = nil
                }
            }
        }
        arrival.ring()
        return []
    }

    private static func apply(_ operation: OutboundOperation, _ state: inout State) {
        if let bytes = state.bytes[operation.id] {
            if bytes != operation.line { state.forged.append(operation.id) }
        } else {
            state.order.append(operation.id)
            state.bytes[operation.id] = operation.line
        }
        switch operation.kind {
        case .upsert: state.rows[operation.entity, default: [:]][operation.key] = operation.values?.values ?? []
        case .delete: state.rows[operation.entity]?[operation.key] = nil
        }
    }
}

extension StoreHistorySource {
    /// Brings everything after a position to a receiver, without a coordinator.
    ///
    /// - Returns: The position after it.
    @discardableResult
    func deliver(to sink: some RemoteSink, after position: HistoryPosition? = nil) async throws -> HistoryPosition? {
        var position = position
        while let batch = try nextBatch(after: position, asLines: sink.needsLines) {
            _ = try await sink.acknowledge(batch)
            position = batch.position
        }
        return position
    }
}

extension DataStore {
    /// Its rows by entity and key, without link entities and without entities that have no rows.
    func rowsByEntity() throws -> [String: [Int64: [StoredValue]]] {
        var rows: [String: [Int64: [StoredValue]]] = [:]
        for entity in schema.entities where entity.link == nil {
            try fetch(FetchRequest(entity: entity.index)) { row in
                rows[entity.name, default: [:]][row.key] = try row.values(of: entity)
            }
        }
        return rows
    }

    /// The pairs of rows that each link entity holds.
    func linksByEntity() throws -> [String: Set<[StoredValue]>] {
        var links: [String: Set<[StoredValue]>] = [:]
        for entity in schema.entities where entity.link != nil {
            try fetch(FetchRequest(entity: entity.index)) { row in
                links[entity.name, default: []].insert(try row.values(of: entity))
            }
        }
        return links
    }
}

extension ContractProbe {
    /// The store's history as a drain's source.
    func source(
        _ container: ModelContainer, _ change: (inout StoreHistorySource.Options) -> Void = { _ in }
    ) throws -> StoreHistorySource {
        var options = StoreHistorySource.Options()
        change(&options)
        return try StoreHistorySource(container, options: options)
    }

    /// Expects a receiver to hold the store's rows.
    func expectRows(
        of store: any DataStore, in receiver: DrainReceiver, _ what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        expectEqual(
            receiver.state.rows.filter { !$0.value.isEmpty }, try store.rowsByEntity(), what, fileID: fileID,
            filePath: filePath, line: line, column: column)
    }

    /// Expects a store to hold another one's rows and links.
    func expectReplica(
        _ target: any DataStore, of store: any DataStore, _ what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        expectEqual(
            try target.rowsByEntity(), try store.rowsByEntity(), "\(what): the rows", fileID: fileID,
            filePath: filePath, line: line, column: column)
        expectEqual(
            try target.linksByEntity(), try store.linksByEntity(), "\(what): the links", fileID: fileID,
            filePath: filePath, line: line, column: column)
    }
}

import ChronicleDrain
import Foundation
import Synchronization

/// The reference receiver: remembers the identifiers that it has applied, and holds the rows that came of them.
final class Receiver: RemoteSink {
    struct State {
        var rows: [String: [Int64: String]] = [:]
        /// The bytes of each operation that was applied.
        var applied: [String: Data] = [:]
        /// The identifiers in the order in which they were applied.
        var order: [String] = []
        /// Identifiers that came again with other bytes.
        var forged: [String] = []
        var batches: [String] = []
        var sendings = 0
    }

    private let shared = Mutex(State())
    /// Decides about a batch before it is applied: may throw, or refuse operations.
    let judge: @Sendable (OutboundHistoryBatch) async throws -> [OperationRefusal]
    /// Called after a batch was applied, before the answer goes out.
    let afterwards: @Sendable (OutboundHistoryBatch) async throws -> Void

    init(
        judge: @escaping @Sendable (OutboundHistoryBatch) async throws -> [OperationRefusal] = { _ in [] },
        afterwards: @escaping @Sendable (OutboundHistoryBatch) async throws -> Void = { _ in }
    ) {
        self.judge = judge
        self.afterwards = afterwards
    }

    var state: State { shared.withLock { $0 } }

    func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        shared.withLock { $0.sendings += 1 }
        let refusals = try await judge(batch)
        let refused = Set(refusals.map(\.id))
        shared.withLock { state in
            state.batches.append(batch.id)
            for operation in batch.operations where !refused.contains(operation.id) { Self.apply(operation, &state) }
            if case .snapshot(let page) = batch.content { Self.reconcile(page, batch.operations, &state) }
        }
        try await afterwards(batch)
        return refusals
    }

    static func apply(_ operation: OutboundOperation, _ state: inout State) {
        if let bytes = state.applied[operation.id] {
            if bytes != operation.line { state.forged.append(operation.id) }
            return
        }
        state.applied[operation.id] = operation.line
        state.order.append(operation.id)
        switch operation.kind {
        case .upsert: state.rows[operation.entity, default: [:]][operation.key] = values(operation.line)
        case .delete: state.rows[operation.entity]?[operation.key] = nil
        }
    }

    private static func reconcile(_ page: SnapshotPage, _ operations: [OutboundOperation], _ state: inout State) {
        let present = Set(operations.map(\.key))
        for key in (state.rows[page.entity] ?? [:]).keys
        where key > page.after && key <= page.through ?? .max && !present.contains(key) {
            state.rows[page.entity]?[key] = nil
        }
    }

    static func values(_ line: Data) -> String {
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.range(of: ",\"values\":") else { return text }
        return String(text[start.upperBound...])
    }
}

extension StoreHistorySource {
    /// What a receiver should hold in the end.
    func currentRows() throws -> [String: [Int64: String]] {
        var rows: [String: [Int64: String]] = [:]
        var snapshot: DrainSnapshot? = DrainSnapshot(id: "expected", position: try currentPosition())
        while let now = snapshot {
            let (batch, next) = try page(of: now, asLines: true)
            for operation in batch.operations {
                rows[operation.entity, default: [:]][operation.key] = Receiver.values(operation.line)
            }
            snapshot = next
        }
        return rows
    }
}

extension [String: [Int64: String]] {
    /// Without entities that have no rows.
    var compact: Self { filter { !$0.value.isEmpty } }
}

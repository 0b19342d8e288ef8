public import ChronicleHistory
import Foundation

extension HistoryDrainCoordinator {
    /// The operations that were refused for good, and later ones of the same rows, in order.
    ///
    /// - Throws: ``DrainError`` when the coordinator does not run and the checkpoint cannot be read.
    public func parked() async throws -> [ParkedOperation] {
        if status.state != .stopped { return checkpoint.parked }
        return try await checkpoints.load()?.parked ?? []
    }

    /// Sends parked operations again, and then what waits behind them. Those that are refused again stay parked.
    ///
    /// - Parameter identifiers: The operations; all when nil.
    public func retryParked(_ identifiers: Set<String>? = nil) { order(.retry(identifiers)) }

    /// Gives parked operations up. Later operations of their rows that wait behind them are sent.
    ///
    /// - Parameter identifiers: The operations; all when nil.
    public func dropParked(_ identifiers: Set<String>? = nil) { order(.drop(identifiers)) }

    /// Goes back to a position and sends everything after it again. A batch in flight is given up.
    public func rewind(to position: HistoryPosition) { order(.moveTo(position)) }

    /// Begins anew, with the history from its beginning, or with a snapshot when that is gone. What is parked stays.
    public func reset() { order(.moveTo(nil)) }

    /// Sends a snapshot of the current state, and goes on from the place in the history at which it began.
    public func recover() { order(.recover("the owner asked for it")) }

    /// How far the consumer is behind.
    ///
    /// - Throws: What the source throws.
    public func lag() async throws -> DrainLag {
        let position = status.position
        let transactions = try await source.currentPosition().sequence - (position?.sequence ?? 0)
        guard transactions > 0, let oldest = try await source.timestamp(after: position) else {
            return DrainLag(transactions: max(transactions, 0), seconds: 0)
        }
        return DrainLag(transactions: transactions, seconds: max(clock.now.timeIntervalSince(oldest), 0))
    }

    private func order(_ order: Order) {
        orders.append(order)
        resume()
    }

    /// Does what the owner has asked for since the last step.
    func carryOutOrders(_ owner: DrainOwner) async throws {
        while let order = orders.first {
            switch order {
            case .recover(let reason): try await beginSnapshot(because: reason)
            case .moveTo(let position):
                checkpoint.inFlight = nil
                checkpoint.snapshot = nil
                checkpoint.position = position
            case .retry(let identifiers): try await retry(identifiers)
            case .drop(let identifiers):
                checkpoint.parked.removeAll { $0.refusal != nil && identifiers?.contains($0.id) ?? true }
                orders.insert(.releaseFollowers, at: 1)
            case .releaseFollowers: try await retryFreed()
            }
            orders.removeFirst()
            isDirty = true
            tellPosition()
            try await save(owner)
        }
    }

    // MARK: Parked operations

    /// A batch without the operations whose rows wait already; these are parked behind them.
    func parkingFollowers(of batch: OutboundHistoryBatch) -> OutboundHistoryBatch {
        if checkpoint.parked.isEmpty { return batch }
        let rows = Set(checkpoint.parked.map(\.row))
        let now = clock.now
        let kept = batch.keeping { operation in
            guard rows.contains(operation.row) else { return true }
            if !checkpoint.parked.contains(where: { $0.id == operation.id }) {
                checkpoint.parked.append(ParkedOperation(operation: operation.withLine, refusal: nil, parkedAt: now))
                isDirty = true
            }
            return false
        }
        return kept
    }

    private func retry(_ identifiers: Set<String>?) async throws {
        for parked in checkpoint.parked where parked.refusal != nil && identifiers?.contains(parked.id) ?? true {
            try await retry(parked)
        }
        try await retryFreed()
    }

    /// Sends what waits behind nothing any more.
    private func retryFreed() async throws {
        while let free = checkpoint.parked.first(where: { parked in
            parked.refusal == nil && !checkpoint.parked.contains { $0.refusal != nil && $0.row == parked.row }
        }) {
            try await retry(free)
        }
    }

    private func retry(_ parked: ParkedOperation) async throws {
        let current = try await source.currentPosition()
        let batch = OutboundHistoryBatch(
            id: "parked/\(parked.id)", operations: [parked.operation], position: checkpoint.position ?? current,
            transactions: 0)
        var refusal: String?
        do {
            refusal = try await sink.acknowledge(batch).first?.message
        } catch let error as SinkError where error.code == .permanent || error.code == .payloadTooLarge {
            refusal = error.message
        }
        guard let place = checkpoint.parked.firstIndex(where: { $0.id == parked.id }) else { return }
        if let refusal {
            checkpoint.parked[place].refusal = refusal
        } else {
            checkpoint.parked.remove(at: place)
            status.operations += 1
        }
        isDirty = true
        tellPosition()
    }
}

extension ParkedOperation {
    var row: OutboundOperation.Row { operation.row }
}

extension OutboundOperation {
    /// The row that an operation changes.
    struct Row: Hashable {
        var entity: String
        var key: Int64
    }

    var row: Row { Row(entity: entity, key: key) }
}

import ChronicleHistory
import Foundation

extension HistoryDrainCoordinator {
    /// Reads the checkpoint at the beginning of the work.
    func load(_ owner: DrainOwner) async throws {
        do {
            checkpoint = try await checkpoints.load() ?? DrainCheckpoint()
            isDirty = false
        } catch let error as DrainError where error.code == .checkpointUnreadable || error.code == .consumerExpired {
            checkpoint = DrainCheckpoint()
            try await beginSnapshot(because: error.message)
            try await save(owner)
        }
        tellPosition()
    }

    /// Sends everything there is.
    func drain(_ owner: DrainOwner) async throws {
        var savedAt = clock.now
        while !Task.isCancelled {
            try await carryOutOrders(owner)
            let now = clock.now
            if !isDirty || now < savedAt {
                savedAt = now
            } else if now.timeIntervalSince(savedAt) >= policy.checkpointInterval {
                try await save(owner)
                savedAt = now
            }
            if let batch = checkpoint.inFlight {
                try await send(batch, owner)
            } else if let snapshot = checkpoint.snapshot {
                status.state = .recovering("snapshot \(snapshot.id)")
                let (batch, next) = try await source.page(of: snapshot, asLines: sink.needsLines)
                try await send(batch, owner, next: next)
            } else {
                switch try await nextBatch(owner) {
                case .nothing: return try await saveIfDirty(owner)
                case .snapshotNeeded: continue
                case .batch(let batch):
                    status.state = .draining
                    try await send(batch, owner)
                }
            }
        }
        try await saveIfDirty(owner)
    }

    private enum Next {
        case nothing
        case batch(OutboundHistoryBatch)
        case snapshotNeeded
    }

    private func nextBatch(_ owner: DrainOwner) async throws -> Next {
        do {
            let batch = try await source.nextBatch(after: checkpoint.position, asLines: sink.needsLines)
            return batch.map { .batch($0) } ?? .nothing
        } catch let error as HistoryError
            where [.historyTokenExpired, .foreignToken, .tokenAhead].contains(error.code)
        {
            guard policy.recoversByItself else { throw DrainError(.wrongState, error.message, underlying: error) }
            try await beginSnapshot(because: error.message)
            try await save(owner)
            return .snapshotNeeded
        }
    }

    /// Goes over to a snapshot. Its position is taken before its first page, so that nothing falls between the two.
    func beginSnapshot(because reason: String) async throws {
        let position = try await source.currentPosition()
        checkpoint.inFlight = nil
        // The snapshot brings these rows as they are now; what is refused again is parked again.
        checkpoint.parked = []
        checkpoint.snapshot = DrainSnapshot(id: "snapshot-\(UUID().uuidString)", position: position)
        isDirty = true
        status.state = .recovering(reason)
    }

    // MARK: Sending

    /// Sends a batch and moves on.
    ///
    /// - Parameter next: Where the snapshot is after the batch, when it is a page of one.
    private func send(_ batch: OutboundHistoryBatch, _ owner: DrainOwner, next: DrainSnapshot? = nil) async throws {
        var batch = batch
        if checkpoint.inFlight == nil {
            if batch.page == nil { batch = parkingFollowers(of: batch) }
            // A snapshot's page is sent even when it is empty: it tells what the receiver has to delete.
            let isNeeded = !batch.operations.isEmpty || batch.page != nil
            if isNeeded, sink.needsLines {
                checkpoint.inFlight = batch
                isDirty = true
                // On disk before the first byte leaves; the place that the batch before it has earned goes with it.
                try await save(owner)
            }
            if !isNeeded { return moveOn(after: batch, next) }
        } else if let page = batch.page, let snapshot = checkpoint.snapshot, page.snapshot == snapshot.id {
            // The page was read before a crash; what follows it is told by its range.
            return try await finish(batch, after(page, snapshot))
        }
        try await finish(batch, next)
    }

    private func finish(_ batch: OutboundHistoryBatch, _ next: DrainSnapshot?) async throws {
        let refusals = try await deliver(batch)
        let now = clock.now
        for operation in batch.operations {
            guard let message = refusals[operation.id] else { continue }
            checkpoint.parked.append(ParkedOperation(operation: operation.withLine, refusal: message, parkedAt: now))
        }
        status.batches += 1
        status.operations += batch.operations.count - refusals.count
        moveOn(after: batch, next)
    }

    private func moveOn(after batch: OutboundHistoryBatch, _ next: DrainSnapshot?) {
        checkpoint.inFlight = nil
        if batch.page != nil {
            checkpoint.snapshot = next
            if next == nil { checkpoint.position = batch.position }
        } else {
            checkpoint.position = batch.position
            status.transactions += batch.transactions
        }
        isDirty = true
        tellPosition()
    }

    private func after(_ page: SnapshotPage, _ snapshot: DrainSnapshot) -> DrainSnapshot? {
        if page.isLast { return nil }
        var next = snapshot
        if let through = page.through {
            next.after = through
        } else {
            next.entity += 1
            next.after = .min
        }
        return next
    }

    /// Hands a batch to the sink, in halves where it has to be; returns what was refused for good.
    private func deliver(_ batch: OutboundHistoryBatch) async throws -> [String: String] {
        do {
            let refusals = try await sink.acknowledge(batch)
            return Dictionary(refusals.map { ($0.id, $0.message) }, uniquingKeysWith: { first, _ in first })
        } catch let error as SinkError where error.code == .payloadTooLarge || error.code == .permanent {
            guard batch.operations.count > 1 else {
                guard let operation = batch.operations.first else { throw SinkError(.transient, error.message) }
                return [operation.id: error.message]
            }
            let middle = batch.operations.count / 2
            var refusals = try await deliver(batch.part(0..<middle))
            try Task.checkCancellation()
            refusals.merge(try await deliver(batch.part(middle..<batch.operations.count))) { first, _ in first }
            return refusals
        }
    }

    // MARK: The checkpoint

    func save(_ owner: DrainOwner) async throws {
        let (checkpoint, store) = (checkpoint, checkpoints)
        // A task of its own, which a stop does not cancel: what was acknowledged is to be on disk.
        try await Task { try await store.save(checkpoint, by: owner) }.value
        isDirty = false
    }

    func saveIfDirty(_ owner: DrainOwner) async throws {
        if isDirty { try await save(owner) }
    }

    func tellPosition() {
        status.position = checkpoint.position
        status.parked = checkpoint.parked.count
    }
}

public import ChronicleHistory
import ChronicleStore

extension MemoryStore: HistoryProviding {
    /// The records that a request asks for, oldest first.
    ///
    /// - Throws: ``HistoryError`` for an unusable position.
    public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        let state = try state()
        return try state.lock.read {
            try state.window.check(request.after)
            var records: [HistoryRecord] = []
            // Sequences have no gaps within what is kept, so the first record after the position is found by its distance.
            let after = request.after?.sequence ?? state.deletedThrough
            let start = Swift.min(state.history.count, Int(after - state.deletedThrough))
            for record in state.history[start...] where request.selects(record) {
                records.append(record)
                if request.limit > 0 && records.count == request.limit { break }
            }
            return records
        }
    }

    /// Deletes the leading run of records that a request selects.
    ///
    /// - Throws: ``HistoryError`` for an unusable position, with nothing deleted.
    @discardableResult
    public func deleteHistory(_ request: HistoryRequest) throws -> Int {
        let state = try state()
        return try state.lock.write {
            try state.window.check(request.after)
            let floor = request.overridesConsumers ? nil : state.consumers.values.purgeableThrough
            var count = state.history.prefix { request.selects($0) && $0.sequence <= floor ?? .max }.count
            if request.limit > 0 { count = Swift.min(count, request.limit) }
            guard count > 0 else { return 0 }
            state.deletedThrough = state.history[count - 1].sequence
            state.history.removeFirst(count)
            return count
        }
    }

    /// The position after the newest record.
    public func currentPosition() throws -> HistoryPosition {
        let state = try state()
        return state.lock.read { state.position(state.sequence) }
    }

    /// The oldest position from which no record is missing.
    public func oldestPosition() throws -> HistoryPosition {
        let state = try state()
        return state.lock.read { state.position(state.deletedThrough) }
    }
}

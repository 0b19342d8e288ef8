import ChronicleHistory
import ChronicleStore
import Foundation

extension PlainStore: HistoryProviding {
    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try perform(.fetchHistory, otherwise: []) {
            try requireHistory()
            let state = try snapshot()
            var request = request
            faults.historyRequest?(&request, state)
            try check(request.after, state)
            var records = state.history.filter(request.selects)
            if request.limit > 0 { records = Array(records.prefix(request.limit)) }
            faults.records?(&records, request, state)
            if faults.has(.consumesHistory), let last = records.last {
                try write { try purge(through: last.sequence, &$0) }
            }
            return records
        }
    }

    @discardableResult
    func deleteHistory(_ request: HistoryRequest) throws -> Int {
        try perform(.deleteHistory, otherwise: 0) {
            try requireHistory()
            try requireWritable()
            let count = try write { content in
                var request = request
                let state = content.state
                faults.historyRequest?(&request, state)
                try check(request.after, state)
                if faults.has(.purgesHoles) { return try purgeHoles(request, &content) }
                var count = state.history.prefix(while: request.selects).count
                if request.limit > 0 { count = min(count, request.limit) }
                if !request.overridesConsumers || faults.has(.ignoresOverride) { count = min(count, unheld(state)) }
                if let faulty = faults.purge { count = min(faulty(count, request, state), state.history.count) }
                if count > 0 { try purge(through: state.history[count - 1].sequence, &content) }
                return count
            }
            return faults.purgeAnswer?(count) ?? count
        }
    }

    /// How many leading records every consumer has read.
    private func unheld(_ state: PlainState) -> Int {
        if faults.has(.purgesUnread) { return .max }
        let consumers = state.consumers.values.map { consumer in
            var consumer = consumer
            if faults.has(.heldByExpired) { consumer.isExpired = false }
            return consumer
        }
        guard let through = consumers.purgeableThrough else { return .max }
        return state.history.prefix { $0.sequence <= through }.count
    }

    private func purge(through sequence: Int64, _ content: inout Content) throws {
        let state = content.state
        if content.log != nil {
            try content.log?.purge(through: sequence, &content.state)
        } else {
            content.state.purge(through: sequence, faults)
        }
        guard faults.has(.recordsPurges) else { return }
        let commit = PlainCommit(steps: [], records: [], before: state)
        try put(
            PlainCommit(steps: [], records: [commit.record(for: SaveRequest(timestamp: .now))], before: state), &content
        )
    }

    private func purgeHoles(_ request: HistoryRequest, _ content: inout Content) throws -> Int {
        let gone = content.state.history.filter(request.selects).map(\.sequence)
        if content.log != nil {
            try content.log?.remove(gone, &content.state)
        } else {
            content.state.history.removeAll { gone.contains($0.sequence) }
        }
        return gone.count
    }

    func currentPosition() throws -> HistoryPosition {
        try perform(.currentPosition) {
            try requireHistory()
            let window = window(of: try snapshot())
            var position = window.oldest
            position.sequence = window.current
            return position
        }
    }

    func oldestPosition() throws -> HistoryPosition {
        try perform(.oldestPosition) {
            try requireHistory()
            return window(of: try snapshot()).oldest
        }
    }

    private func window(of state: PlainState) -> HistoryWindow {
        var window = HistoryWindow(
            oldest: HistoryPosition(
                storeIdentifier: identifier, lineage: lineage, sequence: state.deletedThrough), current: state.sequence)
        if faults.has(.currentFromKept) { window.current = state.history.last?.sequence ?? 0 }
        faults.window?(&window)
        return window
    }

    private func check(_ position: HistoryPosition?, _ state: PlainState) throws {
        guard let position else { return }
        if let check = faults.check { return try check(position, window(of: state)) }
        try window(of: state).check(position)
    }

    func requireHistory() throws {
        if base.history { return }
        throw HistoryError(
            .unsupportedFeature, "The store keeps no history: open it with history.", storeIdentifier: identifier)
    }
}

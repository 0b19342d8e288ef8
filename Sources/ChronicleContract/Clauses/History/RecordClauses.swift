import Foundation

extension HistoryClauses {
    /// What only store authors see.
    static let records: [ContractClause] = [
        ContractClause(
            "HIS-046", "A save's result has the sequence of the record that it wrote, and none when it wrote none.",
            requires: [.history]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let key = try entries.add([try entries.values(number: 1)])[0]
            let result = try entries.store.save(try entries.request(updates: [key: [("number", .integer(2))]]))
            let records = try entries.history().fetchHistory(HistoryRequest())
            probe.expectEqual(result.sequence, records.last?.sequence, "the sequence of a save that changes a row")
            let idle = try entries.store.save(try entries.request(updates: [key: [("number", .integer(2))]]))
            probe.expectEqual(idle.sequence, nil, "the sequence of a save that changes nothing")
            probe.expectEqual(
                try entries.history().fetchHistory(HistoryRequest()).count, 2,
                "the records of both saves and the insert")
        },
        ContractClause(
            "HIS-047", "A record tells the same rows and operations as the result of its save.", requires: [.history]
        ) { probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add((0..<3).map { try entries.values(number: $0) })
            var request = try entries.request(
                updates: [keys[1]: [("word", .text("new")), ("number", .integer(7))]], deletes: [keys[2]])
            var batch = InsertBatch(entity: entries.entity.index)
            batch.keys = Array(try entries.store.allocateKeys(1))
            batch.values = try entries.values(number: 8)
            request.inserts = [batch]
            let result = try entries.store.save(request)
            let record = try probe.require(
                entries.history().fetchHistory(HistoryRequest()).last, "the record of a save")
            probe.expectEqual(
                record.changes.map(\.key), result.changes.map(\.row.key),
                "the keys of a record, beside those of the result")
            probe.expectEqual(
                record.changes.map(\.operation), [.insert, .update, .delete], "the operations of a record")
            probe.expectEqual(
                record.changes.map(\.properties), [[], ["number", "word"], []], "the properties of its changes")
            probe.expectEqual(record.changes.map(\.entity), ["Entry", "Entry", "Entry"], "the entities of its changes")
        },
        ContractClause(
            "HIS-048", "Reading history changes nothing: read twice it is the same, and no position moves.",
            requires: [.history]
        ) {
            probe in
            let entries = try EntryStore(probe)
            for _ in 0..<3 { try entries.add([try entries.values()]) }
            let history = try entries.history()
            let (current, oldest) = (try history.currentPosition(), try history.oldestPosition())
            let first = try history.fetchHistory(HistoryRequest())
            probe.expectEqual(try history.fetchHistory(HistoryRequest()), first, "the records read a second time")
            probe.expectEqual(try history.currentPosition(), current, "the current position after reading")
            probe.expectEqual(try history.oldestPosition(), oldest, "the oldest position after reading")
        },
    ]
}

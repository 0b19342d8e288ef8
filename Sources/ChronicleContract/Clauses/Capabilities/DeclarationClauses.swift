import Foundation

extension ContractChapter {
    /// What a store declares.
    static let declarationClauses: [ContractClause] = [
        ContractClause("CAP-001", "A store's capabilities do not change while it is open, nor when it is closed.") {
            probe in
            let store = try probe.openStore(Leaf.self)
            let declared = store.capabilities
            let key = try store.addLeaves(LeafRow("a"))[0]
            probe.expectEqual(store.capabilities, declared, "the capabilities after a save")
            var request = SaveRequest(timestamp: Date())
            request.deletes = [try store.leafReference(key)]
            _ = try store.save(request)
            if let history = store as? any HistoryProviding, declared.history {
                try history.deleteHistory(HistoryRequest())
            }
            let observation = store.observeCommits {}
            probe.expectEqual(store.capabilities, declared, "the capabilities while commits are observed")
            withExtendedLifetime(observation) {}
            try store.close()
            probe.expectEqual(store.capabilities, declared, "the capabilities of the closed store")
        },
        ContractClause("CAP-002", "A store has the same capabilities at each opening, at any place, for any schema.") {
            probe in
            let declared = try probe.capabilities()
            let first = try probe.openStore(Leaf.self)
            probe.expectEqual(first.capabilities, declared, "the capabilities of the first opening")
            try first.addLeaves(LeafRow("a"))
            try first.close()
            let second = try probe.openStore(Leaf.self)
            probe.expectEqual(second.capabilities, declared, "the capabilities of the second opening")
            let other = try probe.openStore(Plot.self, Hedge.self, at: try probe.anotherPlace())
            probe.expectEqual(other.capabilities, declared, "the capabilities at another place")
        },
        ContractClause("CAP-003", "A store that declares history provides it.", requires: [.history]) { probe in
            let store = try probe.openStore(Leaf.self)
            let history = try probe.require(
                store as? any HistoryProviding, "the conformance to HistoryProviding of a store that declares history")
            try store.addLeaves(LeafRow("a"), author: "me")
            let records = try history.fetchHistory(HistoryRequest())
            probe.expectEqual(records.map(\.author), ["me"], "the authors of the history")
            let position = try history.currentPosition()
            probe.expectEqual(position.sequence, records.last?.sequence, "the sequence of the current position")
            probe.expectEqual(position.storeIdentifier, store.identifier, "the store of the current position")
        },
        ContractClause("CAP-004", "The limits that a store declares are above zero.") { probe in
            let limits = try probe.openStore(Leaf.self).capabilities.limits
            let named = [
                ("textBytes", limits.textBytes), ("dataBytes", limits.dataBytes), ("indexedBytes", limits.indexedBytes),
            ]
            for case (let name, let limit?) in named {
                probe.expect(limit > 0, "the limit \(name) is \(limit), expected one above zero or none")
            }
        },
        ContractClause("CAP-005", "A store that was opened for writing does not say that it is read-only.") { probe in
            let store = try probe.openStore(Leaf.self)
            probe.expect(
                !store.capabilities.isReadOnly, "a store that was opened for writing says that it is read-only")
            try store.addLeaves(LeafRow("a"))
        },
        ContractClause(
            "CAP-006", "A store that several processes may use can be opened more than once, and keeps its rows.",
            requires: [.multipleProcesses]
        ) { probe in
            let declared = try probe.capabilities()
            probe.expect(
                declared.multipleOpenings, "the store declares several processes but not several openings in one")
            probe.expect(
                declared.persistence, "the store declares several processes but keeps no rows after it is closed")
        },
    ]
}

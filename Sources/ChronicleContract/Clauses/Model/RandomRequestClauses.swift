extension RandomWorkClauses {
    /// Random requests to a store.
    static let requests: [ContractClause] = [
        ContractClause(
            "MOD-006", "A store answers random requests as the shared evaluator does over the same rows.",
            level: .stochastic,
            cases: ["H12", "H15", "H18", "H19"]
        ) { probe in
            let entries = try EntryStore(probe)
            let rows = try PlainRows(rows: fill(entries, seed: probe.seed))
            var random = try RandomRequest(seed: probe.seed, entries)
            for _ in 0..<max(100, steps) {
                let request = random.request()
                guard let problem = try difference(request, entries, rows) else { continue }
                var (smallest, last) = (request, problem)
                while let (part, other) = try simpler(smallest).lazy.compactMap({ part in
                    try difference(part, entries, rows).map { (part, $0) }
                }).first {
                    (smallest, last) = (part, other)
                }
                probe.record("the request \(smallest) of seed \(probe.seed): \(last)", probe.clause.site)
                return
            }
        }
    ]

    /// Saves rows with nearly equal values, some of which refer to others.
    private static func fill(_ entries: EntryStore, seed: UInt64) throws -> [(key: Int64, values: [StoredValue])] {
        var generator = SeededGenerator(seed: ~seed)
        var rows: [(key: Int64, values: [StoredValue])] = []
        for _ in 0..<4 {
            let values = try (0..<9).map { _ in
                try entries.values(
                    number: generator.number(below: 12) - 4,
                    amount: generator.pick([nil, 0, -0.0, 1.5, .infinity, -.infinity, 0.5]),
                    word: generator.pick(RandomRequest.texts),
                    note: generator.once(in: 3) ? nil : generator.pick(RandomRequest.texts),
                    parent: rows.isEmpty || generator.once(in: 3) ? nil : generator.pick(rows.map(\.key)))
            }
            rows += zip(try entries.add(values), values).map { (key: $0, values: $1) }
        }
        return rows
    }

    /// How a store's answer differs from the evaluator's; nil when it does not.
    private static func difference(_ request: FetchRequest, _ entries: EntryStore, _ rows: PlainRows) throws -> String?
    {
        let right = try rows.keys(request, schema: entries.store.schema)
        do {
            let seen = try entries.store.fetchKeys(request)
            if seen != right { return "expected the keys \(right), saw \(seen)" }
            let count = try entries.store.count(request)
            return count == right.count ? nil : "expected a count of \(right.count), saw \(count)"
        } catch {
            return "the store threw \(ContractProbe.describe(error))"
        }
    }

    /// Requests that ask for a part of what a request asks for.
    private static func simpler(_ request: FetchRequest) -> [FetchRequest] {
        var result: [FetchRequest] = []
        func add(_ change: (inout FetchRequest) -> Void) {
            var simpler = request
            change(&simpler)
            if simpler != request { result.append(simpler) }
        }
        add { $0.order = [] }
        add { $0.offset = 0 }
        add { $0.limit = nil }
        switch request.condition {
        case .not(let part): add { $0.condition = part }
        case .isTrue(.condition(let part)): add { $0.condition = part }
        case .and(let parts), .or(let parts): for part in parts { add { $0.condition = part } }
        default: break
        }
        return result
    }
}

/// What each workload must give, worked out in plain Swift from the plan; subjects are held against it.
struct BenchOracle {
    /// What a workload must give.
    struct Expectation {
        var operations: Int
        var digest: UInt64
        /// What the store must hold afterwards, for a write.
        var contents: BenchContents?
    }

    private let plan: BenchPlan
    private var rows: [FlightRecord?] = []
    private var legs: [LegRecord] = []
    private var history = BenchContents.History()
    private var edits = 0
    private var purgeable = 0

    init(_ plan: BenchPlan) { self.plan = plan }

    /// What a run of workloads on one store must give, in their order.
    static func expectations(_ workloads: [BenchWorkload], _ plan: BenchPlan) -> [BenchWorkload: Expectation] {
        var oracle = BenchOracle(plan)
        return workloads.reduce(into: [:]) { $0[$1] = oracle.run($1) }
    }

    private mutating func run(_ workload: BenchWorkload) -> Expectation {
        let measured = outcome(workload)
        return Expectation(
            operations: measured.operations, digest: measured.digest, contents: workload.isWrite ? contents : nil)
    }

    private var contents: BenchContents {
        var contents = BenchContents(history: history)
        for row in rows { if let row { contents.add(row) } }
        for leg in legs { contents.add(leg) }
        return contents
    }

    private var present: some Sequence<FlightRecord> { rows.lazy.compactMap(\.self) }

    private mutating func outcome(_ workload: BenchWorkload) -> BenchMeasurement {
        switch workload {
        case .insertSinglesOff, .insertSingles: insert(plan.singles)
        case .insertSinglesFull: insert(plan.durableSingles)
        case .insertBatchesNoHistory, .insertBatches: insert(plan.flights[...])
        case .coldOpen: .opened(sum: sum([plan.probe]), seconds: 0)
        case .fetchAll: .fetchedAll(present, seconds: 0)
        case .fetchByIdentifier: .fetchedEach(sum: sum(plan.keys), operations: plan.keys.count, seconds: 0)
        case .fetchByUnique:
            .fetchedEach(sum: sum(plan.uniqueKeys), operations: plan.uniqueKeys.count, seconds: 0)
        case .fetchMembers:
            .found([plan.members.compactMap { rows[$0] }], operations: plan.members.count, seconds: 0)
        case .filterSortLimit:
            .queried(
                // Positions are in the order of identifiers, and Swift's sort is stable.
                plan.filters.map { filter(by: $0).sorted { $0.departure < $1.departure }.prefix(plan.sizes.limit) },
                operations: plan.filters.count, seconds: 0)
        case .countFiltered: .counted(plan.filters.map { filter(by: $0).count }, seconds: 0)
        case .textContains: find(plan.notes) { $0.note?.contains($1) == true }
        case .textPrefix: find(plan.prefixes) { $0.remoteID.starts(with: $1) }
        case .insertRelated: insertLegs()
        case .relationshipPath: queryLegs()
        case .update: update()
        case .delete: delete(plan.deletions)
        case .bulkDelete: delete(rows.indices.filter { rows[$0].map { $0.distance <= plan.near } == true })
        case .historyByAuthor:
            .readHistory(
                transactions: (edits + plan.sizes.changeBatch - 1) / plan.sizes.changeBatch, changes: edits,
                seconds: 0)
        case .historyPurge: purge()
        }
    }

    private mutating func insert(_ flights: ArraySlice<FlightRecord>) -> BenchMeasurement {
        rows += flights.map(Optional.some)
        history.inserts += flights.count
        purgeable = flights.count
        return .wrote(flights.count, seconds: 0)
    }

    private func sum(_ positions: some Sequence<Int>) -> Int {
        positions.reduce(0) { $0 + (rows[$1].map { $0.number + $0.distance } ?? 0) }
    }

    private func filter(by filter: BenchPlan.Filter) -> [FlightRecord] {
        present.filter { $0.origin == filter.origin && ($0.delayMinutes ?? 0) > filter.delayedMoreThan }
    }

    private func find(_ texts: [String], _ matches: (FlightRecord, String) -> Bool) -> BenchMeasurement {
        .found(
            texts.map { text in present.filter { matches($0, text) } }, operations: texts.count, seconds: 0)
    }

    private mutating func insertLegs() -> BenchMeasurement {
        legs += plan.legs
        history.inserts += plan.airlines.count + plan.legs.count
        return .wrote(plan.airlines.count + plan.legs.count, seconds: 0)
    }

    private func queryLegs() -> BenchMeasurement {
        let names = Dictionary(uniqueKeysWithValues: plan.airlines.map { ($0.code, $0.name) })
        let results = plan.legFilters.map { filter in
            legs.filter { names[$0.airline] == filter.airlineName && $0.number > filter.aboveNumber }
                .sorted { $0.departure < $1.departure }.prefix(plan.sizes.limit)
        }
        return .queriedLegs(results, operations: plan.legFilters.count, seconds: 0)
    }

    private mutating func update() -> BenchMeasurement {
        for edit in plan.edits { rows[edit.index]?.delayMinutes = edit.delayMinutes }
        edits = plan.edits.count
        history.updates += edits
        return .wrote(edits, seconds: 0)
    }

    private mutating func delete(_ positions: [Int]) -> BenchMeasurement {
        for position in positions {
            guard let row = rows[position] else { continue }
            history.addDelete(remoteID: row.remoteID)
            rows[position] = nil
        }
        return .wrote(positions.count, seconds: 0)
    }

    private mutating func purge() -> BenchMeasurement {
        history.inserts -= purgeable
        return .wrote((purgeable + plan.sizes.batch - 1) / plan.sizes.batch, seconds: 0)
    }
}

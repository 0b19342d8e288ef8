import CBaseline
import Foundation

/// The workloads on an open store; what is laid out for C is laid out before the time is taken.
extension RawStore {
    func insert(_ flights: PreparedFlights, _ count: Int, perTransaction: Int) throws -> BenchMeasurement {
        let flights = flights.flights.prefix(count)
        let (seconds, _) = try BenchMeasurement.time { try insert(flights, perTransaction: perTransaction) }
        return .wrote(count, seconds: seconds)
    }

    func measureFetchAll() throws -> BenchMeasurement {
        let (seconds, list) = try BenchMeasurement.time { try fetchAll() }
        return .fetchedAll(list.records, seconds: seconds)
    }

    func measureFetchEach(_ plan: BenchPlan) throws -> BenchMeasurement {
        let ids = plan.keys.map { Int64($0 + 1) }
        let (seconds, sum) = try BenchMeasurement.time { try fetchEach(ids) }
        return .fetchedEach(sum: sum, operations: ids.count, seconds: seconds)
    }

    func measureFetchUnique(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let remotes = inputs.plan.uniqueKeys.map { inputs.flights.flights[$0].remote_id }
        let (seconds, sum) = try BenchMeasurement.time { try fetchUnique(remotes) }
        return .fetchedEach(sum: sum, operations: remotes.count, seconds: seconds)
    }

    func measureFetchMembers(_ plan: BenchPlan) throws -> BenchMeasurement {
        let ids = plan.members.map { Int64($0 + 1) }
        let (seconds, list) = try BenchMeasurement.time { try fetchMembers(ids) }
        return .found([list.records], operations: ids.count, seconds: seconds)
    }

    func measureQuery(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let filters = texts(of: inputs)
        let (seconds, lists) = try BenchMeasurement.time {
            try filters.map {
                try query(origin: $0.origin, delayedMoreThan: $0.delay, limit: inputs.plan.sizes.limit)
            }
        }
        return .queried(lists.map(\.records), operations: filters.count, seconds: seconds)
    }

    func measureCount(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let filters = texts(of: inputs)
        let (seconds, counts) = try BenchMeasurement.time {
            try filters.map { try count(origin: $0.origin, delayedMoreThan: $0.delay) }
        }
        return .counted(counts, seconds: seconds)
    }

    /// The filters with their origins as C texts, borrowed from a prepared flight that has the origin.
    private func texts(of inputs: RawSubject.Inputs) -> [(origin: cb_text, delay: Int)] {
        inputs.plan.filters.compactMap { filter in
            inputs.plan.flights.firstIndex { $0.origin == filter.origin }
                .map { (inputs.flights.flights[$0].origin, filter.delayedMoreThan) }
        }
    }

    func measureSearch(_ strings: [String], _ find: (cb_text) throws -> RawList) throws -> BenchMeasurement {
        let texts = PreparedTexts(strings)
        let (seconds, lists) = try BenchMeasurement.time { try texts.indices.map { try find(texts[$0]) } }
        return .found(lists.map(\.records), operations: strings.count, seconds: seconds)
    }

    func measureInsertLegs(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let (seconds, _) = try BenchMeasurement.time {
            try insert(inputs.legs, perTransaction: inputs.plan.sizes.batch)
        }
        return .wrote(inputs.legs.airlines.count + inputs.legs.legs.count, seconds: seconds)
    }

    func measureQueryLegs(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let filters = zip(inputs.legs.names, inputs.plan.legFilters.map(\.aboveNumber))
        let (seconds, lists) = try BenchMeasurement.time {
            try filters.map {
                try queryLegs(airlineName: $0, aboveNumber: $1, limit: inputs.plan.sizes.limit)
            }
        }
        return .queriedLegs(
            lists.map { $0.records(inputs.plan.airlines) }, operations: lists.count, seconds: seconds)
    }

    func measureUpdate(_ plan: BenchPlan) throws -> BenchMeasurement {
        let edits = plan.edits.map { cb_edit(id: Int64($0.index + 1), delay_minutes: Int64($0.delayMinutes)) }
        let (seconds, _) = try BenchMeasurement.time {
            try update(edits, perTransaction: plan.sizes.changeBatch)
        }
        return .wrote(edits.count, seconds: seconds)
    }

    func measureDelete(_ plan: BenchPlan) throws -> BenchMeasurement {
        let ids = plan.deletions.map { Int64($0 + 1) }
        let (seconds, _) = try BenchMeasurement.time {
            try delete(ids, perTransaction: plan.sizes.changeBatch)
        }
        return .wrote(ids.count, seconds: seconds)
    }

    func measureBulkDelete(_ plan: BenchPlan) throws -> BenchMeasurement {
        let (seconds, deleted) = try BenchMeasurement.time { try delete(near: plan.near) }
        return .wrote(deleted, seconds: seconds)
    }

    func measureHistory() throws -> BenchMeasurement {
        let author = PreparedTexts([BenchPlan.editor])
        let (seconds, changes) = try BenchMeasurement.time { try history(by: author[0]) }
        return .readHistory(transactions: changes.transactions, changes: changes.count, seconds: seconds)
    }

    func measurePurge(_ inputs: RawSubject.Inputs) throws -> BenchMeasurement {
        let (seconds, _) = try BenchMeasurement.time { try purgeHistory(through: inputs.filled) }
        let sizes = inputs.plan.sizes
        return .wrote((inputs.plan.flights.count + sizes.batch - 1) / sizes.batch, seconds: seconds)
    }
}

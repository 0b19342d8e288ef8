import CBaseline
public import Foundation

/// What a commit of a raw engine promises.
public enum RawDurability: String, Sendable, CaseIterable, Codable {
    /// Nothing. SQLite: synchronous OFF. LMDB: NOSYNC.
    case off
    /// No corruption; the last commits may be lost in a power cut. SQLite: NORMAL. LMDB: NOMETASYNC.
    case normal
    /// A commit survives a power cut. SQLite: FULL. LMDB: its default.
    case full

    var raw: cb_durability {
        switch self {
        case .off: CB_OFF
        case .normal: CB_NORMAL
        case .full: CB_FULL
        }
    }
}

/// A raw engine in C: the floor that the stores over it are compared with.
public class RawSubject: BenchSubject {
    /// What its column is called.
    public let name: String
    /// Nil for a floor, else the floor's name (for the floor without history).
    public let baseline: String?

    private let options: cb_options
    private var inputs: Inputs?
    private var store: RawStore?

    /// What the workloads take.
    private struct Inputs {
        let directory: URL
        let plan: BenchPlan
        let prepared: PreparedFlights
    }

    init(engine: cb_engine, title: String, durability: RawDurability, history: Bool) {
        options = cb_options(engine: engine, durability: durability.raw, history: history)
        name = history ? "raw \(title)" : "raw \(title), no history"
        baseline = history ? nil : "raw \(title)"
    }

    /// The version of the engine's library; nil if it was left out of this build.
    static func version(_ engine: cb_engine) -> String? {
        cb_engine_version(engine).map { String(cString: $0) }
    }

    /// Makes a new, empty store and lays the flights out for C.
    public func create(in directory: URL, plan: BenchPlan) throws {
        store = try RawStore(in: directory, options: options)
        inputs = Inputs(directory: directory, plan: plan, prepared: PreparedFlights(plan.flights))
    }

    /// Closes the store.
    public func close() throws {
        store = nil
        inputs = nil
    }

    /// Everything that the store holds.
    public func contents() throws -> BenchContents {
        let store = try openStore()
        var contents = BenchContents(history: options.history ? try store.history() : nil)
        for flight in try store.fetchAll().records { contents.add(flight) }
        return contents
    }

    /// Does one workload.
    public func run(_ workload: BenchWorkload) throws -> BenchMeasurement {
        guard let inputs else { throw RawSubject.notOpen }
        let plan = inputs.plan
        return switch workload {
        case .insertSingles: try insert(inputs, count: plan.singles.count, perTransaction: 1)
        case .insertBatches: try insert(inputs, count: plan.flights.count, perTransaction: plan.sizes.batch)
        case .fetchAll: try fetchAll()
        case .fetchByIdentifier: try fetchEach(plan)
        case .filterSortLimit: try query(inputs)
        case .countFiltered: try count(inputs)
        case .update: try update(plan)
        case .delete: try delete(plan)
        case .coldOpen: try reopen(inputs)
        }
    }

    private static var notOpen: RawEngineError { RawEngineError(code: -1, message: "the store is not open") }

    private func openStore() throws -> RawStore {
        guard let store else { throw RawSubject.notOpen }
        return store
    }

    private func insert(_ inputs: Inputs, count: Int, perTransaction: Int) throws -> BenchMeasurement {
        let flights = inputs.prepared.flights.prefix(count)
        let store = try openStore()
        let (seconds, _) = try BenchMeasurement.time {
            try store.insert(flights, perTransaction: perTransaction)
        }
        return .wrote(count, seconds: seconds)
    }

    private func fetchAll() throws -> BenchMeasurement {
        let store = try openStore()
        let (seconds, list) = try BenchMeasurement.time { try store.fetchAll() }
        return .fetchedAll(list.records, seconds: seconds)
    }

    private func fetchEach(_ plan: BenchPlan) throws -> BenchMeasurement {
        let ids = plan.keys.map { Int64($0 + 1) }
        let store = try openStore()
        let (seconds, sum) = try BenchMeasurement.time { try store.fetchEach(ids) }
        return .fetchedEach(sum: sum, operations: ids.count, seconds: seconds)
    }

    private func query(_ inputs: Inputs) throws -> BenchMeasurement {
        let filters = texts(inputs.plan.filters, in: inputs)
        let store = try openStore()
        let (seconds, lists) = try BenchMeasurement.time {
            try filters.map {
                try store.query(origin: $0.origin, delayedMoreThan: $0.delay, limit: inputs.plan.sizes.limit)
            }
        }
        return .queried(lists.map(\.records), operations: filters.count, seconds: seconds)
    }

    private func count(_ inputs: Inputs) throws -> BenchMeasurement {
        let filters = texts(inputs.plan.filters, in: inputs)
        let store = try openStore()
        let (seconds, counts) = try BenchMeasurement.time {
            try filters.map { try store.count(origin: $0.origin, delayedMoreThan: $0.delay) }
        }
        return .counted(counts, seconds: seconds)
    }

    /// The filters with their origins as C texts, borrowed from a prepared flight that has the origin.
    private func texts(_ filters: [BenchPlan.Filter], in inputs: Inputs) -> [(origin: cb_text, delay: Int)] {
        filters.compactMap { filter in
            inputs.plan.flights.firstIndex { $0.origin == filter.origin }
                .map { (inputs.prepared.flights[$0].origin, filter.delayedMoreThan) }
        }
    }

    private func update(_ plan: BenchPlan) throws -> BenchMeasurement {
        let edits = plan.edits.map { cb_edit(id: Int64($0.index + 1), delay_minutes: Int64($0.delayMinutes)) }
        let store = try openStore()
        let (seconds, _) = try BenchMeasurement.time {
            try store.update(edits, perTransaction: plan.sizes.changeBatch)
        }
        return .wrote(edits.count, seconds: seconds)
    }

    private func delete(_ plan: BenchPlan) throws -> BenchMeasurement {
        let ids = plan.deletions.map { Int64($0 + 1) }
        let store = try openStore()
        let (seconds, _) = try BenchMeasurement.time {
            try store.delete(ids, perTransaction: plan.sizes.changeBatch)
        }
        return .wrote(ids.count, seconds: seconds)
    }

    private func reopen(_ inputs: Inputs) throws -> BenchMeasurement {
        store = nil
        let (seconds, opened) = try BenchMeasurement.time {
            let store = try RawStore(in: inputs.directory, options: options)
            return (store: store, sum: try store.fetchEach([Int64(inputs.plan.probe + 1)]))
        }
        store = opened.store
        return .opened(sum: opened.sum, seconds: seconds)
    }
}

/// SQLite by hand: prepared statements, typed columns, an index, a unique index and a history table.
public final class RawSQLiteSubject: RawSubject {
    /// The library's version, nil if SQLite was left out of this build.
    public static var engineVersion: String? { version(CB_SQLITE) }

    /// SQLite in WAL mode.
    public init(durability: RawDurability = .normal, history: Bool = true) {
        super.init(engine: CB_SQLITE, title: "SQLite", durability: durability, history: history)
    }
}

/// LMDB by hand: packed records, an index, a unique index and a tree of history.
public final class RawLMDBSubject: RawSubject {
    /// The library's version, nil if LMDB was left out of this build.
    public static var engineVersion: String? { version(CB_LMDB) }

    /// LMDB in one folder.
    public init(durability: RawDurability = .normal, history: Bool = true) {
        super.init(engine: CB_LMDB, title: "LMDB", durability: durability, history: history)
    }
}

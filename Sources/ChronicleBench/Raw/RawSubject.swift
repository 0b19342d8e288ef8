import CBaseline
public import Foundation

/// A raw engine in C: the floor that the stores over it are compared with.
public class RawSubject: BenchSubject {
    /// What its column is called.
    public let name: String
    /// Nil: it is itself the measure.
    public var baseline: String? { nil }
    /// True.
    public var isEngine: Bool { true }

    private let engine: cb_engine
    private var inputs: Inputs?
    private var store: RawStore?

    /// What the workloads take.
    struct Inputs {
        let directory: URL
        let plan: BenchPlan
        let options: cb_options
        let flights: PreparedFlights
        let legs: PreparedLegs
        /// Where history was when the flights had been inserted.
        var filled: Int64 = 0
    }

    init(engine: cb_engine, title: String) {
        self.engine = engine
        name = "raw \(title)"
    }

    /// The version of the engine's library; nil if it was left out of this build.
    static func version(_ engine: cb_engine) -> String? {
        cb_engine_version(engine).map { String(cString: $0) }
    }

    /// Makes a new, empty store and lays the inputs out for C.
    public func create(in directory: URL, plan: BenchPlan, settings: BenchSettings) throws {
        let durability =
            switch settings.durability {
            case .off: CB_OFF
            case .normal: CB_NORMAL
            case .full: CB_FULL
            }
        let options = cb_options(engine: engine, durability: durability, history: settings.recordsHistory)
        store = try RawStore(in: directory, options: options)
        inputs = Inputs(
            directory: directory, plan: plan, options: options, flights: PreparedFlights(plan.flights),
            legs: PreparedLegs(plan))
    }

    /// Closes the store.
    public func close() throws {
        store = nil
        inputs = nil
    }

    private static var notOpen: RawEngineError { RawEngineError(code: -1, message: "the store is not open") }

    /// Everything that the store holds.
    public func contents() throws -> BenchContents {
        guard let inputs, let store else { throw RawSubject.notOpen }
        var contents = BenchContents(history: inputs.options.history ? try store.history() : nil)
        for flight in try store.fetchAll().records { contents.add(flight) }
        for leg in try store.fetchLegs().records(inputs.plan.airlines) { contents.add(leg) }
        return contents
    }

    /// Does one workload.
    public func run(_ workload: BenchWorkload) throws -> BenchMeasurement {
        guard let inputs else { throw RawSubject.notOpen }
        // The store is closed for this, which nobody may hold then.
        if workload == .coldOpen { return try reopen(inputs) }
        guard let store else { throw RawSubject.notOpen }
        let plan = inputs.plan
        store.setAuthor(workload == .update ? BenchPlan.editor : BenchPlan.importer)
        switch workload {
        case .insertSinglesOff, .insertSingles:
            return try store.insert(inputs.flights, plan.singles.count, perTransaction: 1)
        case .insertSinglesFull:
            return try store.insert(inputs.flights, plan.durableSingles.count, perTransaction: 1)
        case .insertBatches, .insertBatchesNoHistory:
            let measured = try store.insert(inputs.flights, plan.flights.count, perTransaction: plan.sizes.batch)
            if inputs.options.history { self.inputs?.filled = try store.lastTransaction() }
            return measured
        case .coldOpen: throw RawSubject.notOpen
        case .fetchAll: return try store.measureFetchAll()
        case .fetchByIdentifier: return try store.measureFetchEach(plan)
        case .fetchByUnique: return try store.measureFetchUnique(inputs)
        case .fetchMembers: return try store.measureFetchMembers(plan)
        case .filterSortLimit: return try store.measureQuery(inputs)
        case .countFiltered: return try store.measureCount(inputs)
        case .textContains: return try store.measureSearch(plan.notes) { try store.find(inNotes: $0) }
        case .textPrefix: return try store.measureSearch(plan.prefixes) { try store.find(byPrefix: $0) }
        case .insertRelated: return try store.measureInsertLegs(inputs)
        case .relationshipPath: return try store.measureQueryLegs(inputs)
        case .update: return try store.measureUpdate(plan)
        case .delete: return try store.measureDelete(plan)
        case .bulkDelete: return try store.measureBulkDelete(plan)
        case .historyByAuthor: return try store.measureHistory()
        case .historyPurge: return try store.measurePurge(inputs)
        }
    }

    private func reopen(_ inputs: Inputs) throws -> BenchMeasurement {
        store = nil
        let bytes = fileBytes(in: inputs.directory)
        let (seconds, opened) = try BenchMeasurement.time {
            let store = try RawStore(in: inputs.directory, options: inputs.options)
            return (store: store, sum: try store.fetchEach([Int64(inputs.plan.probe + 1)]))
        }
        store = opened.store
        return .opened(sum: opened.sum, seconds: seconds, fileBytes: bytes)
    }
}

/// SQLite by hand: prepared statements, typed columns, an index, a unique index and a history table.
public final class RawSQLiteSubject: RawSubject {
    /// The library's version, nil if SQLite was left out of this build.
    public static var engineVersion: String? { version(CB_SQLITE) }

    /// SQLite in WAL mode.
    public init() {
        super.init(engine: CB_SQLITE, title: "SQLite")
    }
}

/// LMDB by hand: packed records, an index, a unique index and a tree of history.
public final class RawLMDBSubject: RawSubject {
    /// The library's version, nil if LMDB was left out of this build.
    public static var engineVersion: String? { version(CB_LMDB) }

    /// LMDB in one folder.
    public init() {
        super.init(engine: CB_LMDB, title: "LMDB")
    }
}

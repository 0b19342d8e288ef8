public import Chronicle
public import Foundation

/// Chronicle over one of its stores, used as an application uses it: models in and out of contexts.
public final class ContextSubject: BenchSubject {
    /// What its column is called.
    public let name: String
    /// The subject that its figures are divided by: the raw engine that the store lies on, if there is one.
    public let baseline: String?

    private let isPersistent: Bool
    private let durabilities: Set<BenchDurability>
    private let canLeaveHistoryOut: Bool
    private let configuration: (URL, BenchSettings) throws -> ModelConfiguration
    var inputs: Inputs?
    private var container: ModelContainer?

    /// What the workloads take.
    struct Inputs {
        let directory: URL
        let plan: BenchPlan
        let settings: BenchSettings
        /// The identifiers of the plan's flights, in its order.
        var identifiers: [PersistentIdentifier] = []
        /// Where history was when the flights had been inserted.
        var filled: DefaultHistoryToken?
    }

    /// A subject over the store that a configuration names for an empty folder.
    ///
    /// It has the workloads that need no settings: one durability, with history.
    ///
    /// - Parameters:
    ///   - name: What its column is called.
    ///   - baseline: The name of the subject that its figures are divided by.
    ///   - isPersistent: Whether the store can be opened again; if not, it has no cold open.
    ///   - configuration: Names the store, new or old, for the folder.
    public convenience init(
        name: String, baseline: String? = nil, isPersistent: Bool = true,
        configuration: @escaping (URL) throws -> ModelConfiguration
    ) {
        self.init(
            name: name, baseline: baseline, isPersistent: isPersistent, durabilities: [.normal],
            canLeaveHistoryOut: false
        ) { folder, _ in try configuration(folder) }
    }

    /// A subject over a store whose durability, and perhaps history, can be chosen.
    ///
    /// - Parameters:
    ///   - name: What its column is called.
    ///   - baseline: The name of the subject that its figures are divided by.
    ///   - isPersistent: Whether the store can be opened again; if not, it has no cold open.
    ///   - durabilities: What a commit of the store can promise.
    ///   - canLeaveHistoryOut: Whether the store can be opened so that it records no history.
    ///   - configuration: Names the store, new or old, for the folder, with these settings.
    public init(
        name: String, baseline: String?, isPersistent: Bool = true, durabilities: Set<BenchDurability>,
        canLeaveHistoryOut: Bool, configuration: @escaping (URL, BenchSettings) throws -> ModelConfiguration
    ) {
        self.name = name
        self.baseline = baseline
        self.isPersistent = isPersistent
        self.durabilities = durabilities
        self.canLeaveHistoryOut = canLeaveHistoryOut
        self.configuration = configuration
    }

    /// Whether the store can be opened as the workload wants it; one that is not persistent has no cold open.
    public func supports(_ workload: BenchWorkload) -> Bool {
        let settings = workload.settings
        return durabilities.contains(settings.durability) && (settings.recordsHistory || canLeaveHistoryOut)
            && (isPersistent || workload != .coldOpen)
    }

    /// Opens a new store.
    public func create(in directory: URL, plan: BenchPlan, settings: BenchSettings) throws {
        inputs = Inputs(directory: directory, plan: plan, settings: settings)
        container = try open(directory, settings)
    }

    /// Closes the store.
    public func close() throws {
        let closing = container
        container = nil
        inputs = nil
        try closing?.close()
    }

    /// A container over a new or old store in a folder, as the workloads open it.
    func container(in directory: URL) throws -> ModelContainer { try open(directory, BenchSettings()) }

    private func open(_ directory: URL, _ settings: BenchSettings) throws -> ModelContainer {
        try ModelContainer(
            for: BenchFlight.self, BenchAirline.self, BenchLeg.self, configurations: configuration(directory, settings))
    }

    /// Does one workload.
    public func run(_ workload: BenchWorkload) throws -> BenchMeasurement {
        guard let inputs, let container else {
            throw StoreError(.closed, "The benchmark's store is not open.")
        }
        let plan = inputs.plan
        return switch workload {
        case .insertSinglesOff, .insertSingles:
            try insert(plan.singles, perSave: 1, perContext: plan.singles.count, container)
        case .insertSinglesFull:
            try insert(plan.durableSingles, perSave: 1, perContext: plan.durableSingles.count, container)
        case .insertBatches, .insertBatchesNoHistory:
            try insert(plan.flights[...], perSave: plan.sizes.batch, perContext: plan.sizes.batch, container)
        case .coldOpen: try reopen(inputs)
        case .fetchAll: try fetchAll(container)
        case .fetchByIdentifier: try fetchEach(inputs, container)
        case .fetchByUnique: try fetchUnique(plan, container)
        case .fetchMembers: try fetchMembers(inputs, container)
        case .filterSortLimit: try query(plan, container)
        case .countFiltered: try count(plan, container)
        case .textContains: try find(plan.notes, container) { text in #Predicate { $0.note?.contains(text) == true } }
        case .textPrefix: try find(plan.prefixes, container) { text in #Predicate { $0.remoteID.starts(with: text) } }
        case .insertRelated: try insertLegs(plan, container)
        case .relationshipPath: try queryLegs(plan, container)
        case .update: try update(inputs, container)
        case .delete: try delete(inputs, container)
        case .bulkDelete: try bulkDelete(plan, container)
        case .historyByAuthor: try readHistory(container)
        case .historyPurge: try purgeHistory(inputs, container)
        }
    }

    private func reopen(_ inputs: Inputs) throws -> BenchMeasurement {
        try container?.close()
        container = nil
        let identifier = inputs.identifiers[inputs.plan.probe]
        let bytes = fileBytes(in: inputs.directory)
        let (seconds, opened) = try BenchMeasurement.time {
            let container = try open(inputs.directory, inputs.settings)
            let flight = try flight(identifier, ModelContext(container))
            return (container: container, sum: flight.number + flight.distance)
        }
        container = opened.container
        return .opened(sum: opened.sum, seconds: seconds, fileBytes: bytes)
    }

    /// Everything that the store holds.
    public func contents() throws -> BenchContents {
        guard let inputs, let container else {
            throw StoreError(.closed, "The benchmark's store is not open.")
        }
        let context = ModelContext(container)
        var contents = BenchContents(history: inputs.settings.recordsHistory ? try history(context) : nil)
        try context.enumerate(FetchDescriptor<BenchFlight>()) { contents.add($0.record) }
        try context.enumerate(FetchDescriptor<BenchLeg>()) { contents.add($0.record) }
        return contents
    }

    func flight(_ identifier: PersistentIdentifier, _ context: ModelContext) throws -> BenchFlight {
        guard let flight = try context.model(for: identifier, as: BenchFlight.self) else {
            throw StoreError(.corrupt, "\(identifier) is gone from the benchmark's store.")
        }
        return flight
    }
}

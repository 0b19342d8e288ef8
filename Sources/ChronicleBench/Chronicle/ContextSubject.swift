public import Chronicle
public import Foundation

/// Chronicle over one of its stores, used as an application uses it: models in and out of contexts.
public final class ContextSubject: BenchSubject {
    /// What its column is called.
    public let name: String
    /// The raw engine that the store lies on; for the store in memory, the fastest of the others.
    public let baseline: String?

    private let isPersistent: Bool
    private let configuration: (URL) -> ModelConfiguration
    private var inputs: Inputs?
    private var container: ModelContainer?

    private struct Inputs {
        let directory: URL
        let plan: BenchPlan
        /// The identifiers of the plan's flights, in its order.
        var identifiers: [PersistentIdentifier] = []
    }

    /// A subject over the store that a configuration names for a folder.
    public init(
        name: String, baseline: String?, isPersistent: Bool = true,
        configuration: @escaping (URL) -> ModelConfiguration
    ) {
        self.name = name
        self.baseline = baseline
        self.isPersistent = isPersistent
        self.configuration = configuration
    }

    /// A store in memory has no cold open.
    public func supports(_ workload: BenchWorkload) -> Bool { isPersistent || workload != .coldOpen }

    /// Opens a new store.
    public func create(in directory: URL, plan: BenchPlan) throws {
        container = try open(directory)
        inputs = Inputs(directory: directory, plan: plan)
    }

    /// Closes the store.
    public func close() throws {
        let closing = container
        container = nil
        inputs = nil
        try closing?.close()
    }

    private func open(_ directory: URL) throws -> ModelContainer {
        try ModelContainer(for: BenchFlight.self, configurations: configuration(directory))
    }

    private func opened() throws -> (inputs: Inputs, container: ModelContainer) {
        guard let inputs, let container else {
            throw StoreError(.closed, "The benchmark's store is not open.")
        }
        return (inputs, container)
    }

    /// Everything that the store holds.
    public func contents() throws -> BenchContents {
        let context = ModelContext(try opened().container)
        var contents = BenchContents(history: try history(context))
        try context.enumerate(FetchDescriptor<BenchFlight>()) { contents.add($0.record) }
        return contents
    }

    private func history(_ context: ModelContext) throws -> BenchContents.History {
        var history = BenchContents.History()
        for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
            for change in transaction.changes {
                switch change {
                case .insert: history.inserts += 1
                case .update: history.updates += 1
                case .delete(let deletion):
                    let tombstone = (deletion as? DefaultHistoryDelete<BenchFlight>)?.tombstone
                    history.addDelete(remoteID: tombstone?[\.remoteID] as? String ?? "")
                }
            }
        }
        return history
    }

    /// Does one workload.
    public func run(_ workload: BenchWorkload) throws -> BenchMeasurement {
        let (inputs, container) = try opened()
        let plan = inputs.plan
        return switch workload {
        case .insertSingles: try insert(plan.singles, perSave: 1, perContext: plan.singles.count, container)
        case .insertBatches:
            try insert(plan.flights[...], perSave: plan.sizes.batch, perContext: plan.sizes.batch, container)
        case .fetchAll: try fetchAll(container)
        case .fetchByIdentifier: try fetchEach(inputs, container)
        case .filterSortLimit: try query(plan, container)
        case .countFiltered: try count(plan, container)
        case .update: try update(inputs, container)
        case .delete: try delete(inputs, container)
        case .coldOpen: try reopen(inputs)
        }
    }

    // MARK: Writes

    private func insert(
        _ records: ArraySlice<FlightRecord>, perSave: Int, perContext: Int, _ container: ModelContainer
    ) throws -> BenchMeasurement {
        var identifiers: [PersistentIdentifier] = []
        identifiers.reserveCapacity(records.count)
        let (seconds, _) = try BenchMeasurement.time {
            var rest = records
            while !rest.isEmpty {
                let context = ModelContext(container)
                var mine = rest.prefix(perContext)
                rest = rest.dropFirst(perContext)
                while !mine.isEmpty {
                    for record in mine.prefix(perSave) {
                        let flight = BenchFlight(record)
                        context.insert(flight)
                        identifiers.append(flight.persistentModelID)
                    }
                    try context.save()
                    mine = mine.dropFirst(perSave)
                }
            }
        }
        inputs?.identifiers = identifiers
        return .wrote(records.count, seconds: seconds)
    }

    private func update(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let edits = inputs.plan.edits.map { (inputs.identifiers[$0.index], $0.delayMinutes) }
        let (seconds, _) = try BenchMeasurement.time {
            let context = ModelContext(container)
            try forEachBatch(edits, inputs.plan.sizes.changeBatch) { batch in
                // The context keeps no model alive that has no unsaved changes.
                for (identifier, delay) in batch {
                    try flight(identifier, context).delayMinutes = delay
                }
                try context.save()
            }
        }
        return .wrote(edits.count, seconds: seconds)
    }

    private func delete(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let doomed = inputs.plan.deletions.map { inputs.identifiers[$0] }
        let (seconds, _) = try BenchMeasurement.time {
            let context = ModelContext(container)
            try forEachBatch(doomed, inputs.plan.sizes.changeBatch) { batch in
                for identifier in batch { context.delete(try flight(identifier, context)) }
                try context.save()
            }
        }
        return .wrote(doomed.count, seconds: seconds)
    }

    private func forEachBatch<Element>(
        _ elements: [Element], _ size: Int, _ body: (ArraySlice<Element>) throws -> Void
    ) rethrows {
        var rest = elements[...]
        while !rest.isEmpty {
            try body(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
    }

    private func flight(_ identifier: PersistentIdentifier, _ context: ModelContext) throws -> BenchFlight {
        guard let flight = try context.model(for: identifier, as: BenchFlight.self) else {
            throw StoreError(.corrupt, "\(identifier) is gone from the benchmark's store.")
        }
        return flight
    }

    // MARK: Reads

    private func fetchAll(_ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, flights) = try BenchMeasurement.time { try context.fetch(FetchDescriptor<BenchFlight>()) }
        return .fetchedAll(flights.lazy.map(\.record), seconds: seconds)
    }

    private func fetchEach(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let identifiers = inputs.plan.keys.map { inputs.identifiers[$0] }
        let (seconds, sum) = try BenchMeasurement.time {
            let context = ModelContext(container)
            var sum = 0
            for identifier in identifiers {
                let flight = try flight(identifier, context)
                sum += flight.number + flight.distance
            }
            return sum
        }
        return .fetchedEach(sum: sum, operations: identifiers.count, seconds: seconds)
    }

    private func query(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, results) = try BenchMeasurement.time {
            try plan.filters.map { filter in
                var descriptor = FetchDescriptor(
                    predicate: predicate(filter), sortBy: [SortDescriptor(\BenchFlight.departure)])
                descriptor.fetchLimit = plan.sizes.limit
                return try context.fetch(descriptor)
            }
        }
        return .queried(
            results.lazy.map { $0.lazy.map(\.record) }, operations: plan.filters.count, seconds: seconds)
    }

    private func count(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, counts) = try BenchMeasurement.time {
            try plan.filters.map { try context.fetchCount(FetchDescriptor(predicate: predicate($0))) }
        }
        return .counted(counts, seconds: seconds)
    }

    private func predicate(_ filter: BenchPlan.Filter) -> Predicate<BenchFlight> {
        let (origin, delay) = (filter.origin, filter.delayedMoreThan)
        return #Predicate { $0.origin == origin && ($0.delayMinutes ?? 0) > delay }
    }

    private func reopen(_ inputs: Inputs) throws -> BenchMeasurement {
        try container?.close()
        container = nil
        let identifier = inputs.identifiers[inputs.plan.probe]
        let (seconds, opened) = try BenchMeasurement.time {
            let container = try open(inputs.directory)
            let flight = try flight(identifier, ModelContext(container))
            return (container: container, sum: flight.number + flight.distance)
        }
        container = opened.container
        return .opened(sum: opened.sum, seconds: seconds)
    }
}

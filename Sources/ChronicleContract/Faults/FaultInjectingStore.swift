public import Chronicle
public import ChronicleStore

/// A store in front of another that lets operations fail and signals go astray, by a plan or a seed.
///
/// Put it in front of any store to see how what stands above copes; `ModelConfiguration.injectingFaults(_:)` does it in one line.
/// What it lets through is the store's own work, and what it fails before the commit never reaches the store.
public final class FaultInjectingStore: DataStore, HistoryConsumerRegistry {
    /// The store behind.
    public let base: any DataStore
    /// What carries out the plan.
    public let faults: FaultInjection

    /// Puts faults in front of a store.
    public init(_ base: any DataStore, _ faults: FaultInjection) {
        self.base = base
        self.faults = faults
    }

    /// That of the store behind.
    public var identifier: String { base.identifier }
    /// That of the store behind.
    public var schema: Schema { base.schema }
    /// Those of the store behind.
    public var capabilities: StoreCapabilities { base.capabilities }

    /// Delivers the rows of the store behind, up to the first that is to fail.
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try faults.pass(.fetch)
        try base.fetch(request) { row in
            try faults.pass(.row)
            try body(row)
        }
    }

    /// Delivers the rows of the store behind, up to the first that is to fail.
    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try faults.pass(.fetch)
        try base.fetch(entity: entity, keys: keys) { row in
            try faults.pass(.row)
            try body(row)
        }
    }

    /// The keys of the store behind.
    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        try faults.pass(.fetch)
        return try base.fetchKeys(request)
    }

    /// The count of the store behind.
    public func count(_ request: FetchRequest) throws -> Int {
        try faults.pass(.count)
        return try base.count(request)
    }

    /// The sums, extremes and counts of the store behind.
    public func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        try faults.pass(.aggregate)
        return try base.aggregate(request)
    }

    /// The explanation of the store behind. One that is measured counts as a fetch.
    public func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        if measuring { try faults.pass(.fetch) }
        return try base.explain(request, measuring: measuring)
    }

    /// Commits to the store behind. A fault at ``FaultPlan/Point/saveAfterCommit`` is thrown after that.
    public func save(_ request: SaveRequest) throws -> SaveResult {
        try faults.pass(.saveBeforeCommit)
        let result = try base.save(request)
        try faults.pass(.saveAfterCommit)
        return result
    }

    /// Keys of the store behind.
    public func allocateKeys(_ count: Int) throws -> Range<Int64> {
        try faults.pass(.allocateKeys)
        return try base.allocateKeys(count)
    }

    /// Passes the signals of the store behind on, as the plan has it.
    public func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        let faults = faults
        return base.observeCommits { faults.signal(handler) }
    }

    /// Closes the store behind.
    public func close() throws { try base.close() }

    // MARK: History

    /// The records of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it keeps no history.
    public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        let history = try history()
        try faults.pass(.history)
        return try history.fetchHistory(request)
    }

    /// Purges the history of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it keeps no history.
    @discardableResult
    public func deleteHistory(_ request: HistoryRequest) throws -> Int {
        let history = try history()
        try faults.pass(.deleteHistory)
        return try history.deleteHistory(request)
    }

    /// The current position of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it keeps no history.
    public func currentPosition() throws -> HistoryPosition {
        let history = try history()
        try faults.pass(.history)
        return try history.currentPosition()
    }

    /// The oldest position of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it keeps no history.
    public func oldestPosition() throws -> HistoryPosition {
        let history = try history()
        try faults.pass(.history)
        return try history.oldestPosition()
    }

    /// The consumers of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it remembers none.
    public func historyConsumers() throws -> [HistoryConsumer] {
        let registry = try registry()
        try faults.pass(.history)
        return try registry.historyConsumers()
    }

    /// Changes a consumer of the store behind.
    ///
    /// - Throws: ``HistoryError`` `unsupportedFeature` when it remembers none.
    public func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws {
        let registry = try registry()
        try faults.pass(.saveBeforeCommit)
        try registry.changeConsumer(named: name, change)
        try faults.pass(.saveAfterCommit)
    }

    private func registry() throws -> any HistoryConsumerRegistry {
        if let registry = base as? any HistoryConsumerRegistry { return registry }
        throw HistoryError(
            .unsupportedFeature, "The store behind the injected faults remembers no consumers.",
            storeIdentifier: identifier)
    }

    private func history() throws -> any HistoryProviding {
        if let history = base as? any HistoryProviding { return history }
        throw HistoryError(
            .unsupportedFeature, "The store behind the injected faults keeps no history.", storeIdentifier: identifier)
    }
}

extension ModelConfiguration {
    /// The same configuration with faults in front of the store that it opens.
    ///
    /// ```swift
    /// let faults = FaultInjection(.failing(.saveBeforeCommit, at: 2))
    /// let container = try ModelContainer(for: Trip.self, configurations: .inMemory.injectingFaults(faults))
    /// ```
    public func injectingFaults(_ faults: FaultInjection) -> ModelConfiguration {
        var configuration = self
        let open = open
        configuration.open = { schema in
            let store = try open(schema)
            do { try faults.pass(.open) } catch {
                // The fault is what the caller is to see.
                try? store.close()
                throw error
            }
            return FaultInjectingStore(store, faults)
        }
        return configuration
    }
}

/// The inputs of every workload, the same for each subject: rows are named by their position in `flights`.
public struct BenchPlan: Sendable {
    /// How much of each work is done.
    public struct Sizes: Sendable {
        /// Flights in one transaction of `insertBatches`.
        public var batch = 1_000
        /// Flights of `insertSingles`.
        public var singles = 2_000
        /// Reads of `fetchByIdentifier`, at most.
        public var keys = 100_000
        /// Queries of `filterSortLimit` and of `countFiltered`.
        public var queries = 30
        /// Flights that a query gives at most.
        public var limit = 100
        /// Flights of `update` and of `delete`, at most; never more than a quarter of all.
        public var changes = 10_000
        /// Flights in one transaction of `update` and `delete`.
        public var changeBatch = 100

        /// The usual sizes.
        public init() {}
    }

    /// What a query or a count asks for.
    public struct Filter: Sendable {
        /// The origin that a flight must have.
        public var origin: String
        /// The delay that a flight must exceed.
        public var delayedMoreThan: Int
    }

    /// A change of one flight.
    public struct Edit: Sendable {
        /// The flight's position.
        public var index: Int
        /// Its new delay.
        public var delayMinutes: Int
    }

    /// How much of each work is done.
    public let sizes: Sizes
    /// All flights, in the order of insertion.
    public let flights: [FlightRecord]
    /// The flights of `insertSingles`.
    public var singles: ArraySlice<FlightRecord> { flights.prefix(sizes.singles) }
    /// The positions that `fetchByIdentifier` reads, in its order.
    public let keys: [Int]
    /// The queries of `filterSortLimit` and of `countFiltered`, in order.
    public let filters: [Filter]
    /// The changes of `update`, in order.
    public let edits: [Edit]
    /// The positions that `delete` deletes, in order; none of them is edited.
    public let deletions: [Int]
    /// The position of the flight that `coldOpen` reads; it is neither edited nor deleted.
    public let probe: Int

    /// Derives the inputs from the flights; there must be at least four.
    public init(data: FlightData, sizes: Sizes = Sizes()) {
        precondition(data.count >= 4, "A benchmark needs at least four flights.")
        self.sizes = sizes
        flights = data.flights
        keys = Array(SplitMix.order(of: data.count, seed: 1).prefix(sizes.keys))
        let origins = Set(data.flights.lazy.map(\.origin)).sorted()
        filters = (0..<sizes.queries).map { Filter(origin: origins[$0 % origins.count], delayedMoreThan: 30) }
        let changed = SplitMix.order(of: data.count, seed: 2)
        let changes = min(sizes.changes, data.count / 4)
        // Above any real delay, so that each edit changes something.
        edits = changed.prefix(changes).enumerated().map { Edit(index: $1, delayMinutes: 5_000 + $0 % 500) }
        deletions = Array(changed[changes..<2 * changes])
        probe = changed[changed.count - 1]
    }
}

/// The inputs of every workload, the same for each subject: rows are named by their position in `flights`.
public struct BenchPlan: Sendable {
    /// How much of each work is done.
    public struct Sizes: Sendable, Equatable, Codable {
        /// Flights in one transaction of `insertBatches`, legs in one of `insertRelated`.
        public var batch = 1_000
        /// Flights of `insertSingles` and `insertSinglesOff`, at most.
        public var singles = 2_000
        /// Flights of `insertSinglesFull`, at most.
        public var durableSingles = 200
        /// Reads of `fetchByIdentifier`, at most.
        public var keys = 100_000
        /// Reads of `fetchByUnique` and members of `fetchMembers`, at most.
        public var uniqueKeys = 10_000
        /// Queries of `filterSortLimit`, of `countFiltered` and of `relationshipPath`.
        public var queries = 30
        /// Texts of `textContains` and of `textPrefix`.
        public var texts = 5
        /// Rows that a query gives at most.
        public var limit = 100
        /// Legs of `insertRelated`, at most; never more than a quarter of the flights.
        public var legs = 25_000
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

    /// What a query over legs asks for.
    public struct LegFilter: Sendable {
        /// The name that a leg's airline must have.
        public var airlineName: String
        /// The number that a leg must exceed.
        public var aboveNumber: Int
    }

    /// A change of one flight.
    public struct Edit: Sendable {
        /// The flight's position.
        public var index: Int
        /// Its new delay.
        public var delayMinutes: Int
    }

    /// Who inserts and deletes, as history is to tell it.
    public static let importer = "import"
    /// Who updates, as history is to tell it; `historyByAuthor` asks for these.
    public static let editor = "editor"

    /// How much of each work is done.
    public let sizes: Sizes
    /// All flights, in the order of insertion.
    public let flights: [FlightRecord]
    /// The flights of `insertSingles` and `insertSinglesOff`.
    public var singles: ArraySlice<FlightRecord> { flights.prefix(sizes.singles) }
    /// The flights of `insertSinglesFull`.
    public var durableSingles: ArraySlice<FlightRecord> { flights.prefix(sizes.durableSingles) }
    /// The airlines of `insertRelated`, in the order of insertion.
    public let airlines: [AirlineRecord]
    /// The legs of `insertRelated`, in the order of insertion.
    public let legs: [LegRecord]
    /// The positions that `fetchByIdentifier` reads, in its order.
    public let keys: [Int]
    /// The positions of the flights whose remote identifiers `fetchByUnique` asks for, in its order.
    public var uniqueKeys: ArraySlice<Int> { keys.prefix(sizes.uniqueKeys) }
    /// The positions of the flights whose identifiers `fetchMembers` asks for, in no order.
    public var members: ArraySlice<Int> { uniqueKeys }
    /// The queries of `filterSortLimit` and of `countFiltered`, in order.
    public let filters: [Filter]
    /// The queries of `relationshipPath`, in order.
    public let legFilters: [LegFilter]
    /// What `textContains` looks for, in order.
    public let notes: [String]
    /// What `textPrefix` looks for, in order.
    public let prefixes: [String]
    /// The changes of `update`, in order.
    public let edits: [Edit]
    /// The positions that `delete` deletes, in order; none of them is edited.
    public let deletions: [Int]
    /// The distance up to which `bulkDelete` deletes: about a tenth of the flights.
    public let near: Int
    /// The position of the flight that `coldOpen` reads.
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
        near = data.flights.map(\.distance).sorted()[data.count / 10]
        legs = data.flights.prefix(min(sizes.legs, data.count / 4)).map {
            LegRecord(number: $0.number, destination: $0.destination, departure: $0.departure, airline: $0.carrier)
        }
        let airlines = Set(data.flights.lazy.map(\.carrier)).sorted().map {
            AirlineRecord(code: $0, name: "Airline \($0)")
        }
        self.airlines = airlines
        legFilters = (0..<sizes.queries).map {
            LegFilter(airlineName: airlines[$0 % airlines.count].name, aboveNumber: 500)
        }
        // The remarks end in the positions of their flights, which are multiples of four.
        notes = (0..<sizes.texts).map { "report \(4 * ($0 + 3))" }
        prefixes = (0..<sizes.texts).map { String(data.flights[$0 % data.count].remoteID.prefix(2)) }
    }
}

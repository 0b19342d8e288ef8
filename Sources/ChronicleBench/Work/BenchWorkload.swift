/// One kind of work that is measured.
///
/// The cases stand in the order in which they run on one store; each needs the state that the ones before it leave.
public enum BenchWorkload: String, Sendable, CaseIterable, Codable {
    /// Into an empty store of its own: a few thousand flights, each committed by itself.
    case insertSingles
    /// Into an empty store: all flights, in transactions of a thousand.
    case insertBatches
    /// All flights into values or objects that are held until the measurement ends.
    case fetchAll
    /// Many flights one by one in random order, each in a read of its own.
    case fetchByIdentifier
    /// Flights of an origin delayed by more than a threshold, by departure and then identifier, the first hundred.
    case filterSortLimit
    /// How many flights of an origin are delayed by more than a threshold.
    case countFiltered
    /// The delay of many flights: read by identifier, changed, saved in transactions of a hundred.
    case update
    /// Many flights by identifier, in transactions of a hundred; history keeps their remote identifiers.
    case delete
    /// Opening the store, closed before, and reading one flight.
    case coldOpen

    /// What a table's row is called.
    public var title: String {
        switch self {
        case .insertSingles: "insert, one a transaction"
        case .insertBatches: "insert in batches"
        case .fetchAll: "fetch all"
        case .fetchByIdentifier: "fetch by identifier, random"
        case .filterSortLimit: "filter, sort, limit"
        case .countFiltered: "count with a filter"
        case .update: "update one attribute"
        case .delete: "delete"
        case .coldOpen: "open and read one"
        }
    }

    /// Whether the store's contents change, so that they are compared after it.
    public var isWrite: Bool {
        switch self {
        case .insertSingles, .insertBatches, .update, .delete: true
        case .fetchAll, .fetchByIdentifier, .filterSortLimit, .countFiltered, .coldOpen: false
        }
    }
}

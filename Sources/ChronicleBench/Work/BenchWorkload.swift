/// One kind of work that is measured.
///
/// The cases stand in the order in which they run; those that share a store need the state that the ones before leave.
public enum BenchWorkload: String, Sendable, CaseIterable, Codable {
    /// Into an empty store of its own: some flights, each committed by itself, with nothing written through.
    case insertSinglesOff
    /// Into an empty store of its own: some flights, each committed by itself.
    case insertSingles
    /// Into an empty store of its own: some flights, each committed by itself and safe from a loss of power.
    case insertSinglesFull
    /// Into an empty store of its own that records no history: all flights, in transactions of a thousand.
    case insertBatchesNoHistory
    /// Into an empty store: all flights, in transactions of a thousand.
    case insertBatches
    /// Opening the store, closed before, and reading one flight.
    case coldOpen
    /// All flights into values or objects that are held until the measurement ends.
    case fetchAll
    /// Many flights one by one in random order, each in a read of its own.
    case fetchByIdentifier
    /// Many flights one by one in random order by their remote identifier, each in a read of its own.
    case fetchByUnique
    /// Many flights at once: those whose identifier is a member of a large set.
    case fetchMembers
    /// Flights of an origin delayed by more than a threshold, by departure and then identifier, the first hundred.
    case filterSortLimit
    /// How many flights of an origin are delayed by more than a threshold.
    case countFiltered
    /// Flights whose note contains a text, which no index helps to find.
    case textContains
    /// Flights whose remote identifier starts with a text.
    case textPrefix
    /// Airlines, and then legs that each refer to one, in transactions of a thousand.
    case insertRelated
    /// Legs above a number whose airline has a name, by departure and then identifier, the first hundred.
    case relationshipPath
    /// The delay of many flights: read by identifier, changed, saved in transactions of a hundred.
    case update
    /// Many flights by identifier, in transactions of a hundred; history keeps their remote identifiers.
    case delete
    /// All flights of at most a distance, in one transaction; history keeps their remote identifiers.
    case bulkDelete
    /// The transactions of one author, with all their changes.
    case historyByAuthor
    /// Forgetting the history of the first insertions.
    case historyPurge

    /// What a table's row is called.
    public var title: String {
        switch self {
        case .insertSinglesOff: "insert, one a save, no sync"
        case .insertSingles: "insert, one a save"
        case .insertSinglesFull: "insert, one a save, full sync"
        case .insertBatchesNoHistory: "insert in batches, no history"
        case .insertBatches: "insert in batches"
        case .coldOpen: "open and read one"
        case .fetchAll: "fetch all"
        case .fetchByIdentifier: "fetch by identifier, random"
        case .fetchByUnique: "fetch by unique value, random"
        case .fetchMembers: "member of many identifiers"
        case .filterSortLimit: "filter, sort, limit"
        case .countFiltered: "count with a filter"
        case .textContains: "text contains"
        case .textPrefix: "text starts with"
        case .insertRelated: "insert with a relationship"
        case .relationshipPath: "filter through a relationship"
        case .update: "update one attribute"
        case .delete: "delete"
        case .bulkDelete: "delete where"
        case .historyByAuthor: "history of one author"
        case .historyPurge: "purge history"
        }
    }

    /// Whether the store's contents change, so that they are checked after it.
    public var isWrite: Bool {
        switch self {
        case .insertSinglesOff, .insertSingles, .insertSinglesFull, .insertBatchesNoHistory, .insertBatches,
            .insertRelated, .update, .delete, .bulkDelete, .historyPurge:
            true
        case .coldOpen, .fetchAll, .fetchByIdentifier, .fetchByUnique, .fetchMembers, .filterSortLimit, .countFiltered,
            .textContains, .textPrefix, .relationshipPath, .historyByAuthor:
            false
        }
    }

    /// How its store is opened.
    public var settings: BenchSettings {
        var settings = BenchSettings()
        switch self {
        case .insertSinglesOff: settings.durability = .off
        case .insertSinglesFull: settings.durability = .full
        case .insertBatchesNoHistory: settings.recordsHistory = false
        default: break
        }
        return settings
    }

    /// Whether it has a store to itself.
    public var isAlone: Bool {
        switch self {
        case .insertSinglesOff, .insertSingles, .insertSinglesFull, .insertBatchesNoHistory: true
        default: false
        }
    }

    /// What must have run on the store before, though it may not be reported.
    public var requirements: [BenchWorkload] {
        switch self {
        case _ where isAlone: []
        case .insertBatches: []
        case .relationshipPath: [.insertBatches, .insertRelated]
        case .historyByAuthor: [.insertBatches, .update]
        default: [.insertBatches]
        }
    }
}

/// The contract: every clause, in order.
public enum StoreContract {
    /// The version of the contract; the second number rises when clauses are added, the first when one becomes stricter.
    public static let version = "1.0"

    /// The chapters in order. Some are reserved and have no clauses yet.
    public static let chapters: [ContractChapter] = [
        .opening, .schema, .values, .identity, .editing, .atomicity, .uniqueness, .relationships, .predicates, .sorting,
        .plans, .aggregates, .sections, .shaping, .isolation, .history, .tombstones, .expiry, .signal, .secondProcess,
        .durability, .errors, .limits,
        .capabilities,
        .concurrency, .model, .observers, .drain,
    ]

    /// All clauses in order.
    public static let clauses: [ContractClause] = chapters.flatMap(\.clauses)

    private static let byID = Dictionary(clauses.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// The clause with an identifier; nil when there is none. Constant time.
    public static func clause(_ id: String) -> ContractClause? { byID[id.uppercased()] }
}

/// A group of clauses about one matter.
public struct ContractChapter: Sendable, Identifiable {
    /// The code that the chapter's clauses begin with.
    public let id: String
    /// What it is about.
    public let title: String
    /// Its clauses in order of their numbers; empty for a chapter that is only reserved.
    public let clauses: [ContractClause]

    init(_ id: String, _ title: String, _ clauses: [ContractClause]) {
        self.id = id
        self.title = title
        self.clauses = clauses
    }
}

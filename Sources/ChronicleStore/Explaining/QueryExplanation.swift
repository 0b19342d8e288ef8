/// How a store answers a fetch: where the rows come from, what is asked of each, how they are ordered, and what it took.
///
/// Its description is a text for people; the parts are for tests and tools.
public struct QueryExplanation: Sendable, Hashable, Codable {
    /// How rows are found.
    public enum Access: String, Sendable, Hashable, Codable {
        /// All rows of the entity are looked at.
        case scan
        /// The rows are looked up by their identifiers.
        case keys
        /// The rows between two identifiers are looked at.
        case keyRange
        /// The rows are found in an index.
        case index
        /// The rows are found in several indexes, and those that are in any of them are looked at.
        case union
        /// The rows are found in several indexes, and those that are in all of them are looked at.
        case intersection
        /// The rows at the end of a relationship are found first, and then those that refer to them in its index.
        case reference
        /// The rows of a to-many relationship are found first, and then those that they refer to by identifier.
        case related
    }

    /// How rows come into order.
    public enum Sort: String, Sendable, Hashable, Codable {
        /// No order is asked for: rows come as they were inserted, by ascending identifier.
        case none
        /// The rows are found in the order that is asked for, so that a fetch with a limit ends early.
        case inOrder
        /// All matching rows are looked at and sorted.
        case afterwards
    }

    /// What one run came to.
    public struct Figures: Sendable, Hashable, Codable {
        /// How many rows of the entity were looked at.
        public var rowsRead: Int
        /// How many rows the fetch returned.
        public var rowsReturned: Int
        /// How long it took, without making models.
        public var seconds: Double

        /// Figures from their parts.
        public init(rowsRead: Int, rowsReturned: Int, seconds: Double) {
            self.rowsRead = rowsRead
            self.rowsReturned = rowsReturned
            self.seconds = seconds
        }
    }

    /// What a store hands to an engine that has a language of its own.
    public struct Statement: Sendable, Hashable, Codable {
        /// The statement.
        public var text: String
        /// What the engine says of its plan, line by line.
        public var plan: [String]

        /// A statement with its engine's plan.
        public init(text: String, plan: [String]) {
            self.text = text
            self.plan = plan
        }
    }

    /// The entity whose rows are fetched.
    public var entity: String
    /// What is asked for, in Swift's words.
    public var request: String
    /// How rows are found.
    public var access: Access
    /// The properties of the indexes that are used, each as `\.origin, \.departure`.
    public var indexes: [String]
    /// The conditions that are asked of each row after it was read.
    public var evaluatedAfterReading: [String]
    /// How rows come into order.
    public var sort: Sort
    /// How the rows at the ends of relationships are found, where these come first.
    public var related: [QueryExplanation]
    /// What running the fetch came to; nil when it was not run.
    public var figures: Figures?
    /// The statement, for stores whose engine takes one.
    public var statement: Statement?
    /// What would make the fetch cheaper, such as "Flight: Index(\.origin, \.departure)".
    public var advice: [String]

    /// An explanation, without figures and advice.
    public init(
        entity: String, request: String, access: Access, indexes: [String] = [], evaluatedAfterReading: [String] = [],
        sort: Sort = .none
    ) {
        self.entity = entity
        self.request = request
        self.access = access
        self.indexes = indexes
        self.evaluatedAfterReading = evaluatedAfterReading
        self.sort = sort
        related = []
        advice = []
    }
}

extension QueryExplanation: CustomStringConvertible {
    /// The plan as a short text of several lines.
    public var description: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        var lines = ["\(entity): \(request)", "  access: \(accessText)"]
        for inner in related { lines += inner.lines.map { "    " + $0 } }
        if !evaluatedAfterReading.isEmpty {
            lines.append("  evaluated after reading: \(evaluatedAfterReading.joined(separator: " && "))")
        }
        switch sort {
        case .none: break
        case .inOrder: lines.append("  order: as found")
        case .afterwards: lines.append("  order: sorted after reading")
        }
        if let figures {
            let milliseconds = Double(Int(figures.seconds * 1e5)) / 100
            lines.append(
                "  measured: \(figures.rowsRead) rows read for \(figures.rowsReturned) returned, "
                    + "\(milliseconds) ms")
        }
        if let statement {
            lines.append("  SQL: \(statement.text)")
            lines += statement.plan.map { "    \($0)" }
        }
        lines += advice.map { "  advice: \($0)" }
        return lines
    }

    private var accessText: String {
        let names = indexes.map { "(\($0))" }.joined(separator: ", ")
        return switch access {
        case .scan: "scan of all rows"
        case .keys: "look-up by identifier"
        case .keyRange: "range of identifiers"
        case .index: "index \(names)"
        case .union: "union of the indexes \(names)"
        case .intersection: "intersection of the indexes \(names)"
        case .reference: "index \(names), from the rows that are referred to:"
        case .related: "look-up by identifier, from the related rows:"
        }
    }
}

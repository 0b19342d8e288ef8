extension Query {
    /// The rows that a to-many relationship leads to from a row, or those of them for which a condition holds.
    public struct Related: Sendable, Hashable {
        /// The path to the row that the others are related to. When it leads nowhere, no row is related.
        public var owner: Path
        /// How the rows are related to it.
        public var link: Link
        /// The entity of the related rows.
        public var entity: Int
        /// What must hold of a related row to be counted; nil counts all.
        ///
        /// Its paths start at the related row, and with a ``Path/scope`` at the rows outside.
        public var condition: Condition?

        /// Related rows from their parts.
        public init(owner: Path, link: Link, entity: Int, condition: Condition? = nil) {
            self.owner = owner
            self.link = link
            self.entity = entity
            self.condition = condition
        }
    }

    /// How rows are related to one.
    public enum Link: Sendable, Hashable {
        /// They refer to it with a column of theirs.
        case column(Int)
        /// Rows of a link entity refer to it with one column, and to them with the other.
        case entity(Int, ownColumn: Int, otherColumn: Int)
    }
}

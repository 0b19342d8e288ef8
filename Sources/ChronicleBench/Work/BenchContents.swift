/// What a store holds, in a form that two subjects' stores can be compared by: the order of rows does not matter.
public struct BenchContents: Sendable, Equatable, CustomStringConvertible {
    /// What the history says; the order does not matter either.
    public struct History: Sendable, Equatable {
        /// Recorded insertions.
        public var inserts = 0
        /// Recorded updates.
        public var updates = 0
        /// Recorded deletions.
        public var deletes = 0
        /// Sum of the fingerprints of the deletions' preserved remote identifiers.
        public var tombstones: UInt64 = 0

        /// An empty history.
        public init() {}

        /// Takes in a deletion and the remote identifier that it preserved.
        public mutating func addDelete(remoteID: String) {
            deletes += 1
            var digest = BenchDigest()
            digest.add(remoteID)
            tombstones &+= digest.value
        }
    }

    /// Rows in the store.
    public private(set) var rows = 0
    /// Sum of the fingerprints of rows and legs.
    public private(set) var digest: UInt64 = 0
    /// Legs in the store.
    public private(set) var legs = 0
    /// The history, or nil for a subject that keeps none.
    public var history: History?

    /// An empty store.
    public init(history: History? = nil) {
        self.history = history
    }

    /// Takes in a row.
    public mutating func add(_ flight: FlightRecord) {
        var one = BenchDigest()
        one.add(flight)
        rows += 1
        digest &+= one.value
    }

    /// Takes in a leg.
    public mutating func add(_ leg: LegRecord) {
        var one = BenchDigest()
        one.add(leg)
        legs += 1
        digest &+= one.value
    }

    /// The counts and fingerprints in one line.
    public var description: String {
        let changes = history.map {
            ", history \($0.inserts) + \($0.updates) + \($0.deletes) with tombstones \(hex($0.tombstones))"
        }
        return "\(rows) rows and \(legs) legs \(hex(digest))\(changes ?? "")"
    }

    private func hex(_ number: UInt64) -> String { String(number, radix: 16) }
}

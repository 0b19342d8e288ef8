import Foundation

/// A 64-bit fingerprint (FNV-1a) of flights in their order.
public struct BenchDigest: Sendable, Equatable {
    /// The fingerprint so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The fingerprint of nothing.
    public init() {}

    /// Takes in a whole number.
    public mutating func add(_ number: Int) {
        add(bits: UInt64(bitPattern: Int64(number)))
    }

    /// Takes in a text and its length.
    public mutating func add(_ text: String) {
        add(text.utf8.count)
        for byte in text.utf8 { mix(byte) }
    }

    /// Takes in all attributes of a flight.
    public mutating func add(_ flight: FlightRecord) {
        add(flight.remoteID)
        add(flight.carrier)
        add(flight.number)
        add(optional: flight.tailNumber)
        add(flight.origin)
        add(flight.destination)
        // Dates are to come back bit for bit.
        add(bits: flight.departure.timeIntervalSinceReferenceDate.bitPattern)
        add(flight.delayMinutes == nil ? 0 : 1)
        add(flight.delayMinutes ?? 0)
        add(flight.distance)
        add(optional: flight.note)
    }

    private mutating func add(optional text: String?) {
        add(text == nil ? 0 : 1)
        add(text ?? "")
    }

    private mutating func add(bits: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: bits >> shift)) }
    }

    private mutating func mix(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

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
    /// Sum of the rows' fingerprints.
    public private(set) var digest: UInt64 = 0
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

    /// The counts and fingerprints in one line.
    public var description: String {
        let changes = history.map {
            ", history \($0.inserts) + \($0.updates) + \($0.deletes) with tombstones \(hex($0.tombstones))"
        }
        return "\(rows) rows \(hex(digest))\(changes ?? "")"
    }

    private func hex(_ number: UInt64) -> String { String(number, radix: 16) }
}

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

    /// Takes in all attributes of a leg and the airline that it refers to.
    public mutating func add(_ leg: LegRecord) {
        add(leg.number)
        add(leg.destination)
        add(bits: leg.departure.timeIntervalSinceReferenceDate.bitPattern)
        add(leg.airline)
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

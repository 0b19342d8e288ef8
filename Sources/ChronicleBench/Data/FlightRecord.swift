public import Foundation

/// The ten attributes that every benchmark subject stores: one flight.
public struct FlightRecord: Sendable, Equatable {
    /// A UUID as text, different for each record: the unique attribute.
    public var remoteID: String
    /// The airline's code.
    public var carrier: String
    /// The flight number.
    public var number: Int
    /// The plane, if known.
    public var tailNumber: String?
    /// The airport of departure: the indexed attribute.
    public var origin: String
    /// The airport of arrival.
    public var destination: String
    /// The scheduled departure.
    public var departure: Date
    /// Minutes of delay, negative if early; nil for a cancelled flight.
    public var delayMinutes: Int?
    /// Miles.
    public var distance: Int
    /// A remark, on one flight in four.
    public var note: String?

    /// Makes a record of all its values.
    public init(
        remoteID: String, carrier: String, number: Int, tailNumber: String?, origin: String, destination: String,
        departure: Date, delayMinutes: Int?, distance: Int, note: String?
    ) {
        self.remoteID = remoteID
        self.carrier = carrier
        self.number = number
        self.tailNumber = tailNumber
        self.origin = origin
        self.destination = destination
        self.departure = departure
        self.delayMinutes = delayMinutes
        self.distance = distance
        self.note = note
    }
}

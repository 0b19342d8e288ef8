import Chronicle
import Foundation

/// The flight as a model: what the benchmark does with Chronicle, it does with this.
final class BenchFlight: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique, .preserveValueOnDeletion) var remoteID: String
    @Attribute var carrier: String
    @Attribute var number: Int
    @Attribute var tailNumber: String?
    @Attribute var origin: String
    @Attribute var destination: String
    @Attribute var departure: Date
    @Attribute var delayMinutes: Int?
    @Attribute var distance: Int
    @Attribute var note: String?

    static var indexes: [Index<BenchFlight>] { [Index(\.origin)] }

    init() {}

    /// A model with a record's values.
    init(_ record: FlightRecord) {
        remoteID = record.remoteID
        carrier = record.carrier
        number = record.number
        tailNumber = record.tailNumber
        origin = record.origin
        destination = record.destination
        departure = record.departure
        delayMinutes = record.delayMinutes
        distance = record.distance
        note = record.note
    }

    /// The model's values.
    var record: FlightRecord {
        FlightRecord(
            remoteID: remoteID, carrier: carrier, number: number, tailNumber: tailNumber, origin: origin,
            destination: destination, departure: departure, delayMinutes: delayMinutes, distance: distance, note: note)
    }
}

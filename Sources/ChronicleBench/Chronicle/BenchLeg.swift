import Chronicle
import Foundation

/// The airline as a model.
final class BenchAirline: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique) var code: String
    @Attribute var name: String
    @Relationship(deleteRule: .cascade, inverse: \BenchLeg.airline) var legs: [BenchLeg]

    init() {}

    init(_ record: AirlineRecord) {
        code = record.code
        name = record.name
    }
}

/// The leg as a model, which refers to its airline.
final class BenchLeg: PersistentModel {
    let backingData = BackingData()

    @Attribute var number: Int
    @Attribute var destination: String
    @Attribute var departure: Date
    @Relationship var airline: BenchAirline?

    init() {}

    init(_ record: LegRecord, airline: BenchAirline?) {
        number = record.number
        destination = record.destination
        departure = record.departure
        self.airline = airline
    }

    /// The model's values.
    var record: LegRecord {
        LegRecord(number: number, destination: destination, departure: departure, airline: airline?.code ?? "")
    }
}

import Chronicle
import Foundation

/// One flight as it was scheduled and flown.
final class Flight: PersistentModel {
    let backingData = BackingData()

    /// The scheduled hour, carrier, number and origin, which no two flights share.
    @Attribute(.unique, .preserveValueOnDeletion) var remoteID: String
    @Attribute var number: Int
    @Attribute var scheduledDeparture: Date
    /// In minutes; nil when the flight was cancelled.
    @Attribute var departureDelay: Int?
    @Attribute var arrivalDelay: Int?
    /// In minutes.
    @Attribute var airTime: Int?
    /// In miles.
    @Attribute var distance: Int
    @Attribute var isCancelled: Bool = false
    @Attribute var note: String?
    @Attribute var gate: String?
    @Relationship var airline: Airline?
    @Relationship var plane: Plane?
    @Relationship var origin: Airport?
    @Relationship var destination: Airport?

    static var indexes: [Index<Flight>] { [Index(\.scheduledDeparture), Index(\.distance)] }

    init() {}
    init(_ row: FlightRow) {
        remoteID = row.remoteID
        number = row.number
        scheduledDeparture = row.scheduledDeparture
        departureDelay = row.departureDelay
        arrivalDelay = row.arrivalDelay
        airTime = row.airTime
        distance = row.distance
        isCancelled = row.departureDelay == nil
    }
}

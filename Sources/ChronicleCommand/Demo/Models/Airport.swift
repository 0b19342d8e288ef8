import Chronicle

/// An airport. One that flights depart from cannot be deleted.
final class Airport: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique, .preserveValueOnDeletion) var code: String
    @Attribute var name: String
    @Attribute var place: Place
    @Attribute var timeZone: String?
    @Relationship(deleteRule: .deny, inverse: \Flight.origin) var departures: [Flight]
    @Relationship(deleteRule: .nullify, inverse: \Flight.destination) var arrivals: [Flight]

    init() {}
    init(code: String, name: String, place: Place, timeZone: String?) {
        self.code = code
        self.name = name
        self.place = place
        self.timeZone = timeZone
    }
}

/// Where an airport lies: a composite, whose fields can be queried.
struct Place: Composite, Hashable {
    var latitude = 0.0
    var longitude = 0.0
    /// In feet.
    var altitude = 0

    static let fields = [
        Field("latitude", \Place.latitude), Field("longitude", \Place.longitude), Field("altitude", \Place.altitude),
    ]
}

import Chronicle

/// An aircraft. When it is deleted, its flights have none.
final class Plane: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique, .preserveValueOnDeletion) var tailNumber: String
    @Attribute var year: Int?
    @Attribute var manufacturer: String
    @Attribute var model: String
    @Attribute var seats: Int
    @Relationship(deleteRule: .nullify, inverse: \Flight.plane) var flights: [Flight]

    init() {}
    init(tailNumber: String, year: Int?, manufacturer: String, model: String, seats: Int) {
        self.tailNumber = tailNumber
        self.year = year
        self.manufacturer = manufacturer
        self.model = model
        self.seats = seats
    }
}

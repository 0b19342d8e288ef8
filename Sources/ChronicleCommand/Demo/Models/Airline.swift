import Chronicle

/// A carrier. Deleting one deletes its flights.
final class Airline: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique, .preserveValueOnDeletion) var code: String
    @Attribute var name: String
    @Relationship(deleteRule: .cascade, inverse: \Flight.airline) var flights: [Flight]

    init() {}
    init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}

import Chronicle
import Foundation

// docs: model
final class Trip: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique, .preserveValueOnDeletion) var remoteID: String
    @Attribute var title: String
    @Attribute var startsAt: Date
    @Attribute var isArchived: Bool = false
    @Attribute var stage: Stage = .planned
    @Attribute var location: Location?
    @Attribute(.codable) var ticket: Ticket?
    @Attribute(.ephemeral) var isSelected: Bool = false
    @Relationship(deleteRule: .cascade, inverse: \Expense.trip) var expenses: [Expense]
    @Relationship(inverse: \Person.trips) var people: [Person]

    static var indexes: [Index<Trip>] { [Index(\.startsAt), Index(\.isArchived, \.title)] }

    init() {}
    init(remoteID: String, title: String, startsAt: Date) {
        self.remoteID = remoteID
        self.title = title
        self.startsAt = startsAt
    }
}
// end

// docs: values
/// An enum with a raw value.
enum Stage: String, AttributeValue { case planned, booked, done }

/// A composite: one column a field, and each field can be queried.
struct Location: Composite, Equatable {
    var latitude = 0.0
    var longitude = 0.0
    static let fields = [Field("latitude", \Location.latitude), Field("longitude", \Location.longitude)]
}

/// Any other type, kept as the bytes of its own `Codable` conformance.
struct Ticket: Codable, Equatable, Sendable { var seats: [String] }
// end

// docs: related
final class Expense: PersistentModel {
    let backingData = BackingData()
    @Attribute var amount: Decimal
    @Attribute var day: Int = 1
    @Relationship var trip: Trip?

    static var uniques: [Unique<Expense>] { [Unique(\.day, \.amount)] }

    init() {}
    init(_ amount: Decimal, day: Int = 1) {
        self.amount = amount
        self.day = day
    }
}

final class Person: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var trips: [Trip]

    init() {}
    init(_ name: String) { self.name = name }
}
// end

/// A container in memory with three trips.
func someTrips() throws -> ModelContext {
    let context = ModelContext(try ModelContainer(for: Trip.self))
    for (index, title) in ["Lisbon", "Oslo", "Rome"].enumerated() {
        context.insert(
            Trip(remoteID: "trip-\(index)", title: title, startsAt: Date(timeIntervalSince1970: Double(index) * 86_400))
        )
    }
    try context.save()
    return context
}

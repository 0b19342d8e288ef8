import Chronicle

/// Brings the tables into a store in bounded batches, each from a context of its own.
struct Import {
    static let batchSize = 1000

    private let container: ModelContainer
    private let progress: ProgressBar
    private var airlines: [String: PersistentIdentifier] = [:]
    private var airports: [String: PersistentIdentifier] = [:]
    private var planes: [String: PersistentIdentifier] = [:]

    private init(_ container: ModelContainer, _ progress: ProgressBar) {
        self.container = container
        self.progress = progress
    }

    /// Imports everything as author "Import".
    static func run(_ tables: FlightTables, into container: ModelContainer, progress: ProgressBar) throws {
        var run = Import(container, progress)
        try run.importAirlines(tables.airlines)
        try run.importAirports(tables.airports)
        try run.importPlanes(tables.planes)
        try run.importFlights(tables.flights)
        progress.finish()
    }

    private mutating func importAirlines(_ rows: [AirlineRow]) throws {
        try inBatches(rows) { context, row in
            let airline = Airline(code: row.code, name: row.name)
            context.insert(airline)
            airlines[row.code] = airline.persistentModelID
        }
    }

    private mutating func importAirports(_ rows: [AirportRow]) throws {
        try inBatches(rows) { context, row in
            let airport = Airport(code: row.code, name: row.name, place: row.place, timeZone: row.timeZone)
            context.insert(airport)
            airports[row.code] = airport.persistentModelID
        }
    }

    private mutating func importPlanes(_ rows: [PlaneRow]) throws {
        try inBatches(rows) { context, row in
            let plane = Plane(
                tailNumber: row.tailNumber, year: row.year, manufacturer: row.manufacturer, model: row.model,
                seats: row.seats)
            context.insert(plane)
            planes[row.tailNumber] = plane.persistentModelID
        }
    }

    /// Flights lead to models that earlier contexts inserted: each context looks them up by identifier.
    private func importFlights(_ rows: [FlightRow]) throws {
        try inBatches(rows) { context, row in
            let flight = Flight(row)
            context.insert(flight)
            flight.airline = try model(airlines[row.carrier], Airline.self, context)
            flight.plane = try model(row.tailNumber.flatMap { planes[$0] }, Plane.self, context)
            flight.origin = try model(airports[row.origin], Airport.self, context)
            flight.destination = try model(airports[row.destination], Airport.self, context)
        }
    }

    private func model<Model: PersistentModel>(
        _ identifier: PersistentIdentifier?, _ type: Model.Type, _ context: ModelContext
    ) throws -> Model? {
        try identifier.flatMap { try context.model(for: $0, as: type) }
    }

    private func inBatches<Row>(_ rows: [Row], _ insert: (ModelContext, Row) throws -> Void) throws {
        var start = 0
        while start < rows.count {
            let end = min(rows.count, start + Self.batchSize)
            let context = ModelContext(container)
            context.author = "Import"
            for row in rows[start..<end] { try insert(context, row) }
            try context.save()
            progress.advance(by: end - start)
            start = end
        }
    }
}

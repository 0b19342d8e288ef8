import Chronicle
import Foundation

/// Changes the imported flights as two authors, "App" and "Server", with contexts of their own.
struct Edits {
    private let app: ModelContext
    private let server: ModelContext

    private init(_ container: ModelContainer) {
        app = ModelContext(container)
        app.author = "App"
        server = ModelContext(container)
        server.author = "Server"
    }

    static func run(in container: ModelContainer, _ results: inout Results) throws {
        let edits = Edits(container)
        try edits.noteLateFlights(&results)
        try edits.changeOneFlightFromBothSides(&results)
        try edits.renameAirlines(&results)
        try edits.insertKnownAirline(&results)
        try edits.addAndDropFlight(&results)
        try edits.refuseToDeleteAirport(&results)
        try edits.delete(&results)
    }

    /// The App apologises for the twenty latest flights.
    private func noteLateFlights(_ results: inout Results) throws {
        var descriptor = FetchDescriptor<Flight>(
            predicate: #Predicate { ($0.arrivalDelay ?? 0) > 60 },
            sortBy: [SortDescriptor(\.arrivalDelay, order: .reverse), SortDescriptor(\.remoteID, comparator: .lexical)])
        descriptor.fetchLimit = 20
        let late = try app.fetch(descriptor)
        for flight in late { flight.note = "We are sorry for \(flight.arrivalDelay ?? 0) minutes." }
        try app.save()
        results.note("late flights", late.map(\.remoteID).joined(separator: " "))
    }

    /// The Server sets a gate while the App has an unsaved note on the same flight: both stay.
    private func changeOneFlightFromBothSides(_ results: inout Results) throws {
        var descriptor = FetchDescriptor<Flight>(
            predicate: #Predicate { $0.distance > 1000 && !$0.isCancelled },
            sortBy: [SortDescriptor(\.scheduledDeparture), SortDescriptor(\.remoteID, comparator: .lexical)])
        descriptor.fetchLimit = 1
        guard let ours = try app.fetch(descriptor).first, let theirs = try server.fetch(descriptor).first else {
            return
        }
        ours.note = "A window seat, please."
        theirs.gate = "B12"
        try server.save()
        results.note("the App sees the gate before it saves", "\(ours.gate ?? "none"), \(ours.note ?? "none")")
        try app.save()
        results.note("the Server sees the note", "\(theirs.gate ?? "none"), \(theirs.note ?? "none")")
    }

    /// The Server shortens the airlines' names.
    private func renameAirlines(_ results: inout Results) throws {
        let airlines = try server.fetch(FetchDescriptor<Airline>(predicate: #Predicate { $0.name.contains(" Inc.") }))
        for airline in airlines { airline.name = airline.name.replacing(" Inc.", with: "") }
        try server.save()
        results.note("renamed airlines", airlines.count)
    }

    /// The Server inserts an airline whose code is known: the stored one is updated and keeps its flights.
    private func insertKnownAirline(_ results: inout Results) throws {
        guard let before = try airline("AA", in: app) else { return }
        let flights = before.flights.count
        server.insert(Airline(code: "AA", name: "American"))
        try server.save()
        let after = try airline("AA", in: app)
        results.note(
            "an upsert keeps the row and its flights",
            "\(after === before) \(after?.name ?? "none") \(after?.flights.count == flights)")
    }

    private func airline(_ code: String, in context: ModelContext) throws -> Airline? {
        try context.fetch(FetchDescriptor<Airline>(predicate: #Predicate { $0.code == code })).first
    }

    /// An insert that is deleted before the save leaves nothing, and a save without changes writes nothing.
    private func addAndDropFlight(_ results: inout Results) throws {
        let airport = Airport(code: "???", name: "Nowhere", place: Place(), timeZone: nil)
        app.insert(airport)
        results.note("airports with the pending one", try app.fetchCount(FetchDescriptor<Airport>()))
        app.delete(airport)
        try app.save()
        results.note("airports without it", try app.fetchCount(FetchDescriptor<Airport>()))
    }

    /// An airport that flights depart from is not deleted.
    private func refuseToDeleteAirport(_ results: inout Results) throws {
        guard let airport = try app.fetch(FetchDescriptor<Airport>(predicate: #Predicate { $0.code == "JFK" })).first
        else { return }
        app.delete(airport)
        do {
            try app.save()
            results.note("deleting JFK", "done")
        } catch let error as StoreError {
            app.rollback()
            results.note("deleting JFK", "\(error.code.rawValue), deleted: \(airport.isDeleted)")
        }
    }

    private func delete(_ results: inout Results) throws {
        // A bulk delete by a to-one path.
        try app.delete(model: Flight.self, where: #Predicate { $0.isCancelled && $0.origin?.code == "LGA" })
        try app.save()
        // A cascade: the airline with the fewest flights.
        if let airline = try app.fetch(FetchDescriptor<Airline>(sortBy: [SortDescriptor(\.code, comparator: .lexical)]))
            .min(by: { $0.flights.count < $1.flights.count })
        {
            results.show("airline deleted, with flights", "\(airline.code), \(airline.flights.count)")
            app.delete(airline)
            try app.save()
        }
        // References that become nil.
        let old = try app.fetch(FetchDescriptor<Plane>(predicate: #Predicate { ($0.year ?? 9999) < 1970 }))
        results.show("planes deleted, from before 1970", old.count)
        for plane in old { app.delete(plane) }
        try app.save()
        // The Server's deletes are not the App's.
        try server.delete(model: Flight.self, where: #Predicate { $0.isCancelled && $0.origin?.code == "EWR" })
        try server.save()
        results.show(
            "cancelled flights left",
            try app.fetchCount(FetchDescriptor<Flight>(predicate: #Predicate { $0.isCancelled })))
    }
}

import Chronicle
import Foundation

/// Asks the questions whose answers the stores must agree on.
struct Fetches {
    private let context: ModelContext

    static func run(in container: ModelContainer, _ results: inout Results) throws {
        let fetches = Fetches(context: ModelContext(container))
        try fetches.count(&results)
        try fetches.latest(&results)
        try fetches.paths(&results)
        try fetches.composites(&results)
        try fetches.textsAndSets(&results)
        try fetches.dates(&results)
        try fetches.relationships(&results)
        try fetches.batches(&results)
        try fetches.everything(&results)
    }

    private func count(_ results: inout Results) throws {
        results.show("flights", try context.fetchCount(FetchDescriptor<Flight>()))
        let unhurried = #Predicate<Flight> { $0.distance * 60 < ($0.airTime ?? 0) * 300 }
        results.note("slower than 300 miles an hour", try context.fetchCount(FetchDescriptor(predicate: unhurried)))
        let planeless = #Predicate<Flight> { $0.plane == nil }
        results.show("flights without a known plane", try context.fetchCount(FetchDescriptor(predicate: planeless)))
    }

    /// A predicate, two sort keys and a limit.
    private func latest(_ results: inout Results) throws {
        var descriptor = FetchDescriptor<Flight>(
            predicate: #Predicate { ($0.departureDelay ?? 0) > 120 && $0.distance > 500 },
            sortBy: [
                SortDescriptor(\.departureDelay, order: .reverse), SortDescriptor(\.remoteID, comparator: .lexical),
            ])
        descriptor.fetchLimit = 10
        let flights = try context.fetch(descriptor)
        results.note(
            "latest departures", flights.map { "\($0.remoteID) \($0.departureDelay ?? 0)" }.joined(separator: ", "))
        if let first = flights.first {
            results.show("latest departure", "\(first.remoteID), \(first.departureDelay ?? 0) min")
        }
        descriptor.fetchOffset = 5
        results.note("and from the sixth on", try context.fetch(descriptor).map(\.remoteID).joined(separator: ", "))
    }

    /// To-one paths in a predicate and in a sort.
    private func paths(_ results: inout Results) throws {
        let west = #Predicate<Flight> {
            $0.destination?.code == "SFO" && $0.airline?.name.starts(with: "United") == true
        }
        results.show("United's flights to San Francisco", try context.fetchCount(FetchDescriptor(predicate: west)))
        var byPlane = FetchDescriptor<Flight>(
            predicate: #Predicate { ($0.plane?.seats ?? 0) > 300 },
            sortBy: [
                SortDescriptor(\.plane?.year, order: .reverse), SortDescriptor(\.distance),
                SortDescriptor(\.remoteID, comparator: .lexical),
            ])
        byPlane.fetchLimit = 25
        let large = try context.fetch(byPlane)
        results.note(
            "large planes", large.map { "\($0.plane?.tailNumber ?? "none") \($0.remoteID)" }.joined(separator: ", "))
    }

    private func composites(_ results: inout Results) throws {
        let high = #Predicate<Airport> { $0.place.altitude > 7000 }
        let airports = try context.fetch(
            FetchDescriptor(predicate: high, sortBy: [SortDescriptor(\.place.altitude, order: .reverse)]))
        results.show("airports above 7,000 feet", airports.count)
        results.note("high airports", airports.map { "\($0.code) \($0.place.altitude)" }.joined(separator: ", "))
        let north = #Predicate<Flight> { ($0.destination?.place.latitude ?? 0) > 47 }
        results.note("flights north", try context.fetchCount(FetchDescriptor(predicate: north)))
    }

    private func textsAndSets(_ results: inout Results) throws {
        let coast = ["LAX", "SAN", "SFO", "SEA"]
        let codes = try context.fetch(FetchDescriptor<Airport>(predicate: #Predicate { coast.contains($0.code) }))
        results.note("west coast", codes.map(\.name).sorted().joined(separator: ", "))
        let international = #Predicate<Airport> { $0.name.contains("Intl") || $0.timeZone == nil }
        results.note("international or nowhere", try context.fetchCount(FetchDescriptor(predicate: international)))
        let boeings = #Predicate<Plane> { $0.manufacturer.starts(with: "BOEING") && $0.model.contains("737") }
        results.show("Boeing 737s", try context.fetchCount(FetchDescriptor(predicate: boeings)))
    }

    private func dates(_ results: inout Results) throws {
        // July 2013, in UTC.
        let july = Date(timeIntervalSince1970: 1_372_636_800)..<Date(timeIntervalSince1970: 1_375_315_200)
        let inJuly = #Predicate<Flight> { july.contains($0.scheduledDeparture) && !$0.isCancelled }
        results.show("flights flown in July", try context.fetchCount(FetchDescriptor(predicate: inJuly)))
    }

    private func relationships(_ results: inout Results) throws {
        let airlines = try context.fetch(
            FetchDescriptor<Airline>(sortBy: [SortDescriptor(\.code, comparator: .lexical)]))
        results.note(
            "flights of airlines", airlines.map { "\($0.code) \($0.name) \($0.flights.count)" }.joined(separator: ", "))
        if let most = airlines.max(by: { $0.flights.count < $1.flights.count }) {
            results.show("airline with the most flights", most.name)
        }
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Airline>())
        let found = try identifiers.compactMap { try context.model(for: $0, as: Airline.self)?.code }
        results.note("airlines by identifier", found.sorted().joined(separator: " "))
    }

    private func batches(_ results: inout Results) throws {
        let all = try context.fetch(FetchDescriptor<Flight>(), batchSize: 500)
        results.show("miles flown", all.reduce(0) { $0 + ($1.isCancelled ? 0 : $1.distance) })
    }

    /// Every attribute of every row.
    private func everything(_ results: inout Results) throws {
        var digest = Digest()
        try context.enumerate(
            FetchDescriptor<Flight>(sortBy: [SortDescriptor(\.remoteID, comparator: .lexical)]), batchSize: 1000
        ) { flight in
            digest.add(Self.text(of: flight))
        }
        for airport in try context.fetch(FetchDescriptor<Airport>()) {
            digest.add("\(airport.code)|\(airport.name)|\(airport.place)|\(airport.timeZone ?? "-")")
        }
        for plane in try context.fetch(FetchDescriptor<Plane>()) {
            digest.add("\(plane.tailNumber)|\(plane.year ?? -1)|\(plane.manufacturer)|\(plane.model)|\(plane.seats)")
        }
        results.note("all rows", digest.text)
    }

    private static func text(of flight: Flight) -> String {
        let numbers = [flight.departureDelay, flight.arrivalDelay, flight.airTime].map { $0.map(String.init) ?? "-" }
        let texts = [flight.note, flight.gate, flight.airline?.code, flight.plane?.tailNumber, flight.origin?.code]
        return
            ([flight.remoteID, "\(flight.number)", "\(flight.scheduledDeparture.timeIntervalSince1970)"] + numbers
            + ["\(flight.distance)", "\(flight.isCancelled)"] + texts.map { $0 ?? "-" } + [
                flight.destination?.code ?? "-"
            ])
            .joined(separator: "|")
    }
}

import Foundation

/// The four tables, read and checked whole before anything is imported.
struct FlightTables: Sendable {
    var airlines: [AirlineRow] = []
    var airports: [AirportRow] = []
    var planes: [PlaneRow] = []
    var flights: [FlightRow] = []

    /// Reads the shipped tables, and the flights from another file when one is given.
    ///
    /// - Throws: ``DemoFailure`` with file, line and reason.
    init(flights file: URL?) throws {
        guard let folder = Bundle.module.url(forResource: "Resources", withExtension: nil) else {
            throw DemoFailure("the program's resources are missing: run it from where it was built")
        }
        try readAirlines(folder.appending(path: "airlines.csv"))
        try readAirports(folder.appending(path: "airports.csv"))
        try readPlanes(folder.appending(path: "planes.csv"))
        try readFlights(file ?? folder.appending(path: "flights.csv"))
    }

    private mutating func readAirlines(_ url: URL) throws {
        try CSVTable(url, columns: ["carrier", "name"]).forEachRow { row in
            airlines.append(AirlineRow(code: try row.text(0, "carrier"), name: try row.text(1, "name")))
        }
    }

    private mutating func readAirports(_ url: URL) throws {
        try CSVTable(url, columns: ["faa", "name", "lat", "lon", "alt", "tzone"]).forEachRow { row in
            airports.append(
                AirportRow(
                    code: try row.text(0, "faa"), name: try row.text(1, "name"),
                    place: Place(
                        latitude: try row.number(2, "lat"), longitude: try row.number(3, "lon"),
                        altitude: try row.integer(4, "alt")),
                    timeZone: row.optionalText(5)))
        }
    }

    private mutating func readPlanes(_ url: URL) throws {
        try CSVTable(url, columns: ["tailnum", "year", "manufacturer", "model", "seats"]).forEachRow { row in
            planes.append(
                PlaneRow(
                    tailNumber: try row.text(0, "tailnum"), year: try row.optionalInteger(1, "year"),
                    manufacturer: try row.text(2, "manufacturer"), model: try row.text(3, "model"),
                    seats: try row.integer(4, "seats")))
        }
    }

    private mutating func readFlights(_ url: URL) throws {
        let carriers = Set(airlines.map(\.code))
        var seen: [String: Int] = [:]
        try CSVTable(url, columns: FlightRow.columns).forEachRow { cells in
            var row = try FlightRow(cells)
            guard carriers.contains(row.carrier) else {
                throw cells.failure("`carrier` is not among the airlines: \(row.carrier)")
            }
            // Should a table list one flight twice, both are kept.
            let count = seen[row.remoteID, default: 0] + 1
            seen[row.remoteID] = count
            if count > 1 { row.remoteID += "#\(count)" }
            flights.append(row)
        }
        guard !flights.isEmpty else { throw DemoFailure("\(url.lastPathComponent) has no flights") }
    }
}

/// One row of `airlines.csv`.
struct AirlineRow: Sendable {
    var code: String
    var name: String
}

/// One row of `airports.csv`.
struct AirportRow: Sendable {
    var code: String
    var name: String
    var place: Place
    var timeZone: String?
}

/// One row of `planes.csv`.
struct PlaneRow: Sendable {
    var tailNumber: String
    var year: Int?
    var manufacturer: String
    var model: String
    var seats: Int
}

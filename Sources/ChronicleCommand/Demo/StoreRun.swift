import Chronicle
import Foundation

/// The demo's work on one store.
struct StoreRun: Sendable {
    let store: String
    var results = Results()
    /// How long each step took, in seconds.
    var times: [(step: String, seconds: Double)] = []

    /// Runs everything; when it fails, what was made is removed and the store is as it was.
    ///
    /// - Throws: ``DemoFailure`` when the store holds rows, and what the store throws.
    init(_ store: DemoStore, _ tables: FlightTables) throws {
        self.store = store.name
        let before = store.files()
        let existed = store.exists
        var container: ModelContainer?
        do {
            let opened = try store.open()
            container = opened
            try Self.requireEmpty(opened, store)
        } catch {
            try? container?.close()
            store.removeFiles(except: before)
            throw error
        }
        do {
            try run(store, tables, &container)
            try container?.close()
        } catch {
            // The failure that is reported is the one that happened, not one of cleaning up after it.
            if existed, let container { try? Self.empty(container) }
            try? container?.close()
            store.removeFiles(except: before)
            throw error
        }
    }

    private mutating func run(_ store: DemoStore, _ tables: FlightTables, _ container: inout ModelContainer?) throws {
        guard let opened = container else { return }
        let total = tables.airlines.count + tables.airports.count + tables.planes.count + tables.flights.count
        // Observes from before the first flight until the edits are done.
        let live = try LiveFlights(opened)
        try time("import") {
            let progress = ProgressBar(title: "Importing into \(store.name)", total: total) { live.text }
            try Import.run(tables, into: opened, progress: progress)
        }
        guard let start = try ModelContext(opened).currentHistoryTokens().values.first else {
            throw DemoFailure("\(store.name) keeps no history")
        }
        var results = self.results
        var draining: Draining?
        try time("copy") { draining = try Draining.begin(store, opened) }
        defer { draining?.remove() }
        try time("edit") { try Edits.run(in: opened, &results) }
        try live.finish(opened, &results)
        var reopened = opened
        if store.isFile {
            try time("reopen") {
                try opened.close()
                reopened = try store.open()
            }
            container = reopened
        }
        try time("fetch") { try Fetches.run(in: reopened, &results) }
        try time("history") { try HistoryReading.run(in: reopened, after: start, &results) }
        try time("drain") { try draining?.finish(&results) }
        self.results = results
    }

    private mutating func time(_ step: String, _ body: () throws -> Void) throws {
        let clock = ContinuousClock()
        let elapsed = try clock.measure(body)
        let parts = elapsed.components
        times.append((step, Double(parts.seconds) + Double(parts.attoseconds) / 1e18))
    }

    /// The demo adds to no one's data.
    private static func requireEmpty(_ container: ModelContainer, _ store: DemoStore) throws {
        let context = ModelContext(container)
        let rows =
            try context.fetchCount(FetchDescriptor<Flight>()) + context.fetchCount(FetchDescriptor<Airline>())
            + context.fetchCount(FetchDescriptor<Airport>()) + context.fetchCount(FetchDescriptor<Plane>())
        guard rows == 0 else {
            throw DemoFailure("\(store.url) holds \(rows) rows already: name a new place, or delete it first")
        }
    }

    private static func empty(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        try context.delete(model: Flight.self)
        try context.save()
        try context.delete(model: Plane.self)
        try context.delete(model: Airport.self)
        try context.delete(model: Airline.self)
        try context.save()
    }
}

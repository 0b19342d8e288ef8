import Chronicle
import Foundation

extension MicroBenchmark {
    /// Prints what a filter over all rows costs a row, beside `Predicate.evaluate` over the models.
    func printFilters() throws {
        let container = try ModelContainer(for: BenchFlight.self)
        let context = ModelContext(container)
        for record in FlightData(table: table, count: rows).flights { context.insert(BenchFlight(record)) }
        try context.save()
        let flights = try context.fetch(FetchDescriptor<BenchFlight>())
        try withExtendedLifetime(context) {
            try compare(
                "numbers", #Predicate { $0.distance > 1_000 && ($0.delayMinutes ?? 0) > 30 }, flights, container)
            try compare("arithmetic", #Predicate { $0.distance * 2 > $0.number }, flights, container)
            try compare("a text within a text", #Predicate { $0.destination.contains("AX") }, flights, container)
        }
    }

    private func compare(
        _ title: String, _ predicate: Predicate<BenchFlight>, _ flights: [BenchFlight], _ container: ModelContainer
    ) throws {
        let context = ModelContext(container)
        let descriptor = FetchDescriptor(predicate: predicate)
        _ = try context.fetchCount(descriptor)
        let (seconds, found) = try BenchMeasurement.time { try context.fetchCount(descriptor) }
        let (plain, evaluated) = try BenchMeasurement.time {
            try flights.reduce(0) { try $0 + (predicate.evaluate($1) ? 1 : 0) }
        }
        guard found == evaluated else { throw FilterMismatch(title: title, found: found, evaluated: evaluated) }
        let each = { (seconds: Double) in String(format: "%.0f", seconds * 1e9 / Double(max(flights.count, 1))) }
        print(
            "filter by \(title): \(each(seconds)) ns a row, Predicate.evaluate \(each(plain)) ns "
                + "(\(String(format: "%.1f", plain / seconds))x)")
    }
}

/// A filter that finds other rows than `Predicate.evaluate` does.
private struct FilterMismatch: Error, CustomStringConvertible {
    let title: String
    let found: Int
    let evaluated: Int

    var description: String { "filter by \(title): \(found) rows are found, Predicate.evaluate finds \(evaluated)" }
}

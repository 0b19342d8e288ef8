import Chronicle
import Foundation

extension MicroBenchmark {
    /// What it takes to put a descriptor in a store's terms, which each fetch does.
    func printLowering() throws {
        let context = ModelContext(try ModelContainer(for: BenchFlight.self, BenchAirline.self, BenchLeg.self))
        let (origin, delay, name) = ("EWR", 30, "United Air Lines Inc.")
        try printLowering(
            "of one comparison", of: FetchDescriptor<BenchFlight>(predicate: #Predicate { $0.origin == origin }),
            context)
        try printLowering(
            "of three terms and an order",
            of: FetchDescriptor<BenchFlight>(
                predicate: #Predicate { $0.origin == origin && ($0.delayMinutes ?? 0) > delay && $0.note != nil },
                sortBy: [SortDescriptor(\.departure)]), context)
        try printLowering(
            "over a relationship",
            of: FetchDescriptor<BenchLeg>(
                predicate: #Predicate { $0.number > delay && $0.airline?.name == name },
                sortBy: [SortDescriptor(\.departure)]), context)
        let identifiers = Set((0..<10_000).map(String.init))
        try printLowering(
            "of 10,000 members",
            of: FetchDescriptor<BenchFlight>(predicate: #Predicate { identifiers.contains($0.remoteID) }), context,
            rounds: 20)
    }

    private func printLowering<T: PersistentModel>(
        _ title: String, of descriptor: FetchDescriptor<T>, _ context: ModelContext, rounds: Int = 20_000
    ) throws {
        _ = try context.lowers(descriptor)
        let (seconds, _) = try BenchMeasurement.time {
            for _ in 0..<rounds { _ = try context.lowers(descriptor) }
        }
        report("lower a predicate \(title)", nanoseconds: seconds * 1e9 / Double(rounds))
    }
}

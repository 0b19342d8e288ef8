import Chronicle
import Foundation

extension ContextSubject {
    func fetchAll(_ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, flights) = try BenchMeasurement.time { try context.fetch(FetchDescriptor<BenchFlight>()) }
        return .fetchedAll(flights.lazy.map(\.record), seconds: seconds)
    }

    func fetchEach(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let identifiers = inputs.plan.keys.map { inputs.identifiers[$0] }
        let (seconds, sum) = try BenchMeasurement.time {
            let context = ModelContext(container)
            var sum = 0
            for identifier in identifiers {
                let flight = try flight(identifier, context)
                sum += flight.number + flight.distance
            }
            return sum
        }
        return .fetchedEach(sum: sum, operations: identifiers.count, seconds: seconds)
    }

    func fetchUnique(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let remotes = plan.uniqueKeys.map { plan.flights[$0].remoteID }
        let (seconds, sum) = try BenchMeasurement.time {
            let context = ModelContext(container)
            var sum = 0
            for remote in remotes {
                var descriptor = FetchDescriptor<BenchFlight>(predicate: #Predicate { $0.remoteID == remote })
                descriptor.fetchLimit = 1
                for flight in try context.fetch(descriptor) { sum += flight.number + flight.distance }
            }
            return sum
        }
        return .fetchedEach(sum: sum, operations: remotes.count, seconds: seconds)
    }

    func fetchMembers(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let identifiers = inputs.plan.members.map { inputs.identifiers[$0] }
        let (seconds, flights) = try BenchMeasurement.time {
            try context.fetch(
                FetchDescriptor<BenchFlight>(predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
        }
        return .found([flights.lazy.map(\.record)], operations: identifiers.count, seconds: seconds)
    }

    func query(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, results) = try BenchMeasurement.time {
            try plan.filters.map { filter in
                var descriptor = FetchDescriptor(
                    predicate: predicate(filter), sortBy: [SortDescriptor(\BenchFlight.departure)])
                descriptor.fetchLimit = plan.sizes.limit
                return try context.fetch(descriptor)
            }
        }
        return .queried(
            results.lazy.map { $0.lazy.map(\.record) }, operations: plan.filters.count, seconds: seconds)
    }

    func count(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, counts) = try BenchMeasurement.time {
            try plan.filters.map { try context.fetchCount(FetchDescriptor(predicate: predicate($0))) }
        }
        return .counted(counts, seconds: seconds)
    }

    private func predicate(_ filter: BenchPlan.Filter) -> Predicate<BenchFlight> {
        let (origin, delay) = (filter.origin, filter.delayedMoreThan)
        return #Predicate { $0.origin == origin && ($0.delayMinutes ?? 0) > delay }
    }

    func find(
        _ texts: [String], _ container: ModelContainer, _ predicate: (String) -> Predicate<BenchFlight>
    ) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, results) = try BenchMeasurement.time {
            try texts.map { try context.fetch(FetchDescriptor(predicate: predicate($0))) }
        }
        return .found(results.lazy.map { $0.lazy.map(\.record) }, operations: texts.count, seconds: seconds)
    }

    func queryLegs(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let (seconds, results) = try BenchMeasurement.time {
            try plan.legFilters.map { filter in
                let (name, number) = (filter.airlineName, filter.aboveNumber)
                var descriptor = FetchDescriptor<BenchLeg>(
                    predicate: #Predicate { $0.airline?.name == name && $0.number > number },
                    sortBy: [SortDescriptor(\.departure)])
                descriptor.fetchLimit = plan.sizes.limit
                return try context.fetch(descriptor)
            }
        }
        return .queriedLegs(
            results.lazy.map { $0.lazy.map(\.record) }, operations: plan.legFilters.count, seconds: seconds)
    }
}

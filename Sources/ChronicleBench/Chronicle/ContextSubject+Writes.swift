import Chronicle
import Foundation

extension ContextSubject {
    func insert(
        _ records: ArraySlice<FlightRecord>, perSave: Int, perContext: Int, _ container: ModelContainer
    ) throws -> BenchMeasurement {
        var identifiers: [PersistentIdentifier] = []
        identifiers.reserveCapacity(records.count)
        let (seconds, _) = try BenchMeasurement.time {
            var rest = records
            while !rest.isEmpty {
                let context = ModelContext(container)
                context.author = BenchPlan.importer
                var mine = rest.prefix(perContext)
                rest = rest.dropFirst(perContext)
                while !mine.isEmpty {
                    for record in mine.prefix(perSave) {
                        let flight = BenchFlight(record)
                        context.insert(flight)
                        identifiers.append(flight.persistentModelID)
                    }
                    try context.save()
                    mine = mine.dropFirst(perSave)
                }
            }
        }
        inputs?.identifiers = identifiers
        inputs?.filled = try ModelContext(container).currentHistoryTokens().values.first
        return .wrote(records.count, seconds: seconds)
    }

    func insertLegs(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let (seconds, _) = try BenchMeasurement.time {
            let first = ModelContext(container)
            first.author = BenchPlan.importer
            for airline in plan.airlines { first.insert(BenchAirline(airline)) }
            try first.save()
            try forEachBatch(plan.legs, plan.sizes.batch) { batch in
                let context = ModelContext(container)
                context.author = BenchPlan.importer
                let airlines = try context.fetch(FetchDescriptor<BenchAirline>())
                let byCode = Dictionary(airlines.map { ($0.code, $0) }) { first, _ in first }
                for leg in batch { context.insert(BenchLeg(leg, airline: byCode[leg.airline])) }
                try context.save()
            }
        }
        return .wrote(plan.airlines.count + plan.legs.count, seconds: seconds)
    }

    func update(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let edits = inputs.plan.edits.map { (inputs.identifiers[$0.index], $0.delayMinutes) }
        let (seconds, _) = try BenchMeasurement.time {
            let context = ModelContext(container)
            context.author = BenchPlan.editor
            try forEachBatch(edits, inputs.plan.sizes.changeBatch) { batch in
                // The context keeps no model alive that has no unsaved changes.
                for (identifier, delay) in batch {
                    try flight(identifier, context).delayMinutes = delay
                }
                try context.save()
            }
        }
        return .wrote(edits.count, seconds: seconds)
    }

    func delete(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        let doomed = inputs.plan.deletions.map { inputs.identifiers[$0] }
        let (seconds, _) = try BenchMeasurement.time {
            let context = ModelContext(container)
            context.author = BenchPlan.importer
            try forEachBatch(doomed, inputs.plan.sizes.changeBatch) { batch in
                for identifier in batch { context.delete(try flight(identifier, context)) }
                try context.save()
            }
        }
        return .wrote(doomed.count, seconds: seconds)
    }

    func bulkDelete(_ plan: BenchPlan, _ container: ModelContainer) throws -> BenchMeasurement {
        let near = plan.near
        let predicate = #Predicate<BenchFlight> { $0.distance <= near }
        let doomed = try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
        let (seconds, _) = try BenchMeasurement.time {
            let context = ModelContext(container)
            context.author = BenchPlan.importer
            try context.delete(model: BenchFlight.self, where: predicate)
            try context.save()
        }
        return .wrote(doomed, seconds: seconds)
    }

    private func forEachBatch<Element>(
        _ elements: [Element], _ size: Int, _ body: (ArraySlice<Element>) throws -> Void
    ) rethrows {
        var rest = elements[...]
        while !rest.isEmpty {
            try body(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
    }
}

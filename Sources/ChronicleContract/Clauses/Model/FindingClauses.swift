import Foundation

extension RandomWorkClauses {
    /// What random runs have found, each made small.
    static let findings: [ContractClause] = [
        ContractClause("MOD-004", "An edited composite is saved whole, whatever else the same save makes of its row.") {
            probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("name")
            plot.spot = Spot(row: 3, depth: 1)
            try context.add(plot)
            plot.spot = Spot(row: 2, depth: 1)
            // Becomes an update of the same row, which takes the composite away before the edit is written.
            context.insert(Plot("name"))
            try context.save()
            let stored = try ModelContext(context.container).all(Plot.self)
            probe.expectEqual(stored.map(\.spot), [Spot(row: 2, depth: 1)], "the composites in the store")
        },
        ContractClause(
            "MOD-005", "What a condition marks for deletion is gone from its context's relationships before the save."
        ) { probe in
            let writer = try probe.context(Plot.self)
            let (plot, tag) = (Plot("plot"), Tag("tag"))
            plot.tags = [tag]
            try writer.add(plot, tag, Plant("one", plot: plot), Plant("two", plot: plot))
            let context = ModelContext(writer.container)
            let label = "one"
            try context.delete(model: Plant.self, where: #Predicate { $0.label == label })
            try context.delete(model: Tag.self)
            let read = try context.all(Plot.self)
            probe.expectEqual(read.first?.plants.map(\.label), ["two"], "the plants that are left before the save")
            probe.expectEqual(read.first?.tags.map(\.word), [], "the tags that are left before the save")
            try context.save()
            probe.expectEqual(read.first?.plants.map(\.label), ["two"], "the plants that are left after the save")
            probe.expectEqual(read.first?.tags.map(\.word), [], "the tags that are left after the save")
        },
    ]
}

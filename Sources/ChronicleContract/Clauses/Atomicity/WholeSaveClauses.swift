import Foundation
import Synchronization

extension ContractChapter {
    /// A save that goes through does so as a whole.
    static let wholeSaveClauses: [ContractClause] = [
        ContractClause(
            "ATO-001", "A save commits its inserts, updates, deletes, bulk deletes and links together."
        ) { probe in
            let context = try probe.context(Plot.self)
            let (kept, gone) = (Plot("kept", area: 1), Plot("gone"))
            try context.add(kept, gone, Plot("cleared 1", area: 7), Plot("cleared 2", area: 7), Tag("old"))
            kept.area = 2
            context.delete(gone)
            try context.delete(model: Plot.self, where: #Predicate { $0.area == 7 })
            let new = Plot("new")
            context.insert(new)
            new.plants = [Plant("leek")]
            kept.tags = try context.all(Tag.self)
            try context.save()
            let check = ModelContext(context.container)
            let plots = try check.all(Plot.self)
            probe.expectEqual(plots.map(\.name), ["kept", "new"], "the plots after the save")
            probe.expectEqual(plots.map(\.area), [2, 0], "their areas")
            probe.expectEqual(plots.map { $0.plants.map(\.label) }, [[], ["leek"]], "their plants")
            probe.expectEqual(plots.map { $0.tags.map(\.word) }, [["old"], []], "their tags")
        },
        ContractClause("ATO-002", "A fetch that runs beside saves never sees half of one.") { probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            try setup.add(Plot("from", area: 500), Plot("to", area: 500))
            let isDone = Mutex(false)
            probe.inParallel(2) { thread in
                let context = ModelContext(container)
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    let plots = try context.all(Plot.self)
                    for round in 1...40 {
                        plots[0].area -= round
                        plots[1].area += round
                        for part in 0..<3 { context.insert(Plant("\(round).\(part)")) }
                        try context.save()
                    }
                    return
                }
                let store = try container.store(probe)
                let plots = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
                let plants = try probe.require(store.schema.entitiesByName["Plant"], "the entity of plants")
                let area = try probe.require(plots.columnIndex(named: "area"), "the column of areas")
                while !isDone.withLock({ $0 }) {
                    var areas: [Int64] = []
                    try store.fetch(FetchRequest(entity: plots.index)) { row in
                        if case .integer(let number)? = row.cells[area].stored(as: .integer) { areas.append(number) }
                    }
                    let count = try store.count(FetchRequest(entity: plants.index))
                    if areas.count == 2, areas.reduce(0, +) == 1000, count % 3 == 0 { continue }
                    throw probe.fail(
                        "a fetch beside saves that keep the sum at 1000 and add 3 plants each saw areas \(areas) and \(count) plants"
                    )
                }
            }
        },
        ContractClause(
            "ATO-003", "All changes of one save become visible to other contexts when it returns, and none before."
        ) { probe in
            let container = try probe.open(Plot.self)
            let (writer, reader) = (ModelContext(container), ModelContext(container))
            let plot = Plot("a")
            writer.insert(plot)
            writer.insert(Plant("p", plot: plot))
            plot.tags = [Tag("t")]
            probe.expectEqual(try reader.fetchCount(FetchDescriptor<Plot>()), 0, "the plots seen before the save")
            try writer.save()
            probe.expectEqual(try reader.fetchCount(FetchDescriptor<Plot>()), 1, "the plots seen after the save")
            probe.expectEqual(try reader.fetchCount(FetchDescriptor<Plant>()), 1, "the plants seen after the save")
            probe.expectEqual(try reader.fetchCount(FetchDescriptor<Tag>()), 1, "the tags seen after the save")
        },
    ]
}

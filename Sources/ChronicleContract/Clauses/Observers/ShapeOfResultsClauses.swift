import ChronicleObservers
import Foundation

extension ContractChapter {
    /// Order, sections, windows and relationships.
    static let shapeOfResultsClauses: [ContractClause] = [
        ContractClause(
            "OBS-014", "A row whose section changes moves to it, and a section that is empty goes.",
            cases: ["H07", "H08"]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = [Plot("a", note: "Oak"), Plot("b", note: "Yew"), Plot("c")]
            for plot in plots { other.insert(plot) }
            try other.save()
            let observer = try ResultsObserver<Plot, String?>(
                sortBy: [SortDescriptor(\.name)], sectionBy: \.note, modelContext: ModelContext(container))
            func expect(_ titles: [String?], _ names: [[String]], _ what: String) throws {
                let sections = try probe.require(observer.sections, "the sections")
                probe.expectEqual(sections.sectionTitles, titles, "the titles of the sections \(what)")
                probe.expectEqual(sections.map { $0.map(\.name) }, names, "the rows of the sections \(what)")
            }
            try expect([nil, "Oak", "Yew"], [["c"], ["a"], ["b"]], "at first")
            plots[0].note = "Yew"
            try other.save()
            try expect([nil, "Yew"], [["c"], ["a", "b"]], "after a row's change of section")
            plots[2].note = ""
            try other.save()
            try expect(["", "Yew"], [["c"], ["a", "b"]], "after a row got a section")
            plots[0].note = "Oak"
            try other.save()
            try expect(["", "Oak", "Yew"], [["c"], ["a"], ["b"]], "after the way back")
        },
        ContractClause("OBS-015", "Results in several orders keep the order of a fetch as values change and go.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = [Plot("a", area: 1, note: "x"), Plot("b", area: 1), Plot("c", area: 2, note: "y")]
            for plot in plots { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(
                ModelContext(container), by: SortDescriptor(\.note, order: .reverse), SortDescriptor(\.area))
            try await watched.expect(["c", "a", "b"], "of the first fetch")
            plots[2].note = nil
            try other.save()
            try await watched.expect(["a", "b", "c"], "after a value has gone")
            plots[1].area = 3
            try other.save()
            try await watched.expect(["a", "c", "b"], "after the second order's value has changed")
        },
        ContractClause("OBS-016", "Results with a limit are filled up when rows leave them.") { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = (0..<60).map { Plot("\(10 + $0)", area: $0 % 2) }
            for plot in plots.reversed() { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(
                ModelContext(container), #Predicate { $0.area == 0 }, by: SortDescriptor(\.name), limit: 3)
            try await watched.expect(["10", "12", "14"], "of the first fetch")
            for step in 0..<25 {
                other.delete(plots[step * 2])
                try other.save()
                let names = (1...3).map { "\(10 + (step + $0) * 2)" }
                if await !watched.wait(names) { break }
            }
            try await watched.expect(["60", "62", "64"], "after 25 of 30 rows have left")
            try other.add(Plot("00"))
            try await watched.expect(["00", "60", "62"], "after a row came before all")
        },
        ContractClause("OBS-017", "Results with an offset follow rows that come and go before it.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = ["b", "d", "f", "h"].map { Plot($0) }
            for plot in plots { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(ModelContext(container), by: SortDescriptor(\.name), limit: 2, offset: 1)
            try await watched.expect(["d", "f"], "of the first fetch")
            try other.add(Plot("a"))
            try await watched.expect(["b", "d"], "after a row came before the offset")
            other.delete(plots[0])
            try other.save()
            try await watched.expect(["d", "f"], "after a row left")
        },
        ContractClause("OBS-018", "A condition on a related row is followed when that row changes.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = [Plot("a", area: 1), Plot("b", area: 2)]
            for (plot, label) in zip(plots, ["leek", "mint"]) { other.insert(Plant(label, plot: plot)) }
            try other.save()
            let observer = try ResultsObserver<Plant, Never>(
                filterBy: #Predicate { ($0.plot?.area ?? 0) > 1 }, sortBy: [SortDescriptor(\.label)],
                modelContext: ModelContext(container))
            let watched = Watched(probe, observer) { $0.label }
            try await watched.expect(["mint"], "of the first fetch")
            plots[0].area = 5
            try other.save()
            try await watched.expect(["leek", "mint"], "after the related row has changed")
            other.delete(plots[1])
            try other.save()
            try await watched.expect(["leek"], "after the related row was deleted")
        },
        ContractClause("OBS-019", "An order by a related row is followed when that row changes.") { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = [Plot("a", area: 1), Plot("b", area: 2)]
            for (plot, label) in zip(plots, ["leek", "mint"]) { other.insert(Plant(label, plot: plot)) }
            try other.save()
            let observer = try ResultsObserver<Plant, Never>(
                sortBy: [SortDescriptor(\.plot?.area)], modelContext: ModelContext(container))
            let watched = Watched(probe, observer) { $0.label }
            try await watched.expect(["leek", "mint"], "of the first fetch")
            plots[0].area = 5
            try other.save()
            try await watched.expect(["mint", "leek"], "after the related row has changed")
        },
        ContractClause("OBS-020", "A sum over a to-many relationship follows members that come, change and go.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plot = Plot("a")
            try other.add(plot)
            let observer = try ResultsObserver<Plot, Never>(modelContext: ModelContext(container))
            let sums = Sightings<Double>()
            let token = withContinuousObservation(options: [.didSet]) { _ in
                sums.add(observer.results.reduce(0) { $0 + $1.plants.reduce(0) { $0 + $1.height } })
            }
            func expect(_ sum: Double, _ what: String) async {
                if await !sums.wait(until: { $0.last == sum }) {
                    probe.expectEqual(sums.last ?? -1, sum, "the sum \(what), as last told")
                }
            }
            await expect(0, "at first")
            let plant = Plant("leek", plot: plot)
            plant.height = 2
            try other.add(plant)
            await expect(2, "after a member came")
            plant.height = 5
            try other.save()
            await expect(5, "after a member has changed")
            let second = Plant("mint", plot: plot)
            second.height = 1
            try other.add(second)
            await expect(6, "after a second member came")
            plant.plot = nil
            try other.save()
            await expect(1, "after a member has left")
            other.delete(second)
            try other.save()
            await expect(0, "after a member was deleted")
            token.cancel()
        },
        ContractClause("OBS-021", "Words that a many-to-many relationship gains and loses elsewhere are followed.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let (plot, word) = (Plot("a"), Tag("wet"))
            try other.add(plot, word)
            let observer = try ResultsObserver<Plot, Never>(modelContext: ModelContext(container))
            let watched = Watched(probe, observer) { plot in
                plot.name + plot.tags.map { " " + $0.word }.sorted().joined()
            }
            try await watched.expect(["a"], "of the first fetch")
            plot.tags = [word]
            try other.save()
            try await watched.expect(["a wet"], "after a link was made")
            plot.tags = []
            try other.save()
            try await watched.expect(["a"], "after a link was taken away")
        },
    ]
}

import Foundation

extension ShapingClauses {
    /// Fetches of related rows along.
    static let prefetches: [ContractClause] = [
        ContractClause("SHP-006", "A to-one relationship that was fetched along is read without asking the store.") {
            probe in
            let garden = try PrefetchGarden(probe)
            var descriptor = FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.label)])
            descriptor.relationshipKeyPathsForPrefetching = [\.plot]
            try garden.check(descriptor, fetches: 2) { plants in
                plants.map { "\($0.label) \($0.plot?.name ?? "-")" }
            }
        },
        ContractClause("SHP-007", "A to-many relationship that was fetched along is read without asking the store.") {
            probe in
            let garden = try PrefetchGarden(probe)
            var descriptor = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.name)])
            descriptor.relationshipKeyPathsForPrefetching = [\.plants]
            try garden.check(descriptor, fetches: 2) { plots in
                plots.map { plot in "\(plot.name) \(plot.plants.map { "\($0.label) \($0.plot === plot)" })" }
            }
        },
        ContractClause(
            "SHP-008", "A relationship of many to many that was fetched along is read from both ends without asking."
        ) { probe in
            let garden = try PrefetchGarden(probe)
            var plots = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.name)])
            plots.relationshipKeyPathsForPrefetching = [\.tags]
            try garden.check(plots, fetches: 3) { plots in plots.map { "\($0.name) \($0.tags.map(\.word).sorted())" } }
            var tags = FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word)])
            tags.relationshipKeyPathsForPrefetching = [\.plots]
            try garden.check(tags, fetches: 3) { tags in tags.map { "\($0.word) \($0.plots.map(\.name).sorted())" } }
        },
        ContractClause("SHP-009", "A path over several relationships is fetched along by one fetch a step.") { probe in
            let garden = try PrefetchGarden(probe)
            var descriptor = FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.label)])
            descriptor.relationshipKeyPathsForPrefetching = [\.plot?.plants]
            try garden.check(descriptor, fetches: 3) { plants in
                plants.map { "\($0.label) \($0.plot?.plants.map(\.label) ?? [])" }
            }
        },
        ContractClause("SHP-010", "Unsaved changes take part in what was fetched along, and later ones as well.") {
            probe in
            let garden = try PrefetchGarden(probe)
            let context = ModelContext(garden.container)
            let plants = try context.all(Plant.self, by: SortDescriptor(\.label))
            let plots = try context.all(Plot.self, by: SortDescriptor(\.name))
            plants[0].plot = plots[3]
            context.delete(plants[1])
            context.insert(Plant("new", plot: plots[2]))
            var descriptor = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.name)])
            descriptor.relationshipKeyPathsForPrefetching = [\.plants]
            func summary(_ plots: [Plot]) -> [[String]] { plots.map { $0.plants.map(\.label).sorted() } }
            let fetched = try context.fetch(descriptor)
            probe.expectEqual(
                summary(fetched),
                [[], ["plant 3", "plant 6"], ["new", "plant 4"], ["plant 0", "plant 2", "plant 5", "plant 8"]],
                "the related rows with unsaved changes")
            plants[7].plot = plots[0]
            plants[2].plot = nil
            let later = [["plant 7"], ["plant 3", "plant 6"], ["new", "plant 4"], ["plant 0", "plant 5", "plant 8"]]
            probe.expectEqual(summary(fetched), later, "the related rows with later changes")
            try context.save()
            probe.expectEqual(summary(fetched), later, "the related rows after the save")
            let reader = ModelContext(garden.container)
            let stored = try withExtendedLifetime(reader) { summary(try reader.fetch(descriptor)) }
            probe.expectEqual(stored, later, "the related rows as stored")
        },
    ]
}

/// Plots with plants and tags in a store whose fetches are counted: the first plot has no plant, and the last no tag.
private struct PrefetchGarden {
    let probe: ContractProbe
    let container: ModelContainer
    let faults = FaultInjection()

    init(_ probe: ContractProbe) throws {
        self.probe = probe
        container = try probe.open(Plot.self, Plant.self, Tag.self, counting: faults)
        let context = ModelContext(container)
        let plots = (0..<4).map { Plot("plot \($0)") }
        let tags = (0..<3).map { Tag("tag \($0)") }
        for number in 0..<10 {
            // Plants 7 and 9 have no plot.
            let plot = number == 7 || number == 9 ? nil : plots[1 + number % 3]
            context.insert(Plant("plant \(number)", plot: plot))
        }
        for (number, plot) in plots.enumerated() {
            context.insert(plot)
            plot.tags = Array(tags.prefix(3 - number))
        }
        try context.save()
    }

    /// Records a violation unless a fetch asks the store so many times, and reading what it brought gives the right answer
    /// without another.
    func check<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, fetches: Int, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, summary: ([T]) -> [String]
    ) throws {
        var plain = descriptor
        plain.relationshipKeyPathsForPrefetching = []
        let reader = ModelContext(container)
        let right = try withExtendedLifetime(reader) { summary(try reader.fetch(plain)) }
        var seen: [String] = []
        let counts = try faults.counts(of: .fetch, expected: [fetches, 0]) { mark in
            let context = ModelContext(container)
            mark()
            let models = try context.fetch(descriptor)
            mark()
            seen = withExtendedLifetime(context) { summary(models) }
            mark()
        }
        func expect<V: Equatable>(_ seen: V, _ expected: V, _ what: String) {
            probe.expectEqual(seen, expected, what, fileID: fileID, filePath: filePath, line: line, column: column)
        }
        expect(seen, right, "what was fetched along")
        expect(counts, [fetches, 0], "the fetches that bring related rows along, and those that reading them asks for")
    }
}

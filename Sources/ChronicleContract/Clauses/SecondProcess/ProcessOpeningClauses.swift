import Foundation

extension ContractChapter {
    /// Two processes that open, close and change the shape of one store.
    static let processOpeningClauses: [ContractClause] = [
        ContractClause(
            "MPR-015",
            "Of two openings in a process one can be closed while another process writes; the other is not harmed.",
            requires: [.persistence, .multipleOpenings, .multipleProcesses], cases: ["H26"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                let plots = try context.all(Plot.self)
                try context.add(Tag("begun"))
                for round in 1...25 {
                    for plot in plots { plot.area = round }
                    for part in 0..<40 { context.insert(Plant("\(round).\(part)")) }
                    try context.save()
                }
                try context.add(Tag("done"))
            },
            { probe in
                let (first, second) = (try probe.open(Plot.self), try probe.open(Plot.self))
                let context = ModelContext(first)
                for number in 0..<40 { context.insert(Plot("\(number)")) }
                try context.save()
                probe.expectEqual(
                    try ModelContext(second).fetchCount(FetchDescriptor<Plot>()), 40, "the plots in the second opening")
                async let peer: Void = probe.runPeer()
                try probe.awaitTag("begun", first)
                try second.close()
                var isDone = false
                let end = ContinuousClock.now + .seconds(20)
                while !isDone, ContinuousClock.now < end {
                    isDone =
                        try context.fetchCount(FetchDescriptor<Tag>(predicate: #Predicate { $0.word == "done" })) == 1
                    let areas = Set(try ModelContext(first).all(Plot.self).map(\.area))
                    if areas.count == 1 { continue }
                    probe.expect(false, "one fetch saw the areas \(areas.sorted()), of which each save set only one")
                    break
                }
                try await peer
                try context.add(Plot("after"))
                try first.close()
                let check = try probe.context(Plot.self)
                probe.expectEqual(try check.fetchCount(FetchDescriptor<Plot>()), 41, "the plots after opening again")
                probe.expectEqual(
                    try check.fetchCount(FetchDescriptor<Plant>()), 1_000, "the plants after opening again")
                try probe.expectIndexesFit(try check.container.store(probe), "after opening again", limit: 100)
            }),
        ContractClause(
            "MPR-016", "A process that opened for reading only sees what another saves, and saves nothing itself.",
            requires: [.persistence, .multipleProcesses, .readOnlyOpening],
            peer: { probe, _ in
                let container = try probe.open(Plot.self, allowsSave: false)
                let context = ModelContext(container)
                probe.expectEqual(try context.all(Plot.self).map(\.name), ["a"], "the plots that the reader sees")
                try context.all(Plot.self).first?.area = 7
                context.insert(Plot("reader"))
                probe.expectStoreError(.readOnly, from: "a save of the reader") { try context.save() }
            },
            { probe in
                let context = try probe.context(Plot.self)
                try context.add(Plot("a"))
                let before = try StoreImage(try context.container.store(probe))
                try await probe.runPeer()
                for difference in try StoreImage(try context.container.store(probe)).differences(from: before) {
                    probe.expect(false, "\(difference) after another process opened for reading only")
                }
                try context.add(Plot("b"))
                probe.expectEqual(try context.fetchCount(FetchDescriptor<Plot>()), 2, "the plots after one more save")
            }),
        ContractClause(
            "MPR-017",
            "When another process opens the store for a schema that has grown, a process with the old one goes on or gets `schemaMismatch`; no row is lost.",
            requires: [.persistence, .multipleProcesses, .schemaGrowth],
            peer: { probe, _ in
                let context = try probe.context(GrownSeedling.self)
                probe.expectEqual(
                    try context.all(GrownSeedling.self).map(\.height), [nil],
                    "the new attribute of the old process's row")
                try context.add(GrownSeedling("new", height: 3))
                try context.add(GrownSeedling("old", height: 4))
            },
            { probe in
                let container = try probe.open(YoungSeedling.self)
                let context = ModelContext(container)
                try context.add(YoungSeedling("old"))
                try await probe.runPeer()
                var expected: [String: Int?] = ["old": 4, "new": 3]
                do {
                    let seen = try context.all(YoungSeedling.self, by: SortDescriptor(\.name))
                    probe.expectEqual(seen.map(\.name), ["new", "old"], "the rows that the old process sees")
                    seen.first?.name = "renamed"
                    try context.add(YoungSeedling("later"))
                    expected = ["old": 4, "renamed": 3, "later": nil]
                } catch let error as StoreError where error.code == .schemaMismatch {
                    // It has to open the store again, and has changed nothing.
                }
                try container.close()
                let grown = try probe.context(GrownSeedling.self)
                let rows = try grown.all(GrownSeedling.self)
                probe.expectEqual(
                    Dictionary(rows.map { ($0.name, $0.height) }, uniquingKeysWith: { first, _ in first }), expected,
                    "the heights by name in the end")
                probe.expectEqual(rows.count, expected.count, "the rows in the end")
                probe.expectEqual(
                    try grown.all(GrownSeedling.self, #Predicate { $0.height == 3 }).count, 1,
                    "the rows that the new index finds")
            }),
    ]
}

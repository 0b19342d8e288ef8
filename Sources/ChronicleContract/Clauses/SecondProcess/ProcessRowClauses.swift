import Foundation

extension ContractChapter {
    /// Rows, keys and identifiers of two processes.
    static let processRowClauses: [ContractClause] = [
        ContractClause(
            "MPR-001", "A fetch sees what another process has saved before it began.",
            requires: [.persistence, .multipleProcesses], cases: ["H09"],
            peer: { probe, name in try probe.context(Plot.self).add(Plot(name)) },
            { probe in
                let context = try probe.context(Plot.self)
                try await probe.runPeer("from outside")
                probe.expectEqual(try context.all(Plot.self).map(\.name), ["from outside"], "the names in the store")
                probe.expectEqual(
                    try context.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.name == "from outside" })),
                    1,
                    "the plots found by the name that another process saved")
            }),
        ContractClause(
            "MPR-002", "Another process sees rows, relationships and deletions that this one, still open, has saved.",
            requires: [.persistence, .multipleProcesses],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                let plots = try context.all(Plot.self)
                probe.expectEqual(plots.map(\.name), ["a", "c"], "the names that the other process sees")
                probe.expectEqual(plots.map(\.area), [2, 3], "the areas that the other process sees")
                probe.expectEqual(plots.first?.plants.map(\.label), ["leek"], "the plants that the other process sees")
                probe.expectEqual(plots.first?.tags.map(\.word), ["t"], "the tags that the other process sees")
                probe.expectEqual(
                    try context.all(Plot.self, #Predicate { $0.area == 1 }).count, 0,
                    "the plots that the other process finds by a value that was replaced")
            },
            { probe in
                let context = try probe.context(Plot.self)
                let plots = [Plot("a", area: 1), Plot("b"), Plot("c", area: 3)]
                for plot in plots { context.insert(plot) }
                plots[0].plants = [Plant("leek")]
                plots[0].tags = [Tag("t")]
                try context.save()
                plots[0].area = 2
                context.delete(plots[1])
                try context.save()
                try await probe.runPeer()
            }),
        ContractClause(
            "MPR-003", "Keys that two processes are given at once are all different, over all models.",
            requires: [.persistence, .multipleProcesses], cases: ["H21"],
            peer: { probe, _ in
                for round in 0..<4 {
                    let container = try probe.open(Plot.self)
                    let context = ModelContext(container)
                    for number in 0..<50 { context.insert(Plant("\(round).\(number)")) }
                    try context.save()
                    _ = try container.store(probe).allocateKeys(1_000)
                    try container.close()
                }
            },
            { probe in
                let context = try probe.context(Plot.self)
                async let peer: Void = probe.runPeer()
                for round in 0..<4 {
                    for number in 0..<50 { context.insert(Plot("\(round).\(number)")) }
                    try context.save()
                    _ = try context.container.store(probe).allocateKeys(1_000)
                }
                try await peer
                let mine = Set(try context.all(Plot.self).map(\.persistentModelID.primaryKey))
                let theirs = Set(try context.all(Plant.self).map(\.persistentModelID.primaryKey))
                probe.expectEqual(mine.count, 200, "the different keys of this process's rows")
                probe.expectEqual(theirs.count, 200, "the different keys of the other process's rows")
                probe.expectEqual(mine.intersection(theirs).sorted(), [], "the keys that both processes were given")
            }),
        ContractClause(
            "MPR-004", "An identifier means the same row in another process, and so does the store's own identifier.",
            requires: [.persistence, .multipleProcesses],
            peer: { probe, argument in
                let context = try probe.context(Plot.self)
                let identifier = try probe.value(PersistentIdentifier.self, from: argument)
                probe.expectEqual(
                    identifier.storeIdentifier, try context.container.store(probe).identifier,
                    "the store's identifier in the other process")
                let plot = try context.model(for: identifier, as: Plot.self)
                probe.expectEqual(plot?.name, "b", "the plot that the identifier leads to in the other process")
                plot?.note = "found"
                try context.save()
            },
            { probe in
                let context = try probe.context(Plot.self)
                let plots = [Plot("a"), Plot("b"), Plot("c")]
                for plot in plots { context.insert(plot) }
                try context.save()
                try await probe.runPeer(try probe.argument(plots[1].persistentModelID))
                probe.expectEqual(
                    try ModelContext(context.container).all(Plot.self).map(\.note), [nil, "found", nil],
                    "the notes after the other process edited the row that the identifier leads to")
            }),
        ContractClause(
            "MPR-005", "What another process saves reaches held models, and leaves their unsaved edits alone.",
            requires: [.persistence, .multipleProcesses, .history], cases: ["H09"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                let plots = try context.all(Plot.self)
                plots[1].area = 35
                plots[1].note = "theirs"
                context.delete(plots[0])
                context.insert(Plot("bed 5"))
                context.insert(Plant("leek", plot: plots[1]))
                try context.save()
            },
            { probe in
                let context = try probe.context(Plot.self)
                try context.add(Plot("bed 1"), Plot("bed 4", area: 20))
                let held = try context.all(Plot.self)
                held[1].note = "mine"
                try await probe.runPeer()
                context.processPendingChanges()
                probe.expectEqual(held[1].area, 35, "the held model's area after another process saved it")
                probe.expectEqual(held[1].note, "mine", "the held model's unsaved note")
                probe.expect(held[0].isDeleted, "a held model that another process deleted does not read as deleted")
                probe.expectEqual(held[1].plants.map(\.label), ["leek"], "the held model's plants")
                probe.expectEqual(
                    try context.all(Plot.self, by: SortDescriptor(\.name)).map(\.name), ["bed 4", "bed 5"],
                    "the names in the store")
                try context.save()
                probe.expectEqual(
                    try ModelContext(context.container).all(Plot.self, by: SortDescriptor(\.name)).map(\.note),
                    ["mine", nil],
                    "the notes after the save")
            }),
        ContractClause(
            "MPR-006", "A fetch beside saves of another process sees whole saves only.",
            requires: [.persistence, .multipleProcesses],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                let plots = try context.all(Plot.self)
                for round in 1...30 {
                    for plot in plots { plot.area = round }
                    for part in 0..<3 { context.insert(Plant("\(round).\(part)")) }
                    try context.save()
                }
                try context.add(Tag("done"))
            },
            { probe in
                let container = try probe.open(Plot.self)
                let setup = ModelContext(container)
                for number in 0..<10 { setup.insert(Plot("\(number)")) }
                try setup.save()
                async let peer: Void = probe.runPeer()
                var isDone = false
                let end = ContinuousClock.now + .seconds(20)
                while !isDone, ContinuousClock.now < end {
                    isDone = try setup.fetchCount(FetchDescriptor<Tag>()) == 1
                    let areas = Set(try ModelContext(container).all(Plot.self).map(\.area))
                    let plants = try setup.fetchCount(FetchDescriptor<Plant>())
                    if areas.count == 1, plants % 3 == 0 { continue }
                    probe.expect(
                        false, "a fetch saw areas \(areas.sorted()) and \(plants) plants of saves that set one area")
                    break
                }
                try await peer
                probe.expectEqual(
                    try ModelContext(container).fetchCount(FetchDescriptor<Plant>()), 90, "the plants at the end")
            }),
    ]
}

import Foundation

extension ContractChapter {
    /// Processes that end at a known moment.
    static let killClauses: [ContractClause] = [
        ContractClause(
            "DUR-001", "What a save has returned for survives the kill of its process, which never closed the store.",
            requires: [.persistence],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                for number in 0..<5 {
                    let plot = Plot("\(number)", area: number)
                    context.insert(plot)
                    plot.plants = [Plant("p\(number)")]
                    try context.save()
                }
                try context.all(Plot.self).first?.note = "edited"
                context.delete(try probe.require(try context.all(Plot.self).last, "the last plot"))
                try context.save()
                probe.killThisProcess()
            },
            { probe in
                try await probe.runPeer(ending: .killed)
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                let plots = try context.all(Plot.self)
                probe.expectEqual(plots.map(\.name), ["0", "1", "2", "3"], "the plots after the kill")
                probe.expectEqual(plots.map(\.note), ["edited", nil, nil, nil], "their notes after the kill")
                probe.expectEqual(plots.map { $0.plants.count }, [1, 1, 1, 1], "their plants after the kill")
                try probe.expectIndexesFit(try container.store(probe), "after the kill")
            }),
        ContractClause(
            "DUR-002",
            "What was not saved when its process was killed is not there, and its keys are given to no other row.",
            requires: [.persistence], cases: ["H21"],
            peer: { probe, argument in
                let task: ContractProbe.KillTask = try probe.value(from: argument)
                let context = try probe.context(Plot.self)
                try context.add(Plot("saved"))
                let lost = (0..<20).map { Plot("lost \($0)") }
                for plot in lost { context.insert(plot) }
                let keys = lost.map { "key \($0.persistentModelID.primaryKey)\n" }.joined()
                try Data(keys.utf8).write(to: task.log)
                probe.killThisProcess()
            },
            { probe in
                let log = FileManager.default.temporaryDirectory.appending(path: "chronicle-kill-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: log) }
                let task = ContractProbe.KillTask(log: log, round: 0, seed: probe.seed, saves: 0)
                try await probe.runPeer(try probe.argument(task), ending: .killed)
                let context = try probe.context(Plot.self)
                probe.expectEqual(try context.all(Plot.self).map(\.name), ["saved"], "the plots after the kill")
                let given = try ContractProbe.KillLog(log).keys
                probe.expectEqual(given.count, 20, "the keys that the killed process was given for unsaved plots")
                for number in 0..<50 { context.insert(Plot("\(number)")) }
                try context.save()
                let keys = Set(try context.all(Plot.self).map(\.persistentModelID.primaryKey))
                probe.expectEqual(keys.intersection(given).sorted(), [], "the keys that were given again")
            }),
        ContractClause(
            "DUR-003", "A process goes on reading and saving at once when another that used the store is killed.",
            requires: [.persistence, .multipleProcesses],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                try context.add(Plot("theirs"))
                let store = try context.container.store(probe)
                let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
                // Killed within a fetch, the process leaves a reader behind.
                try store.fetch(FetchRequest(entity: entity.index)) { _ in probe.killThisProcess() }
            },
            { probe in
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                let own = Plot("mine")
                try context.add(own)
                for round in 1...2 {
                    try await probe.runPeer(ending: .killed)
                    let start = ContinuousClock.now
                    for number in 0..<10 {
                        own.area = round * 100 + number
                        try context.save()
                    }
                    probe.expect(
                        ContinuousClock.now - start < .seconds(5), "ten saves after the kill took longer than 5 seconds"
                    )
                }
                let check = ModelContext(container)
                probe.expectEqual(try check.all(Plot.self).map(\.area).max(), 209, "the area that was saved last")
                probe.expectEqual(
                    try check.all(Plot.self).map(\.name).sorted(), ["mine", "theirs"], "the plots after two kills")
            }),
        ContractClause(
            "DUR-004", "A process that is killed while it makes a store leaves none, or one that can be opened.",
            level: .stochastic, requires: [.persistence],
            peer: { probe, argument in
                let task: ContractProbe.KillTask = try probe.value(from: argument)
                probe.armKill(task)()
                for round in 0... { try probe.open(Plot.self, at: round == 0 ? nil : try probe.anotherPlace()).close() }
            },
            { probe in
                var random = SeededGenerator(seed: probe.seed)
                let log = probe.place.url("unused")
                let task = ContractProbe.KillTask(log: log, round: 0, seed: random.next(), saves: 1)
                try await probe.runPeer(try probe.argument(task), ending: .killed)
                for _ in 0..<2 {
                    let container = try probe.open(Plot.self)
                    let context = ModelContext(container)
                    try context.add(Plot("a"))
                    try context.add(Plot("a", area: 1))
                    probe.expectEqual(
                        try context.all(Plot.self).map(\.area), [1], "the areas after an insert and an upsert")
                    try context.delete(model: Plot.self)
                    try context.save()
                    try container.close()
                }
            }),
    ]
}

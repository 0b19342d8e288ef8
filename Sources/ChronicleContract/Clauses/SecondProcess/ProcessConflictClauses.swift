import Foundation

extension ContractChapter {
    /// Two processes that write the same rows.
    static let processConflictClauses: [ContractClause] = [
        ContractClause(
            "MPR-007",
            "A unique value holds against rows of another process: an insert there is an update of the row here.",
            requires: [.persistence, .multipleProcesses], cases: ["H20"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self, Badge.self)
                let twin = Plot("a", area: 2)
                context.insert(twin)
                twin.plants = [Plant("new")]
                try context.save()
                context.insert(Badge("a", 2))
                probe.expectStoreError(.uniqueViolation, from: "the other process's save of a doubly colliding badge") {
                    try context.save()
                }
            },
            { probe in
                let container = try probe.open(Plot.self, Badge.self)
                let context = ModelContext(container)
                let stored = Plot("a", area: 1)
                context.insert(stored)
                stored.plants = [Plant("old")]
                try context.add(Badge("a", 1), Badge("b", 2))
                let identifier = stored.persistentModelID
                try await probe.runPeer()
                let check = ModelContext(container)
                let plots = try check.all(Plot.self)
                probe.expectEqual(plots.map(\.persistentModelID), [identifier], "the identifiers after the upsert")
                probe.expectEqual(plots.map(\.area), [2], "the areas after the upsert")
                probe.expectEqual(
                    plots.first?.plants.map(\.label).sorted(), ["new", "old"], "the plants after the upsert")
                probe.expectEqual(
                    try check.all(Badge.self).map(\.code), ["a", "b"], "the badges after the refused save")
            }),
        ContractClause(
            "MPR-008", "Of two processes that change different attributes of a row both win.",
            requires: [.persistence, .multipleProcesses], cases: ["H22"],
            peer: { probe, _ in
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                let plot = try probe.require(try context.all(Plot.self).first, "the plot")
                plot.note = "theirs"
                plot.tags = [Tag("theirs")]
                try ModelContext(container).add(Tag("edited"))
                try probe.awaitTag("saved", container)
                try context.save()
            },
            { probe in
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                try context.add(Plot("kiln"))
                async let peer: Void = probe.runPeer()
                let plot = try probe.require(try context.all(Plot.self).first, "the plot")
                plot.target = 5
                plot.tags = [Tag("mine")]
                try probe.awaitTag("edited", container)
                try context.save()
                try ModelContext(container).add(Tag("saved"))
                try await peer
                let check = ModelContext(container)
                let now = try probe.require(try check.all(Plot.self).first, "the plot")
                probe.expectEqual(now.target, 5, "this process's target")
                probe.expectEqual(now.note, "theirs", "the other process's note")
                probe.expectEqual(now.tags.map(\.word).sorted(), ["mine", "theirs"], "the tags of both")
            }),
        ContractClause(
            "MPR-009", "An edit of a row that another process deleted is refused and does not bring it back.",
            requires: [.persistence, .multipleProcesses], cases: ["H21", "H22"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                try context.delete(model: Plot.self, where: #Predicate { $0.name == "pear" })
                try context.save()
                try context.add(Plot("plum"))
            },
            { probe in
                let context = try probe.context(Plot.self)
                try context.add(Plot("fig"), Plot("pear"))
                let held = try context.all(Plot.self)
                let identifier = held[1].persistentModelID
                held[1].note = "late"
                try await probe.runPeer()
                probe.expectStoreError(.deletedElsewhere, from: "the save of an edit of a deleted row") {
                    try context.save()
                }
                let check = ModelContext(context.container)
                probe.expectEqual(
                    try check.all(Plot.self, by: SortDescriptor(\.name)).map(\.name), ["fig", "plum"],
                    "the plots after the refused save")
                probe.expect(
                    try check.all(Plot.self).allSatisfy { $0.persistentModelID != identifier },
                    "the identifier of a deleted row was given again")
            }),
        ContractClause(
            "MPR-010",
            "Two processes that read and then write the same rows, 60 times each, lose no save of their own.",
            requires: [.persistence, .multipleProcesses], cases: ["H24"],
            peer: { probe, _ in try probe.count("own 2") },
            { probe in
                let context = try probe.context(Plot.self)
                try context.add(Plot("own 1"), Plot("own 2"), Plot("shared"))
                async let peer: Void = probe.runPeer()
                try probe.count("own 1")
                try await peer
                let plots = try ModelContext(context.container).all(Plot.self)
                probe.expectEqual(plots.map(\.name), ["own 1", "own 2", "shared"], "the plots")
                probe.expectEqual(
                    plots.prefix(2).map(\.area), [60, 60], "what each process counted on a row of its own")
                let shared = plots.last?.area ?? 0
                probe.expect(
                    (60...120).contains(shared),
                    "the shared row, which the last saver wins, counts \(shared), not 60 to 120")
            }),
        ContractClause(
            "MPR-011", "Delete rules reach rows of another process.", requires: [.persistence, .multipleProcesses],
            peer: { probe, _ in
                let context = try probe.context(House.self)
                let houses = try context.all(House.self)
                houses[0].rooms = [Room("late")]
                houses[0].guests = [Guest("late")]
                houses[0].visitors = [Visitor("late")]
                houses[1].debts = [Debt("late")]
                try context.save()
            },
            { probe in
                let context = try probe.context(House.self)
                let (one, two) = (House("one"), House("two"))
                try context.add(one, two)
                context.delete(one)
                try await probe.runPeer()
                try context.save()
                let check = ModelContext(context.container)
                probe.expectEqual(try check.fetchCount(FetchDescriptor<Room>()), 0, "the rooms of the deleted house")
                probe.expectEqual(try check.all(Guest.self).map { $0.house?.name }, [nil], "the house of its guest")
                probe.expectEqual(try check.fetchCount(FetchDescriptor<Visitor>()), 1, "its visitors")
                context.delete(two)
                probe.expectStoreError(.deleteDenied, from: "the deletion of a house that another process gave a debt")
                {
                    try context.save()
                }
            }),
    ]
}

extension ContractProbe {
    /// Sixty times raises a row of one's own and a shared one, reading both anew each time.
    fileprivate func count(_ name: String) throws {
        let context = try context(Plot.self)
        for _ in 0..<60 {
            let own = try require(try context.all(Plot.self, #Predicate { $0.name == name }).first, "the row \(name)")
            let shared = try require(
                try context.all(Plot.self, #Predicate { $0.name == "shared" }).first, "the shared row")
            own.area += 1
            shared.area += 1
            try context.save()
        }
    }
}

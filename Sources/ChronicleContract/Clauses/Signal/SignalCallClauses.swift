import Foundation

extension ContractChapter {
    /// After what an observer is called, and after what not.
    static let signalCallClauses: [ContractClause] = [
        ContractClause("WAK-001", "An observer is called after every commit that changes something, of whatever kind.")
        {
            probe in
            let context = try probe.context(Plot.self)
            let store = try context.container.store(probe)
            let bell = Bell()
            let observation = store.observeCommits { bell.ring() }
            defer { withExtendedLifetime(observation) {} }
            let plot = Plot("a")
            func expectCall(after what: String, _ work: () throws -> Void) throws {
                // What is left over from the commit before may be counted here, so that each commit must bring one more.
                _ = probe.quiet(bell)
                try work()
                try context.save()
                if !bell.wait() { throw probe.fail("no call came within 5 seconds after \(what)") }
            }
            try expectCall(after: "an insert") { context.insert(plot) }
            try expectCall(after: "an update") { plot.area = 1 }
            try expectCall(after: "an upsert") { context.insert(Plot("a", area: 2)) }
            try expectCall(after: "a new child") { context.insert(Plant("p", plot: plot)) }
            try expectCall(after: "a new link") { plot.tags = [Tag("t")] }
            try expectCall(after: "a link taken away") { plot.tags = [] }
            try expectCall(after: "a deletion") { context.delete(plot) }
            try expectCall(after: "a bulk deletion") { try context.delete(model: Tag.self) }
        },
        ContractClause("WAK-002", "When an observer is called, the commit is there to be read, by the observer itself.")
        {
            probe in
            let context = try probe.context(Plot.self)
            let store = try context.container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let (bell, seen) = (Bell(), Counts())
            let observation = store.observeCommits {
                do { seen.add(try store.count(FetchRequest(entity: entity.index))) } catch {
                    probe.expect(false, "a read by an observer threw \(ContractProbe.describe(error))")
                }
                bell.ring()
            }
            defer { withExtendedLifetime(observation) {} }
            for number in 1...5 {
                try context.add(Plot("\(number)"))
                if bell.wait(until: { (seen.last ?? 0) >= number }) { continue }
                throw probe.fail("no call within 5 seconds saw the \(number) committed rows, only \(seen.last ?? 0)")
            }
        },
        ContractClause("WAK-003", "A save that changes nothing calls no observer.", cases: ["H31"]) { probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a", area: 1)
            try context.add(plot)
            try probe.expectNoCalls(from: try context.container.store(probe), after: "saves that change nothing") {
                plot.area = 2
                plot.area = 1
                try context.save()
                try context.save()
                context.insert(Plot("a", area: 1))
                try context.save()
                try context.delete(model: Plot.self, where: #Predicate { $0.area == 5 })
                try context.save()
            }
        },
        ContractClause("WAK-004", "A save that fails calls no observer.") { probe in
            let context = try probe.context(Badge.self, House.self)
            let house = House("villa")
            house.debts = [Debt("roof")]
            try context.add(Badge("a", 1), Badge("b", 2), house)
            try probe.expectNoCalls(from: try context.container.store(probe), after: "saves that fail") {
                context.insert(Badge("c", 3))
                context.insert(Badge("a", 2))
                probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                    try context.save()
                }
                context.rollback()
                context.delete(house)
                probe.expectStoreError(.deleteDenied, from: "a denied deletion") { try context.save() }
                context.rollback()
            }
        },
        ContractClause("WAK-005", "A released observation ends its calls, and no other's.") { probe in
            let context = try probe.context(Plot.self)
            let store = try context.container.store(probe)
            let (released, kept) = (Bell(), Bell())
            var first: CommitObservation? = store.observeCommits { released.ring() }
            let second = store.observeCommits { kept.ring() }
            defer { withExtendedLifetime(second) {} }
            try context.add(Plot("a"))
            probe.expect(released.wait(), "the first observer was not called within 5 seconds")
            probe.expect(kept.wait(), "the second observer was not called within 5 seconds")
            withExtendedLifetime(first) {}
            first = nil
            // A call that was under way may still end.
            _ = probe.quiet(released)
            let before = released.count
            for number in 0..<3 {
                _ = probe.quiet(kept)
                try context.add(Plot("\(number)"))
                if !kept.wait() { throw probe.fail("the observer that was kept was not called within 5 seconds") }
            }
            probe.expectEqual(released.count - before, 0, "the calls of the observer that was released")
        },
        ContractClause("WAK-006", "Every observer of a store is called.") { probe in
            let context = try probe.context(Plot.self)
            let store = try context.container.store(probe)
            let bells = (0..<8).map { _ in Bell() }
            let observations = bells.map { bell in store.observeCommits { bell.ring() } }
            defer { withExtendedLifetime(observations) {} }
            try context.add(Plot("a"))
            for (number, bell) in bells.enumerated() {
                if !bell.wait() { throw probe.fail("observer \(number) of 8 was not called within 5 seconds") }
            }
        },
    ]
}

extension ContractProbe {
    /// Takes all rings there are until none comes for a moment.
    func quiet(_ bell: Bell) -> Int {
        var taken = 0
        while bell.wait(.milliseconds(5)) { taken += 1 }
        return taken
    }

    /// Expects work to cause no call. Calls may come late and twice, so that only calls each time count as such.
    func expectNoCalls(
        from store: any DataStore, after what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ work: () throws -> Void
    ) throws {
        let bell = Bell()
        let observation = store.observeCommits { bell.ring() }
        defer { withExtendedLifetime(observation) {} }
        for _ in 0..<3 {
            _ = quiet(bell)
            try work()
            if !bell.wait(.milliseconds(20)) { return }
        }
        record("an observer was called after \(what)", ContractSite("\(fileID)", "\(filePath)", line, column))
    }
}

import Foundation

extension ContractChapter {
    /// Whose commits an observer hears of.
    static let signalReachClauses: [ContractClause] = [
        ContractClause(
            "WAK-011", "An observer of one opening is called after commits of another.", requires: [.multipleOpenings],
            cases: ["H26"]
        ) { probe in
            let (first, second) = (try probe.context(Plot.self), try probe.context(Plot.self))
            for (observed, saving, name) in [(first, second, "the second"), (second, first, "the first")] {
                let store = try observed.container.store(probe)
                let bell = Bell()
                let observation = store.observeCommits { bell.ring() }
                defer { withExtendedLifetime(observation) {} }
                _ = probe.quiet(bell)
                try saving.add(Plot(name))
                probe.expect(bell.wait(), "no call came within 5 seconds after a save of \(name) opening")
            }
        },
        ContractClause(
            "WAK-012", "Observers of one opening go on being called when another is closed.",
            requires: [.multipleOpenings],
            cases: ["H26"]
        ) { probe in
            let (first, second) = (try probe.context(Plot.self), try probe.context(Plot.self))
            let bell = Bell()
            let observation = try first.container.store(probe).observeCommits { bell.ring() }
            let other = try second.container.store(probe).observeCommits {}
            defer { withExtendedLifetime(observation) {} }
            try second.add(Plot("a"))
            withExtendedLifetime(other) {}
            probe.expect(bell.wait(), "no call came within 5 seconds after a save of the second opening")
            try second.container.close()
            _ = probe.quiet(bell)
            try first.add(Plot("b"))
            probe.expect(
                bell.wait(), "no call came within 5 seconds after the second opening was closed and the first saved")
        },
        ContractClause(
            "WAK-013", "An observer is called after saves that come once the store was closed and opened again.",
            requires: [.persistence]
        ) { probe in
            let container = try probe.open(Plot.self)
            let old = try container.store(probe).observeCommits {}
            try ModelContext(container).add(Plot("a"))
            withExtendedLifetime(old) {}
            try container.close()
            let context = try probe.context(Plot.self)
            let bell = Bell()
            let observation = try context.container.store(probe).observeCommits { bell.ring() }
            defer { withExtendedLifetime(observation) {} }
            try context.add(Plot("b"))
            probe.expect(bell.wait(), "no call came within 5 seconds after a save of the opened store")
        },
        ContractClause(
            "WAK-014", "An observer is called after a commit of another process, and can read it then.",
            requires: [.persistence, .multipleProcesses], cases: ["H09"],
            peer: { probe, name in try probe.context(Plot.self).add(Plot(name)) },
            { probe in
                let container = try probe.open(Plot.self)
                let store = try container.store(probe)
                let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
                let (bell, seen) = (Bell(), Counts())
                let observation = store.observeCommits {
                    if let count = try? store.count(FetchRequest(entity: entity.index)) { seen.add(count) }
                    bell.ring()
                }
                defer { withExtendedLifetime(observation) {} }
                for number in 1...2 {
                    try await probe.runPeer("peer \(number)")
                    let isSeen = bell.wait { (seen.last ?? 0) == number }
                    probe.expect(isSeen, "no call within 5 seconds saw commit \(number) of another process")
                }
            }),
        ContractClause(
            "WAK-015", "The last of many commits of another process is followed by a call.",
            requires: [.persistence, .multipleProcesses], cases: ["H09"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                for number in 0..<40 { try context.add(Plot("peer \(number)")) }
            },
            { probe in
                let container = try probe.open(Plot.self)
                let store = try container.store(probe)
                let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
                let (bell, seen) = (Bell(), Counts())
                let observation = store.observeCommits {
                    if let count = try? store.count(FetchRequest(entity: entity.index)) { seen.add(count) }
                    bell.ring()
                }
                defer { withExtendedLifetime(observation) {} }
                try await probe.runPeer()
                let isSeen = bell.wait { (seen.last ?? 0) == 40 }
                probe.expect(
                    isSeen,
                    "no call within 5 seconds saw all 40 rows of another process, the last saw \(seen.last ?? 0)")
            }),
    ]
}

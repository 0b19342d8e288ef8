import ChronicleMemory
import Foundation

extension RandomWorkClauses {
    /// Whole runs of random work.
    static let work: [ContractClause] = [
        ContractClause(
            "MOD-001",
            "Random work by two contexts comes out as in plain arrays: values, relationships, upserts, rules, history and refusals.",
            level: .stochastic, cases: ["H12", "H18", "H20", "H22"]
        ) { probe in
            try check(probe) { try opening(probe) }
        },
        ContractClause("MOD-002", "The same random work twice comes out the same twice.", level: .stochastic) { probe in
            let operations = ModelOperation.random(seed: probe.seed, count: steps)
            let first = try ModelRun.run(operations, opening(probe)).story
            compare(probe, try ModelRun.run(operations, opening(probe)).story, first, "the second run", "the first")
        },
        ContractClause("MOD-003", "The same random work comes out as it does in memory.", level: .stochastic) { probe in
            let operations = ModelOperation.random(seed: probe.seed &+ 1, count: steps)
            let own = try opening(probe)
            let memory = try ModelRun.run(
                operations,
                ModelRun.Opening(
                    open: { try ModelContainer(for: Plot.self) }, persists: false, keepsHistory: own.keepsHistory))
            compare(probe, try ModelRun.run(operations, own).story, memory.story, probe.store.name, "memory")
        },
    ]

    /// Random work where saves fail by chance.
    static let faultyWork: [ContractClause] = [
        ContractClause(
            "MOD-011", "Random work whose saves fail by chance, and are made again, loses nothing and doubles nothing.",
            level: .stochastic
        ) { probe in
            try check(probe) {
                let place = try probe.anotherPlace()
                let faults = FaultInjection(.random(seed: probe.seed, oneIn: 3, at: [.saveBeforeCommit]))
                var opening = try opening(probe)
                opening.open = {
                    try ModelContainer(
                        for: Plot.self, configurations: probe.configuration(at: place).injectingFaults(faults))
                }
                opening.faults = faults
                return opening
            }
        }
    ]

    /// How many steps a run has; `CHRONICLE_STEPS` in the environment sets it.
    static var steps: Int { ProcessInfo.processInfo.environment["CHRONICLE_STEPS"].flatMap { Int($0) } ?? 150 }

    /// Records the shortest trace found of a run in which the store and the oracle part.
    private static func check(_ probe: ContractProbe, _ opening: () throws -> ModelRun.Opening) throws {
        let operations = ModelOperation.random(seed: probe.seed, count: steps)
        guard let divergence = try ModelRun.run(operations, opening()).divergence else { return }
        let first = Array(operations.prefix(divergence.step + 1))
        let shortest = try TraceShrinker().shrink(first) { shorter in
            try ModelRun.run(shorter, opening()).divergence.map { $0.step + 1 }
        }
        let last = try ModelRun.run(shortest, opening()).divergence ?? divergence
        probe.record(
            "after these \(shortest.count) steps \(last.text)\n" + trace(shortest)
                + "\n  seed \(probe.seed), \(steps) steps", probe.clause.site)
    }

    /// A run over a new place of the store.
    private static func opening(_ probe: ContractProbe) throws -> ModelRun.Opening {
        let capabilities = try probe.capabilities()
        let place = try probe.anotherPlace()
        return ModelRun.Opening(
            open: { try probe.open(Plot.self, at: place) }, persists: capabilities.persistence,
            keepsHistory: capabilities.history)
    }

    private static func compare(
        _ probe: ContractProbe, _ seen: [String], _ right: [String], _ name: String, _ otherName: String
    ) {
        if seen == right { return }
        let step =
            zip(seen, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(seen.count, right.count)
        let (own, other) = (
            seen.indices.contains(step) ? seen[step] : "nothing", right.indices.contains(step) ? right[step] : "nothing"
        )
        probe.record(
            "step \(step) comes out otherwise in \(name) than in \(otherName): expected \(other), saw \(own); seed \(probe.seed), \(steps) steps",
            probe.clause.site)
    }

    private static func trace(_ operations: [ModelOperation]) -> String {
        operations.enumerated().map { "    \($0 + 1). \($1)" }.joined(separator: "\n")
    }
}

import ChronicleDrain
import Foundation

extension ContractProbe {
    /// The store of a container as one that remembers who reads its history.
    fileprivate func registry(_ container: ModelContainer) throws -> any DataStore & HistoryConsumerRegistry {
        try require(
            try container.store(self) as? any DataStore & HistoryConsumerRegistry,
            "the conformance to HistoryConsumerRegistry of a store that declares consumers")
    }
}

extension HistoryConsumerRegistry {
    /// Registers a consumer that has read up to a sequence.
    fileprivate func register(_ name: String, _ sequence: Int64, isExpired: Bool = false) throws {
        try changeConsumer(named: name) { stored in
            stored = HistoryConsumer(
                name: name, sequence: sequence, updatedAt: Date(timeIntervalSinceReferenceDate: 0.1))
            stored?.isExpired = isExpired
        }
    }
}

extension DrainClauses {
    /// What a store remembers of those who read its history.
    static let consumers: [ContractClause] = [
        ContractClause("DRN-011", "A consumer is told as it was written.", requires: [.history, .consumers]) { probe in
            let registry = try probe.registry(try probe.open(Plot.self))
            var consumer = HistoryConsumer(
                name: "up\u{301}loader /1", sequence: 7, updatedAt: Date(timeIntervalSinceReferenceDate: 807_530_400.1))
            consumer.state = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })
            consumer.owner = "me"
            consumer.ownedUntil = Date(timeIntervalSinceReferenceDate: 807_530_401.7)
            let written = consumer
            try registry.changeConsumer(named: consumer.name) { stored in
                probe.expectEqual(stored, nil, "the consumer before it was written")
                stored = written
            }
            probe.expectEqual(try registry.historyConsumers(), [written], "the consumers")
            try registry.changeConsumer(named: consumer.name) { stored in
                probe.expectEqual(stored, written, "the consumer that is to be changed")
                stored?.sequence = 8
                stored?.state = nil
                stored?.isExpired = true
            }
            consumer.sequence = 8
            consumer.state = nil
            consumer.isExpired = true
            probe.expectEqual(try registry.historyConsumers(), [consumer], "the consumers after a change")
        },
        ContractClause(
            "DRN-012", "Consumers come in ascending order of their names, and one that is set to nil is gone.",
            requires: [.history, .consumers]
        ) { probe in
            let registry = try probe.registry(try probe.open(Plot.self))
            for name in ["b", "a", "c"] { try registry.register(name, 0) }
            probe.expectEqual(try registry.historyConsumers().map(\.name), ["a", "b", "c"], "the consumers' names")
            try registry.changeConsumer(named: "b") { $0 = nil }
            try registry.changeConsumer(named: "none") { $0 = nil }
            probe.expectEqual(try registry.historyConsumers().map(\.name), ["a", "c"], "the names that are left")
        },
        ContractClause(
            "DRN-013", "A purge ends before what the slowest consumer has yet to read.",
            requires: [.history, .consumers], cases: ["H01"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let registry = try probe.registry(container)
            let tokens = try context.addPlots("a", "b", "c", "d")
            try registry.register("fast", tokens[3].position.sequence)
            try registry.register("slow", tokens[1].position.sequence)
            try context.purge()
            probe.expectEqual(try context.history().map(\.token), Array(tokens[2...]), "the tokens left by a purge")
            try registry.register("slow", tokens[2].position.sequence)
            try context.purge()
            probe.expectEqual(
                try context.history().map(\.token), [tokens[3]], "the tokens left when the slow one has read on")
            try registry.changeConsumer(named: "slow") { $0 = nil }
            try context.purge()
            probe.expectEqual(try context.history().map(\.token), [], "the tokens left when it is gone")
        },
        ContractClause(
            "DRN-014", "A consumer that was given up holds no purge back, and none does one that overrides them.",
            requires: [.history, .consumers], cases: ["H01"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let registry = try probe.registry(container)
            let tokens = try context.addPlots("a", "b", "c", "d")
            try registry.register("dead", tokens[0].position.sequence, isExpired: true)
            try registry.register("alive", tokens[1].position.sequence)
            try registry.deleteHistory(HistoryRequest())
            probe.expectEqual(
                try context.history().map(\.token), Array(tokens[2...]), "the tokens left past a consumer given up")
            var request = HistoryRequest(through: tokens[2].position.sequence)
            request.overridesConsumers = true
            try registry.deleteHistory(request)
            probe.expectEqual(
                try context.history().map(\.token), [tokens[3]], "the tokens left by a purge that overrides")
        },
        ContractClause(
            "DRN-015", "A change of a consumer leaves no history and calls no observer.",
            requires: [.history, .consumers], cases: ["H31"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let registry = try probe.registry(container)
            let tokens = try context.addPlots("a")
            try probe.expectNoCalls(from: try container.store(probe), after: "changes of consumers") {
                try registry.register("reader", 0)
                try registry.register("reader", tokens[0].position.sequence)
            }
            probe.expect(
                try !context.history().contains { $0.changes.isEmpty }, "a change of a consumer is in the history")
        },
        ContractClause(
            "DRN-016", "A change that throws changes nothing, and its error comes through.",
            requires: [.history, .consumers]
        ) { probe in
            let registry = try probe.registry(try probe.open(Plot.self))
            try registry.register("reader", 1)
            let before = try registry.historyConsumers()
            do {
                try registry.changeConsumer(named: "reader") { stored in
                    stored?.sequence = 9
                    throw ContractProbe.Stop()
                }
                probe.expect(false, "a change that throws went through")
            } catch is ContractProbe.Stop {
                // As it should be.
            }
            probe.expectEqual(try registry.historyConsumers(), before, "the consumers after a change that threw")
        },
        ContractClause(
            "DRN-017", "Of several who claim a name at once one gets it, and the others see who.",
            requires: [.history, .consumers], cases: ["H30"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let registry = try probe.registry(container)
            for round in 0..<5 {
                let winners = Counts()
                let name = "reader \(round)"
                probe.inParallel(6) { number in
                    var mine = false
                    try registry.changeConsumer(named: name) { stored in
                        mine = stored == nil
                        guard mine else { return }
                        stored = HistoryConsumer(name: name, sequence: 0, updatedAt: Date())
                        stored?.owner = "\(number)"
                    }
                    if mine { winners.add(number) }
                }
                probe.expectEqual(winners.all.count, 1, "how many of six got the name")
            }
        },
        ContractClause(
            "DRN-018", "Consumers are there when the store is opened again.",
            requires: [.history, .consumers, .persistence]
        ) { probe in
            let container = try probe.open(Plot.self)
            let tokens = try ModelContext(container).addPlots("a", "b")
            try probe.registry(container).register("reader", tokens[0].position.sequence)
            let before = try probe.registry(container).historyConsumers()
            try container.close()
            let again = try probe.open(Plot.self)
            probe.expectEqual(try probe.registry(again).historyConsumers(), before, "the consumers after reopening")
            let context = ModelContext(again)
            try context.purge()
            probe.expectEqual(try context.history().map(\.token), [tokens[1]], "the tokens left by a purge after it")
        },
        ContractClause(
            "DRN-019", "A consumer that another opening registers holds purges back.",
            requires: [.history, .consumers, .multipleOpenings]
        ) { probe in
            let (first, second) = (try probe.open(Plot.self), try probe.open(Plot.self))
            let context = ModelContext(first)
            let tokens = try context.addPlots("a", "b")
            try probe.registry(second).register("reader", tokens[0].position.sequence)
            probe.expectEqual(
                try probe.registry(first).historyConsumers().map(\.name), ["reader"], "the consumers that another sees")
            try context.purge()
            probe.expectEqual(try context.history().map(\.token), [tokens[1]], "the tokens left by a purge")
        },
        ContractClause(
            "DRN-020", "A store that was opened for reading only tells its consumers and refuses to change them.",
            requires: [.history, .consumers, .persistence, .readOnlyOpening]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("a"))
            try probe.registry(container).register("reader", 0)
            try container.close()
            let registry = try probe.registry(try probe.open(Plot.self, allowsSave: false))
            probe.expectEqual(try registry.historyConsumers().map(\.name), ["reader"], "the consumers' names")
            probe.expectStoreError(.readOnly, from: "a change of a consumer") { try registry.register("reader", 1) }
            probe.expectEqual(try registry.historyConsumers().map(\.sequence), [0], "the consumer's place after it")
        },
    ]
}

import ChronicleDrain
import ChronicleMemory
import Foundation

/// A source that is known to be right, for a store that receives.
private struct ReplicaGround {
    let container: ModelContainer
    let context: ModelContext
    let origin: any DataStore
    let source: StoreHistorySource
    let target: any DataStore
    let sink: StoreSink

    init(_ probe: ContractProbe, _ change: (inout StoreHistorySource.Options) -> Void = { _ in }) throws {
        container = try ModelContainer(for: Plot.self, configurations: .inMemory)
        context = ModelContext(container)
        origin = try container.store(probe)
        source = try probe.source(container, change)
        target = try probe.openStore(Plot.self)
        sink = StoreSink(target)
    }
}

extension DrainClauses {
    /// A store that receives what another one sends.
    static let replicas: [ContractClause] = [
        ContractClause("DRN-028", "A store that receives holds the source's rows under their keys, and their links.") {
            probe in
            let ground = try ReplicaGround(probe)
            let plot = Plot("a", area: 1, note: "n", stage: .grown)
            plot.spot = Spot(row: 3, depth: 0.5)
            plot.plants = [Plant("leek"), Plant("kale", secret: "s")]
            plot.tags = [Tag("sunny"), Tag("wet")]
            try ground.context.add(plot, Plot("b"))
            plot.tags = [Tag("dry")]
            plot.note = nil
            try ground.context.save()
            try await ground.source.deliver(to: ground.sink)
            try probe.expectReplica(ground.target, of: ground.origin, "the store that received")
            try probe.expectIndexesFit(ground.target, "in the store that received")
        },
        ContractClause(
            "DRN-029", "A batch that a store has received already changes nothing, and leaves no history.",
            cases: ["H29", "H31"]
        ) { probe in
            let ground = try ReplicaGround(probe) { $0.transactions = 1 }
            let plot = Plot("a", area: 1)
            plot.tags = [Tag("sunny")]
            plot.plants = [Plant("leek")]
            try ground.context.add(plot)
            plot.area = 2
            try ground.context.save()
            ground.context.delete(plot)
            try ground.context.save()
            var position: HistoryPosition?
            while let batch = try ground.source.nextBatch(after: position, asLines: false) {
                _ = try ground.sink.acknowledge(batch)
                let before = try StoreImage(ground.target)
                _ = try ground.sink.acknowledge(batch)
                for difference in try StoreImage(ground.target).differences(from: before) {
                    probe.expect(false, "\(difference) after a batch came again")
                }
                position = batch.position
            }
        },
        ContractClause("DRN-030", "Rows that have exchanged a unique value arrive with it.") { probe in
            let ground = try ReplicaGround(probe)
            let (a, b) = (Plot("a", area: 1), Plot("b", area: 2))
            try ground.context.add(a, b)
            let position = try await ground.source.deliver(to: ground.sink)
            a.name = "c"
            try ground.context.save()
            b.name = "a"
            try ground.context.save()
            a.name = "b"
            try ground.context.save()
            try await ground.source.deliver(to: ground.sink, after: position)
            try probe.expectReplica(ground.target, of: ground.origin, "after an exchange of names")
            try probe.expectIndexesFit(ground.target, "after an exchange of names")
        },
        ContractClause(
            "DRN-031", "A store that receives applies no rules of its own: what has moved before a deletion stays."
        ) { probe in
            let ground = try ReplicaGround(probe)
            let (old, new) = (Plot("old"), Plot("new"))
            let plant = Plant("leek", plot: old)
            try ground.context.add(old, new, plant)
            let position = try await ground.source.deliver(to: ground.sink)
            plant.plot = new
            try ground.context.save()
            ground.context.delete(old)
            try ground.context.save()
            try await ground.source.deliver(to: ground.sink, after: position)
            try probe.expectReplica(ground.target, of: ground.origin, "after the old plot was deleted")
        },
        ContractClause("DRN-032", "A store gives no key that has come to it from another.", cases: ["H21"]) { probe in
            let ground = try ReplicaGround(probe)
            _ = try ground.origin.allocateKeys(50_000)
            for number in 0..<3 { try ground.context.add(Plot("\(number)"), Plant("\(number)")) }
            try await ground.source.deliver(to: ground.sink)
            let highest = try ground.target.rowsByEntity().values.flatMap(\.keys).max() ?? 0
            let given = try ground.target.allocateKeys(5)
            probe.expect(
                given.lowerBound > highest, "the keys \(given) are given, though \(highest) has come from another store"
            )
        },
        ContractClause(
            "DRN-033", "A store follows another one through any work, at any pace.", level: .stochastic
        ) { probe in
            let ground = try ReplicaGround(probe) { $0.transactions = 4 }
            var plots = RandomPlots(seed: probe.seed, ground.container)
            var position: HistoryPosition?
            for step in 0..<30 {
                try plots.save()
                guard step % 5 == 4 else { continue }
                position = try await ground.source.deliver(to: ground.sink, after: position)
                try probe.expectReplica(
                    ground.target, of: ground.origin, "after \(step + 1) saves, seed \(probe.seed)")
            }
            try probe.expectIndexesFit(ground.target, "after the last save, seed \(probe.seed)")
        },
        ContractClause(
            "DRN-034", "A snapshot leaves a store with the source's rows, whatever it held before.", cases: ["H02"]
        ) { probe in
            let ground = try ReplicaGround(probe) { $0.pageRows = 3 }
            for number in 0..<10 {
                let plot = Plot("\(number)", area: number)
                if number % 2 == 0 { plot.tags = [Tag("tag \(number)")] }
                try ground.context.add(plot)
            }
            try await ground.source.deliver(to: ground.sink)
            try ground.context.delete(model: Plot.self, where: #Predicate { $0.area > 2 && $0.area < 6 })
            try ground.context.save()
            try ground.context.add(Plot("new"))
            let stray = try ground.target.allocateKeys(1).lowerBound
            var request = SaveRequest(timestamp: Date())
            let entity = try probe.require(ground.target.schema.entitiesByName["Tag"], "the entity of tags")
            var stranger = InsertBatch(entity: entity.index)
            stranger.keys = [stray]
            stranger.values = [.text("stranger")]
            request.inserts = [stranger]
            _ = try ground.target.save(request)
            var snapshot: DrainSnapshot? = DrainSnapshot(id: "s", position: try ground.source.currentPosition())
            var pages = 0
            while let now = snapshot {
                pages += 1
                if pages > 30 { throw probe.fail("the snapshot in pages of 3 does not end") }
                let (batch, next) = try ground.source.page(of: now, asLines: false)
                _ = try ground.sink.acknowledge(batch)
                snapshot = next
            }
            try probe.expectReplica(ground.target, of: ground.origin, "after the snapshot")
        },
    ]
}

extension DrainClauses {
    /// What a store without consumers says.
    static let refusals: [ContractClause] = [
        ContractClause(
            "DRN-035",
            "A store that does not declare consumers remembers none: it does not conform to HistoryConsumerRegistry, or "
                + "refuses each request with `unsupportedFeature`.", lacking: [.consumers]
        ) { probe in
            guard let registry = try probe.openStore(Plot.self) as? any HistoryConsumerRegistry else { return }
            probe.expectHistoryError(.unsupportedFeature, from: "asking for the consumers") {
                _ = try registry.historyConsumers()
            }
            probe.expectHistoryError(.unsupportedFeature, from: "a change of a consumer") {
                try registry.changeConsumer(named: "reader") { $0 = nil }
            }
        }
    ]
}

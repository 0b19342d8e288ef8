import ChronicleObservers
import Foundation

extension ContractChapter {
    /// What other openings and processes save.
    static let elsewhereClauses: [ContractClause] = [
        ContractClause(
            "OBS-036", "Results follow what another opening of the store saves.",
            requires: [.multipleOpenings, .history]
        ) { @Greenhouse probe in
            let watched = try probe.watch(
                try probe.context(Plot.self), #Predicate { $0.area > 0 }, by: SortDescriptor(\.name))
            try await watched.expect([], "of the first fetch")
            let other = try probe.context(Plot.self)
            let plot = Plot("a", area: 1)
            try other.add(plot, Plot("no"))
            try await watched.expect(["a"], "after another opening's insertion")
            plot.area = 0
            try other.save()
            try await watched.expect([], "after another opening's change")
        },
        ContractClause(
            "OBS-037", "An observer of history rings for what another opening of the store saves.",
            requires: [.multipleOpenings, .history]
        ) { @Greenhouse probe in
            let observer = try HistoryObserver(observedModels: [Plot.self], modelContainer: try probe.open(Plot.self))
            let rings = Rings(observer)
            let other = try probe.context(Plot.self)
            try other.add(Plot("a"))
            await probe.expectRing(rings, atLeast: 1, "a commit of another opening")
            try other.add(Plot("b"))
            await probe.expectRing(rings, atLeast: 2, "the second commit of another opening")
        },
        ContractClause(
            "OBS-038", "Results follow what another process inserts, changes and deletes.",
            requires: [.persistence, .multipleProcesses, .history], cases: ["H09"],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                let plots = try context.all(Plot.self, by: SortDescriptor(\.name))
                plots[1].area = 5
                context.insert(Plot("d", area: 3))
                context.delete(plots[0])
                try context.save()
            },
            { @Greenhouse probe in
                let container = try probe.open(Plot.self)
                try ModelContext(container).add(Plot("a", area: 1), Plot("b"), Plot("c"))
                let watched = try probe.watch(
                    ModelContext(container), #Predicate { $0.area > 0 }, by: SortDescriptor(\.area))
                try await watched.expect(["a"], "of the first fetch")
                try await probe.runPeer()
                try await watched.expect(["d", "b"], "after another process's save")
            }),
        ContractClause(
            "OBS-039", "An observer of history rings for another process's commit, by model and author.",
            requires: [.persistence, .multipleProcesses, .history], cases: ["H09"],
            peer: { probe, author in
                let context = try probe.context(Plot.self)
                context.author = author
                try context.add(Plot(author))
            },
            { @Greenhouse probe in
                let container = try probe.open(Plot.self)
                let observer = try HistoryObserver(
                    observedModels: [Plot.self], authors: ["App"], modelContainer: container)
                let rings = Rings(observer)
                try await probe.runPeer("Server")
                try await probe.runPeer("App")
                await probe.expectRing(rings, atLeast: 1, "another process's commit")
                probe.expectEqual(observer.eventCounter, 1, "the rings for a commit of each of two authors")
            }),
        ContractClause(
            "OBS-040", "What a process commits before it is killed comes into the results of another.",
            requires: [.persistence, .multipleProcesses, .history],
            peer: { probe, _ in
                try probe.context(Plot.self).add(Plot("last words"))
                probe.killThisProcess()
            },
            { @Greenhouse probe in
                let watched = try probe.watch(try probe.context(Plot.self))
                try await watched.expect([], "of the first fetch")
                try await probe.runPeer(ending: .killed)
                try await watched.expect(["last words"], "after a killed process's save")
            }),
        ContractClause(
            "OBS-041", "A burst of another process's saves ends with all of it in the results.",
            requires: [.persistence, .multipleProcesses, .history],
            peer: { probe, _ in
                let context = try probe.context(Plot.self)
                for number in 0..<60 { try context.add(Plot("\(100 + number)")) }
            },
            { @Greenhouse probe in
                let watched = try probe.watch(try probe.context(Plot.self), by: SortDescriptor(\.name))
                try await watched.expect([], "of the first fetch")
                try await probe.runPeer()
                try await watched.expect((0..<60).map { "\(100 + $0)" }, "after another process's burst of saves")
                probe.expect(watched.calls <= 62, "60 saves were told in \(watched.calls) calls, expected at most 62")
            }),
    ]
}

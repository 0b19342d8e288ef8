import ChronicleObservers
import Foundation

extension ContractChapter {
    /// Observers of history.
    static let doorbellClauses: [ContractClause] = [
        ContractClause(
            "OBS-027", "An observer of history rings for each commit that it waits for, and the history is there then.",
            requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let observer = try HistoryObserver(modelContainer: container)
            let counts = Sightings<Int>()
            let token = withContinuousObservation(options: [.didSet]) { _ in
                _ = observer.eventCounter
                counts.add((try? ModelContext(container).history().count) ?? -1)
            }
            for number in 1...3 {
                try context.add(Plot("\(number)"))
                if await counts.wait(until: { $0.last == number }) { continue }
                throw probe.fail(
                    "no ring within 4 seconds was followed by \(number) transactions, the last one by \(counts.last ?? 0)"
                )
            }
            token.cancel()
        },
        ContractClause(
            "OBS-028", "An observer of history rings for its models only.", requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plants = try HistoryObserver(observedModels: [Plant.self], modelContainer: container)
            let all = try HistoryObserver(modelContainer: container)
            let plantRings = Rings(plants)
            let rings = Rings(all)
            try context.add(Plot("a"))
            await probe.expectRing(rings, atLeast: 1, "a commit of any model")
            probe.expectEqual(plants.eventCounter, 0, "the rings for a commit of another model")
            try context.add(Plant("leek"))
            await probe.expectRing(plantRings, atLeast: 1, "a commit of its model")
        },
        ContractClause(
            "OBS-029", "An observer of history rings for its authors only.", requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let app = try HistoryObserver(authors: ["App"], modelContainer: container)
            let all = try HistoryObserver(modelContainer: container)
            let appRings = Rings(app)
            let rings = Rings(all)
            context.author = "Server"
            try context.add(Plot("a"))
            await probe.expectRing(rings, atLeast: 1, "a commit of any author")
            probe.expectEqual(app.eventCounter, 0, "the rings for a commit of another author")
            context.author = "App"
            try context.add(Plot("b"))
            await probe.expectRing(appRings, atLeast: 1, "a commit of its author")
        },
        ContractClause(
            "OBS-030", "An observer of history that is given a token rings for what was committed after it.",
            requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("a"))
            let tokens = try context.currentHistoryTokens()
            let none = try HistoryObserver(historyTokens: tokens, modelContainer: container)
            try context.add(Plot("b"))
            let behind = try HistoryObserver(historyTokens: tokens, modelContainer: container)
            let rings = Rings(behind)
            await probe.expectRing(rings, atLeast: 1, "what was committed before it was made")
            let noneRings = Rings(none)
            await probe.expectRing(noneRings, atLeast: 1, "what was committed after it was made")
            let now = try HistoryObserver(
                historyTokens: try context.currentHistoryTokens(), modelContainer: container)
            try context.add(Plot("c"))
            await probe.expectRing(rings, atLeast: 2, "the next commit")
            let nowRings = Rings(now)
            await probe.expectRing(nowRings, atLeast: 1, "the first commit after the current token")
        },
        ContractClause(
            "OBS-031", "An observer of history refuses a token whose history is gone and one of another store.",
            requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("a"))
            let tokens = try context.currentHistoryTokens()
            for name in ["b", "c"] { try context.add(Plot(name)) }
            try context.purge()
            probe.expectHistoryError(.historyTokenExpired, from: "an observer of history after a token that is gone") {
                _ = try HistoryObserver(historyTokens: tokens, modelContainer: container)
            }
            let foreign = try probe.context(Plot.self, at: probe.anotherPlace())
            try foreign.add(Plot("a"))
            probe.expectHistoryError(.foreignToken, from: "an observer of history with a token of another store") {
                _ = try HistoryObserver(
                    historyTokens: try foreign.currentHistoryTokens(), modelContainer: container)
            }
        },
        ContractClause(
            "OBS-032", "What is committed between the making of an observer of history and the first wait is told.",
            requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("before"))
            let observer = try HistoryObserver(modelContainer: container)
            try context.add(Plot("after"))
            let rings = Rings(observer)
            await probe.expectRing(rings, atLeast: 1, "a commit before the first wait")
            try context.add(Plot("later"))
            let late = Rings(observer)
            await probe.expectRing(late, atLeast: 2, "a commit while nobody waited")
            let events = Sightings<Int>()
            let loop = Task { for await count in observer.events { events.add(count) } }
            probe.expect(
                await events.wait { ($0.last ?? 0) >= 2 }, "a loop that began later had no event within 4 seconds")
            loop.cancel()
        },
        ContractClause(
            "OBS-033",
            "After a burst of saves the last one is followed by a ring, and there are not more rings than saves.",
            requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let observer = try HistoryObserver(modelContainer: container)
            let seen = Sightings<Int>()
            let token = withContinuousObservation(options: [.didSet]) { _ in
                _ = observer.eventCounter
                seen.add((try? ModelContext(container).fetchCount(FetchDescriptor<Plot>())) ?? -1)
            }
            for round in 1...3 {
                await Task.detached {
                    probe.inParallel(3) { thread in
                        let context = ModelContext(container)
                        for number in 0..<5 { try context.add(Plot("\(round).\(thread).\(number)")) }
                    }
                }.value
                if await seen.wait(until: { $0.last == round * 15 }) { continue }
                throw probe.fail(
                    "no ring within 4 seconds saw all \(round * 15) rows, the last one saw \(seen.last ?? 0)")
            }
            probe.expect(
                observer.eventCounter <= 45, "45 saves were rung for \(observer.eventCounter) times")
            token.cancel()
        },
        ContractClause(
            "OBS-034", "Deletions, those by a condition too, are rung for.", requires: [.history], cases: ["H10"]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plots = (0..<4).map { Plot("\($0)") }
            for plot in plots { context.insert(plot) }
            try context.save()
            let observer = try HistoryObserver(observedModels: [Plot.self], modelContainer: container)
            let rings = Rings(observer)
            context.delete(plots[0])
            try context.save()
            await probe.expectRing(rings, atLeast: 1, "a deletion")
            try context.delete(model: Plot.self)
            try context.save()
            await probe.expectRing(rings, atLeast: 2, "a deletion by a condition")
        },
        ContractClause(
            "OBS-035", "Rows that a rule of deletion takes away are rung for by their own model.", requires: [.history]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a")
            context.insert(plot)
            context.insert(Plant("leek", plot: plot))
            try context.save()
            let observer = try HistoryObserver(observedModels: [Plant.self], modelContainer: container)
            let rings = Rings(observer)
            context.delete(plot)
            try context.save()
            await probe.expectRing(rings, atLeast: 1, "a plant that went with its plot")
        },
    ]
}

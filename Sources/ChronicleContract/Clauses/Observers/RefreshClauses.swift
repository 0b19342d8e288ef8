import ChronicleObservers
import Foundation

extension ContractChapter {
    /// Refreshes that fail, observers that end, and random work.
    static let refreshClauses: [ContractClause] = [
        ContractClause(
            "OBS-022", "A refresh that fails keeps the last good results, tells why, and is made up for by itself.",
            cases: ["H11"]
        ) { @Greenhouse probe in
            let faults = FaultInjection()
            let container = try ModelContainer(
                for: Plot.self, configurations: probe.configuration(at: probe.anotherPlace()).injectingFaults(faults))
            defer { _ = try? container.close() }
            let other = ModelContext(container)
            let plot = Plot("a", area: 1)
            try other.add(plot)
            let observer = try ResultsObserver<Plot, Never>(
                filterBy: #Predicate { $0.area > 0 }, sortBy: [SortDescriptor(\.name)],
                modelContext: ModelContext(container))
            let watched = Watched(probe, observer) { $0.name }
            try await watched.expect(["a"], "of the first fetch")
            let errors = Sightings<Bool>()
            let token = withContinuousObservation(options: [.didSet]) { _ in errors.add(observer.refreshError != nil) }
            // Rows whose values nobody knows have to be read.
            let late = Plot("b")
            try other.add(late)
            faults.plan = .failing(.fetch, lasts: true)
            late.area = 2
            try other.save()
            probe.expect(
                await errors.wait { $0.last == true }, "no error was told within 4 seconds after a refresh that fails")
            probe.expectEqual(observer.results.map(\.name), ["a"], "the results while the refresh fails")
            faults.plan = FaultPlan()
            try await watched.expect(["a", "b"], "once reading works again")
            probe.expect(
                await errors.wait { $0.last == false }, "the error was still told 4 seconds after reading works again")
            token.cancel()
        },
        ContractClause("OBS-023", "The first fetch of an observer that fails throws the store's error.") {
            @Greenhouse probe in
            let faults = FaultInjection()
            let container = try ModelContainer(
                for: Plot.self, configurations: probe.configuration(at: probe.anotherPlace()).injectingFaults(faults))
            defer { _ = try? container.close() }
            let context = ModelContext(container)
            try context.add(Plot("a"))
            // Each fetch fails, as the context's own refresh after its save may be the first.
            faults.plan = .failing(.fetch, lasts: true, with: .locked)
            probe.expectStoreError(.locked, from: "an observer whose first fetch fails") {
                _ = try ResultsObserver<Plot, Never>(modelContext: context)
            }
            faults.plan = FaultPlan()
            let watched = try probe.watch(context)
            try await watched.expect(["a"], "of an observer made afterwards")
        },
        ContractClause(
            "OBS-024", "Once its container is closed an observer keeps its results and tells that it is closed."
        ) {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("a"))
            let observer = try ResultsObserver<Plot, Never>(modelContext: ModelContext(container))
            probe.expectEqual(observer.results.map(\.name), ["a"], "the results before the store is closed")
            try container.close()
            observer.filterBy = #Predicate { $0.area == 0 }
            let code = (observer.refreshError as? StoreError)?.code
            probe.expectEqual(code, .closed, "the code of the error after the store was closed")
            probe.expectEqual(observer.results.map(\.name), ["a"], "the results after the store was closed")
        },
        ContractClause("OBS-025", "An observer that was released leaves no observation of the store behind.") {
            @Greenhouse probe in
            let faults = FaultInjection()
            let container = try ModelContainer(
                for: Plot.self, configurations: probe.configuration(at: probe.anotherPlace()).injectingFaults(faults))
            defer { _ = try? container.close() }
            let context = ModelContext(container)
            func signals(_ name: String) throws -> Int {
                let before = faults.signalCount
                let bell = Bell()
                let observation = try container.store(probe).observeCommits { bell.ring() }
                try context.add(Plot(name))
                probe.expect(bell.wait(), "no call came within 5 seconds after a save")
                withExtendedLifetime(observation) {}
                _ = probe.quiet(bell)
                return faults.signalCount - before
            }
            let before = try signals("a")
            var observer: ResultsObserver<Plot, Never>? = try ResultsObserver(modelContext: context)
            var history =
                try container.store(probe).capabilities.history ? HistoryObserver(modelContainer: container) : nil
            weak let gone = observer
            withExtendedLifetime((observer, history)) {}
            (observer, history) = (nil, nil)
            probe.expect(gone == nil, "the released observer is still there")
            probe.expectEqual(try signals("b"), before, "the signals of a save after the observers were released")
        },
        ContractClause(
            "OBS-026", "After each step of random work the results are those of a fresh fetch, without one.",
            level: .stochastic
        ) { @Greenhouse probe in
            var random = SeededGenerator(seed: probe.seed)
            let container = try probe.open(Plot.self)
            let (mine, other) = (ModelContext(container), ModelContext(container))
            let filtered = try ResultsObserver<Plot, Never>(
                filterBy: #Predicate { $0.area > 3 }, sortBy: [SortDescriptor(\.target), SortDescriptor(\.name)],
                modelContext: mine)
            var window = FetchDescriptor<Plot>(sortBy: [
                SortDescriptor(\.area, order: .reverse), SortDescriptor(\.name),
            ])
            (window.fetchLimit, window.fetchOffset) = (5, 1)
            let windowed = try ResultsObserver<Plot, Never>(fetchDescriptor: window, modelContext: mine)
            let all = try ResultsObserver<Plot, Never>(modelContext: mine)
            for step in 0..<60 {
                let context = random.once(in: 3) ? mine : other
                for _ in 0...random.number(below: 3) {
                    try plotWork(in: context, &random)
                }
                if context === other || random.once(in: 2) {
                    do { try context.save() } catch let error as StoreError where error.code == .deletedElsewhere {
                        context.rollback()
                    }
                }
                for observer in [filtered, windowed, all] {
                    let fresh = try mine.fetch(observer.fetchDescriptor)
                    let results = Array(observer.results)
                    if results == fresh { continue }
                    throw probe.fail(
                        "the results after step \(step) (seed \(probe.seed)): expected \(fresh.map(\.name)), saw \(results.map(\.name))"
                    )
                }
            }
            mine.rollback()
            let fresh = try ModelContext(container).fetch(filtered.fetchDescriptor)
            probe.expectEqual(
                filtered.results.map(\.name), fresh.map(\.name), "the results after the last save, by a fresh context")
            if try container.store(probe).capabilities.history {
                probe.expectEqual(filtered.refreshes.refetches, 0, "the times that everything was fetched again")
            }
        },
    ]

    @Greenhouse private static func plotWork(in context: ModelContext, _ random: inout SeededGenerator) throws {
        let plots = try context.all(Plot.self, by: SortDescriptor(\.name))
        switch random.number(below: 6) {
        case 0, 1: context.insert(Plot("\(random.number(below: 60))", area: random.number(below: 10)))
        case 2 where !plots.isEmpty: context.delete(random.pick(plots))
        case 3 where !plots.isEmpty: random.pick(plots).target = random.number(below: 4)
        case 4 where !plots.isEmpty: random.pick(plots).note = "\(random.number(below: 3))"
        default: if !plots.isEmpty { random.pick(plots).area = random.number(below: 10) }
        }
    }
}

import ChronicleObservers
import Foundation

extension ContractChapter {
    /// What the own context does.
    static let ownContextClauses: [ContractClause] = [
        ContractClause("OBS-001", "Results follow what their own context inserts, changes and deletes unsaved.") {
            @Greenhouse probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a", area: 1), Plot("c", area: 3))
            let watched = try probe.watch(context, #Predicate { $0.area >= 0 }, by: SortDescriptor(\.name))
            try await watched.expect(["a", "c"], "of the first fetch")
            let plot = Plot("b", area: 2)
            context.insert(plot)
            try await watched.expect(["a", "b", "c"], "after an unsaved insertion")
            plot.area = -1
            try await watched.expect(["a", "c"], "after an unsaved change")
            context.delete(try probe.require(watched.observer.results.first, "the first result"))
            try await watched.expect(["c"], "after an unsaved deletion")
            context.rollback()
            try await watched.expect(["a", "c"], "after a rollback")
        },
        ContractClause("OBS-002", "Results are the same before and after their own context is saved.") {
            @Greenhouse probe in
            let context = try probe.context(Plot.self)
            let watched = try probe.watch(context, by: SortDescriptor(\.name))
            context.insert(Plot("a"))
            try await watched.expect(["a"], "before the save")
            try context.save()
            try await watched.expect(["a"], "after the save")
            try context.add(Plot("b"))
            try await watched.expect(["a", "b"], "after an insertion and save in one")
            context.delete(try probe.require(watched.observer.results.first, "the first result"))
            try context.save()
            try await watched.expect(["b"], "after a saved deletion")
            try watched.expectNoRefetch()
        },
        ContractClause(
            "OBS-003", "Rows that a rule of deletion takes away in a save of the own context leave the results.",
            cases: ["H10"]
        ) { @Greenhouse probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a")
            context.insert(plot)
            for label in ["leek", "mint"] { context.insert(Plant(label, plot: plot)) }
            context.insert(Plant("wild"))
            try context.save()
            let observer = try ResultsObserver<Plant, Never>(
                sortBy: [SortDescriptor(\.label)], modelContext: ModelContext(context.container))
            let own = try ResultsObserver<Plant, Never>(sortBy: [SortDescriptor(\.label)], modelContext: context)
            let watched = Watched(probe, own) { $0.label }
            try await watched.expect(["leek", "mint", "wild"], "of the first fetch")
            context.delete(plot)
            try context.save()
            try await watched.expect(["wild"], "after the deletion of the parent")
            probe.expectEqual(observer.results.map(\.label), ["wild"], "the results of another context")
        },
        ContractClause(
            "OBS-004",
            "A new model whose unique value is stored already becomes that row's, and the row stays one result."
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try ModelContext(container).add(Plot("a", area: 1), Plot("b", area: 2))
            let watched = try probe.watch(context, by: SortDescriptor(\.area))
            try await watched.expect(["a", "b"], "of the first fetch")
            try context.add(Plot("a", area: 3))
            try await watched.expect(["b", "a"], "after the upsert")
            probe.expectEqual(
                watched.observer.results.map(\.area), [2, 3], "the areas of the results after the upsert")
        },
        ContractClause("OBS-005", "A change that is undone by a rollback leaves the results as they are stored.") {
            @Greenhouse probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a", area: 1), Plot("b", area: 2))
            let watched = try probe.watch(context, by: SortDescriptor(\.area))
            try await watched.expect(["a", "b"], "of the first fetch")
            watched.observer.results.first?.area = 9
            try await watched.expect(["b", "a"], "after the unsaved change")
            context.rollback()
            try await watched.expect(["a", "b"], "after the rollback")
            watched.observer.results.first?.area = 9
            try context.save()
            try await watched.expect(["b", "a"], "after the save of another change")
            watched.observer.results.last?.area = 0
            try context.save()
            try await watched.expect(["a", "b"], "after the second save of a change")
        },
    ]
}

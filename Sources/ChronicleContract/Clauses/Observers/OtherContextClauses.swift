import ChronicleObservers
import Foundation

extension ContractChapter {
    /// What other contexts save.
    static let otherContextClauses: [ContractClause] = [
        ContractClause("OBS-006", "Rows that another context inserts come into the results by themselves.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let watched = try probe.watch(
                ModelContext(container), #Predicate { $0.area > 1 }, by: SortDescriptor(\.name))
            try await watched.expect([], "of the first fetch")
            let other = ModelContext(container)
            try other.add(Plot("b", area: 2), Plot("no", area: 1))
            try await watched.expect(["b"], "after another context's insertion")
            try other.add(Plot("a", area: 3))
            try await watched.expect(["a", "b"], "after another context's second insertion")
        },
        ContractClause(
            "OBS-007", "A row that another context changes enters, moves and leaves as its values say.", cases: ["H09"]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = [Plot("a", area: 1), Plot("b", area: 2), Plot("c", area: 0)]
            for plot in plots { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(
                ModelContext(container), #Predicate { $0.area > 0 }, by: SortDescriptor(\.area))
            try await watched.expect(["a", "b"], "of the first fetch")
            plots[2].area = 3
            try other.save()
            try await watched.expect(["a", "b", "c"], "after a change that lets a row in")
            plots[0].area = 4
            try other.save()
            try await watched.expect(["b", "c", "a"], "after a change that moves a row")
            (plots[1].note, plots[1].area) = ("left", 0)
            try other.save()
            try await watched.expect(["c", "a"], "after a change that puts a row out")
            plots[0].area = 1
            try other.save()
            try await watched.expect(["a", "c"], "after the second change of a row")
            try watched.expectNoRefetch()
        },
        ContractClause("OBS-008", "A row that another context deletes leaves the results.") { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = ["a", "b", "c"].map { Plot($0) }
            for plot in plots { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(ModelContext(container), by: SortDescriptor(\.name))
            try await watched.expect(["a", "b", "c"], "of the first fetch")
            other.delete(plots[1])
            try other.save()
            try await watched.expect(["a", "c"], "after another context's deletion")
            other.delete(plots[0])
            other.delete(plots[2])
            try other.save()
            try await watched.expect([], "after the deletion of all")
        },
        ContractClause(
            "OBS-009", "Rows that another context deletes by a condition leave the results.", cases: ["H10"]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            for number in 0..<9 { other.insert(Plot("\(number)", area: number)) }
            try other.save()
            let watched = try probe.watch(ModelContext(container), by: SortDescriptor(\.area))
            try await watched.expect((0..<9).map { "\($0)" }, "of the first fetch")
            try other.delete(model: Plot.self, where: #Predicate { $0.area < 7 })
            try other.save()
            try await watched.expect(["7", "8"], "after another context's bulk deletion")
            try other.delete(model: Plot.self)
            try other.save()
            try await watched.expect([], "after the bulk deletion of all")
        },
        ContractClause(
            "OBS-010", "A row that another context's new row displaces by its unique value stays one result.",
            cases: ["H10"]
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            try other.add(Plot("a", area: 1), Plot("b", area: 2))
            let watched = try probe.watch(ModelContext(container), by: SortDescriptor(\.area))
            try await watched.expect(["a", "b"], "of the first fetch")
            let kept = watched.observer.results.first
            try ModelContext(container).add(Plot("a", area: 3))
            try await watched.expect(["b", "a"], "after another context's upsert")
            probe.expect(watched.observer.results.last === kept, "the displaced row became another model")
        },
        ContractClause(
            "OBS-011", "Many rows that one save changes all enter the results, though no context held them."
        ) { @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let other = ModelContext(container)
            let plots = (0..<150).map { Plot("\(1000 + $0)", area: $0) }
            for plot in plots { other.insert(plot) }
            try other.save()
            let watched = try probe.watch(
                ModelContext(container), #Predicate { $0.target == 1 && $0.area >= 0 }, by: SortDescriptor(\.name))
            try await watched.expect([], "of the first fetch")
            for plot in plots { plot.target = 1 }
            try other.save()
            try await watched.expect(plots.map(\.name), "after a save of many changes")
        },
        ContractClause("OBS-012", "A write that lands while the first fetch is under way is not lost.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("a"))
            let context = ModelContext(container)
            async let writer: Void = Task.detached { try ModelContext(container).add(Plot("b")) }.value
            let watched = try probe.watch(context, by: SortDescriptor(\.name))
            try await writer
            try await watched.expect(["a", "b"], "after a save beside the first fetch")
        },
        ContractClause("OBS-013", "A burst of saves by several contexts ends with all of it in the results.") {
            @Greenhouse probe in
            let container = try probe.open(Plot.self)
            let watched = try probe.watch(ModelContext(container), by: SortDescriptor(\.name))
            try await watched.expect([], "of the first fetch")
            await Task.detached {
                probe.inParallel(3) { thread in
                    let context = ModelContext(container)
                    for number in 0..<10 { try context.add(Plot("\(thread)\(number)")) }
                }
            }.value
            let names = (0..<3).flatMap { thread in (0..<10).map { "\(thread)\($0)" } }
            try await watched.expect(names, "after a burst of saves")
            probe.expect(watched.calls <= 32, "30 saves were told in \(watched.calls) calls, expected at most 32")
        },
    ]
}

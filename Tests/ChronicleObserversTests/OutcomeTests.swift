import ChronicleObservers
import Foundation
import Testing

/// The outcomes that a program with observers has to prove, on every store: what a feature shows follows the store.
@Suite @MainActor struct OutcomeTests {
    /// A feature's state that is derived from results: the wet beds' names and the sum of their moisture.
    @MainActor private final class WetBeds {
        private(set) var names: [String] = []
        private(set) var sum = 0
        private(set) var reactions = 0
        private let observer: ResultsObserver<Bed, Never>
        private var token: ObservationTracking.Token?

        init(_ context: ModelContext) throws {
            observer = try ResultsObserver(
                filterBy: #Predicate { $0.moisture > 3 }, sortBy: [SortDescriptor(\.name)], modelContext: context)
            token = withContinuousObservation(options: [.didSet]) { [weak self] _ in
                guard let self else { return }
                names = observer.results.map(\.name)
                sum = observer.results.reduce(0) { $0 + $1.moisture }
                reactions += 1
            }
        }

        func stop() { token = nil }
    }

    @Test(arguments: Backend.allCases) func insertingUpdatingAndDeletingUpdateDerivedState(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let wet = try WetBeds(context)
        try await eventually("the first reaction") { wet.reactions == 1 }
        let (a, b) = (Bed("a", moisture: 5), Bed("b", moisture: 1))
        try context.add(a, b)
        try await eventually("a matching insertion") { wet.names == ["a"] && wet.sum == 5 }
        b.moisture = 4
        try context.save()
        try await eventually("an update into the predicate") { wet.names == ["a", "b"] && wet.sum == 9 }
        a.moisture = 6
        try await eventually("an update of a value") { wet.sum == 10 }
        a.moisture = 2
        try context.save()
        try await eventually("an update out of the predicate") { wet.names == ["b"] && wet.sum == 4 }
        context.delete(b)
        try context.save()
        try await eventually("a deletion") { wet.names == [] && wet.sum == 0 }
    }

    @Test(arguments: Backend.allCases) func aSecondContextsWritesUpdateDerivedState(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let wet = try WetBeds(ModelContext(container))
        try await eventually("the first reaction") { wet.reactions == 1 }
        try await Task.detached {
            let other = ModelContext(container)
            let (a, b) = (Bed("a", moisture: 5), Bed("b", moisture: 7))
            try other.add(a, b)
            a.moisture = 0
            try other.save()
            b.moisture = 8
            try other.save()
        }.value
        try await eventually("the second context's writes") { wet.names == ["b"] && wet.sum == 8 }
    }

    @Test(arguments: Backend.persistent) func aSecondProcessesWritesUpdateDerivedState(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("a", moisture: 5), Bed("b", moisture: 1), Bed("c", moisture: 9))
        let wet = try WetBeds(ModelContext(container))
        try await eventually("the first reaction") { wet.names == ["a", "c"] }
        let (kind, path) = (backend.rawValue, place.path)
        await #expect(processExitsWith: .success) { [kind = kind as String, path = path as String] in
            let backend = try #require(Backend(rawValue: kind))
            let context = ModelContext(
                try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: path)]))
            let beds = try context.fetch(FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.name)]))
            beds[0].moisture = 0
            beds[1].moisture = 6
            context.delete(beds[2])
            context.insert(Bed("d", moisture: 4))
            try context.save()
        }
        try await eventually("the second process's writes") { wet.names == ["b", "d"] && wet.sum == 10 }
    }

    /// What a consumer of history has applied, by change: applying it again changes nothing.
    private struct Ledger {
        var applied: [String: String] = [:]
        mutating func apply(_ transactions: [DefaultHistoryTransaction]) {
            for transaction in transactions {
                for (index, change) in transaction.changes.enumerated() {
                    applied["\(transaction.token) \(index)"] = "\(change)"
                }
            }
        }
    }

    @Test(arguments: Backend.allCases) func irrelevantHistoryIsIgnoredAndAReplayedBatchChangesNothing(
        _ backend: Backend
    ) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let observer = try HistoryObserver(observedModels: [Bed.self], authors: ["App"], modelContainer: container)
        let all = try HistoryObserver(modelContainer: container)
        context.author = "Sync"
        try context.add(Bed("theirs"))
        context.author = "App"
        try context.add(Plant("another model"))
        try await eventually("the rings of the other") { all.eventCounter > 0 }
        try context.add(Bed("ours"))
        try await eventually("the ring") { observer.eventCounter == 1 }
        let author: String? = "App"
        let batch = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author }))
        var ledger = Ledger()
        ledger.apply(batch)
        let once = ledger.applied
        ledger.apply(batch)
        #expect(ledger.applied == once && once.count == 2)
    }

    @Test(arguments: Backend.allCases) func releasingTheTokenOrTheFeatureEndsReactions(_ backend: Backend) async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let stopped = try WetBeds(context)
        var released: WetBeds? = try WetBeds(context)
        weak let gone = released
        let fence = try WetBeds(context)
        try await eventually("the first reactions") { stopped.reactions == 1 && released?.reactions == 1 }
        stopped.stop()
        released = nil
        #expect(gone == nil)
        try ModelContext(container).add(Bed("a", moisture: 5))
        try await eventually("the reaction of another") { fence.names == ["a"] }
        #expect(stopped.reactions == 1)
    }
}

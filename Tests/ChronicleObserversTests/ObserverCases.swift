import ChronicleObservers
import ChronicleStore
import Foundation
import Testing

/// Faults that others' observers have had.
@Suite @MainActor struct ObserverCases {
    /// H07
    @Test(arguments: Backend.allCases) func sectionsWhoseKeyIsNotTheOrder(_ backend: Backend) throws {
        let place = try Place(backend, Chore.self)
        let context = ModelContext(try place.open())
        try context.add(
            Chore(9, label: "Today"), Chore(8, label: "Earlier"), Chore(7, label: "Today"), Chore(6),
            Chore(5, label: ""))
        let observer = try ResultsObserver<Chore, String?>(
            sortBy: [SortDescriptor(\.dueAt)], sectionBy: \.label, modelContext: context)
        let sections = try #require(observer.sections)
        #expect(sections.map(\.title) == [nil, "", "Earlier", "Today"])
        #expect(sections.map { $0.map(\.dueAt) } == [[6], [5], [8], [7, 9]])
        #expect(sections.map(\.count).reduce(0, +) == observer.results.count)
        #expect(sections[sectionTitle: "Today"]?.count == 2 && sections.contains(sectionTitle: nil))
        #expect(!sections.contains(sectionTitle: "Never") && sections.index(ofSectionTitled: "") == 1)
        for chore in observer.results {
            let path = try #require(observer.indexPath(for: chore))
            #expect(observer.element(at: path) === chore)
        }
        #expect(observer.element(at: [4, 0]) == nil && observer.element(at: [3, 2]) == nil)
        #expect(observer.element(at: [0]) == nil && observer.indexPath(for: Chore(1)) == nil)
        // Plain titles, as SwiftData has them: nil and "" are together.
        let plain = try ResultsObserver<Chore, String>(
            sortBy: [SortDescriptor(\.dueAt)], sectionBy: \.label, modelContext: context)
        #expect(plain.sections?.map { $0.map(\.dueAt) } == [[6, 5], [8], [7, 9]])
        // The user's own order of the sections is kept.
        let reverse = try ResultsObserver<Chore, String?>(
            sortBy: [SortDescriptor(\.label, order: .reverse)], sectionBy: \.label, modelContext: context)
        #expect(reverse.sections?.sectionTitles == ["Today", "Earlier", "", nil])
        let numbers = try ResultsObserver<Chore, Bool>(sectionBy: \.isDone, modelContext: context)
        #expect(numbers.sections?.sectionTitles == [false])
        let without = try ResultsObserver<Chore, Never>(modelContext: context)
        #expect(without.sections == nil && without.element(at: [0, 0]) == nil && without.sectionBy == nil)
    }

    /// H08
    @Test(arguments: Backend.allCases) func aRowChangesSectionThereAndBack(_ backend: Backend) async throws {
        let place = try Place(backend, Chore.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        try context.add(Chore(1, group: "Oak"), Chore(2, group: "Pine"))
        let checked = Checked(
            try ResultsObserver<Chore, String>(sectionBy: \.group, modelContext: context),
            sectionSort: SortDescriptor(\.group), title: { $0.group }, values: { ["\($0.dueAt)", $0.group] })
        let observer = checked.observer
        let updates = observer.updates
        let moved = try #require(try other.all(Chore.self).last)
        // Its place in the whole result stays the same all along.
        for group in ["Oak", "Pine", "Yew", "Pine"] {
            moved.group = group
            try other.save()
            try checked.check(group)
            let change = try #require(updates.subscription.take())
            #expect(change.moved.map { [$0.from, $0.to] } == [[1, 1]], "\(group)")
        }
        // The last of a section becomes the first of the next.
        try other.add(Chore(3, group: "Pine"))
        try checked.check("third")
        let first = try #require(try other.all(Chore.self).first)
        first.group = "Pine"
        try other.save()
        try checked.check("first")
        #expect(observer.sections?.map(\.count) == [3])
        other.delete(moved)
        try other.save()
        try checked.check("deleted")
        #expect(observer.refreshes.refetches == 0)
    }

    /// H09, from a second context; from a second process in ProcessTests
    @Test(arguments: Backend.allCases) func whatASecondContextSavesIsHereWithoutAskingForIt(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (one, four) = (Bed("Bed 1"), Bed("Bed 4", moisture: 20))
        try context.add(one, four)
        four.note = "unsaved"
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let history = try HistoryObserver(observedModels: [Bed.self], authors: ["B"], modelContainer: container)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.count == 1 }
        try await Task.detached {
            let other = ModelContext(container)
            other.author = "B"
            let beds = try other.all(Bed.self)
            beds[1].moisture = 35
            other.insert(Bed("Bed 5"))
            other.delete(beds[0])
            try other.save()
        }.value
        try await eventually("the save") { calls.all.last == ["Bed 4", "Bed 5"] }
        #expect(four.moisture == 35 && four.note == "unsaved" && one.isDeleted)
        try await eventually("the ring") { history.eventCounter == 1 }
        token.cancel()
    }

    /// H10
    @Test(arguments: Backend.allCases) func bulkDeletionAndDisplacedRows(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        for number in 0..<50 { context.insert(Bed("\(number)", moisture: number)) }
        try context.save()
        let beds = try ResultsObserver<Bed, Never>(modelContext: context)
        let plants = try ResultsObserver<Plant, Never>(modelContext: context)
        #expect(beds.results.count == 50)
        try other.delete(model: Bed.self)
        try other.save()
        #expect(beds.results.isEmpty)
        try other.add(Bed("one", moisture: 1))
        #expect(beds.results.map(\.moisture) == [1])
        let kept = try #require(beds.results.first)
        // Displaces the stored row by its unique name.
        try other.add(Bed("one", moisture: 2))
        #expect(beds.results.map(\.moisture) == [2])
        #expect(beds.results.first === kept)
        try context.add(Bed("one", moisture: 3))
        #expect(beds.results.map(\.moisture) == [3])
        let parent = try other.all(Bed.self).first
        for number in 0..<10 { other.insert(Plant("\(number)", bed: parent)) }
        other.insert(Plant("alone"))
        try other.save()
        #expect(plants.results.count == 11)
        other.delete(try #require(try other.all(Bed.self).first))
        try other.save()
        #expect(plants.results.map(\.label) == ["alone"])
        #expect(beds.results.isEmpty)
        #expect(try context.history().count == 7)
    }

    /// H11
    @Test(arguments: Backend.allCases) func aFailedRefreshHealsByItself(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let faults = FaultyStore.Switch()
        let container = try ModelContainer(
            for: [Bed.self], configurations: [FaultyStore.configuration(backend.configuration(at: place.path), faults)])
        let context = ModelContext(container)
        try context.add(Bed("a"))
        faults.isFailing = true
        #expect(throws: StoreError.self) { try ResultsObserver<Bed, Never>(modelContext: context) }
        faults.isFailing = false
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let history = try HistoryObserver(modelContainer: container)
        let calls = Log<[String]>()
        let errors = Log<Bool>()
        let token = withContinuousObservation(options: [.didSet]) { _ in
            calls.add(observer.results.map(\.name))
            errors.add(observer.refreshError != nil)
        }
        try await eventually("the first call") { calls.count == 1 }
        faults.isFailing = true
        try ModelContext(container).add(Bed("b"))
        try await eventually("the error") { errors.all.last == true }
        #expect(observer.results.map(\.name) == ["a"])
        #expect((observer.refreshError as? StoreError)?.code == .locked)
        try await eventually("the error of history") { history.failure != nil }
        faults.isFailing = false
        try await eventually("the new row") { calls.all.last == ["a", "b"] && errors.all.last == false }
        try await eventually("the ring") { history.eventCounter > 0 && history.failure == nil }
        try ModelContext(container).add(Bed("c"))
        try await eventually("the next row") { calls.all.last == ["a", "b", "c"] }
        token.cancel()
    }
}

import ChronicleObservers
import Foundation
import Testing

// docs: bounds
@Observable @MainActor final class MapBounds {
    private(set) var latitudes: ClosedRange<Double>?
    private let observer: ResultsObserver<Trip, Never>
    @ObservationIgnored private var token: ObservationTracking.Token?

    init(modelContext: ModelContext) throws {
        observer = try ResultsObserver(filterBy: #Predicate { !$0.isArchived }, modelContext: modelContext)
        token = withContinuousObservation(options: [.didSet]) { [weak self] _ in
            guard let self else { return }
            let all = observer.results.compactMap(\.location?.latitude)
            latitudes = all.min().flatMap { low in all.max().map { low...$0 } }
        }
    }
}
// end

// docs: budget
@Observable @MainActor final class BudgetSummary {
    private(set) var spent = Decimal(0)
    private(set) var overspent: [String] = []
    private let observer: ResultsObserver<Trip, Never>
    @ObservationIgnored private var token: ObservationTracking.Token?

    init(limit: Decimal, modelContext: ModelContext) throws {
        observer = try ResultsObserver(sortBy: [SortDescriptor(\.title)], modelContext: modelContext)
        token = withContinuousObservation(options: [.didSet]) { [weak self] _ in
            guard let self else { return }
            // Each trip's expenses and each amount are read here, and so are observed.
            let sums = observer.results.map { trip in (trip.title, trip.expenses.reduce(0) { $0 + $1.amount }) }
            spent = sums.reduce(0) { $0 + $1.1 }
            overspent = sums.filter { $0.1 > limit }.map(\.0)
        }
    }
}
// end

// docs: badge
@MainActor final class Badge {
    private(set) var count = 0
    private var task: Task<Void, Never>?

    init(modelContext: ModelContext) throws {
        let observer = try ResultsObserver<Trip, Never>(
            filterBy: #Predicate { !$0.isArchived }, modelContext: modelContext)
        count = observer.results.count
        let updates = observer.updates
        task = Task { [weak self] in
            for await change in updates { self?.count = change.after.count }
        }
    }

    deinit { task?.cancel() }
}
// end

// docs: doorbell
actor Uploader {
    private let container: ModelContainer
    private var last: DefaultHistoryToken?
    private(set) var uploaded: [String] = []

    init(container: ModelContainer) { self.container = container }

    func run() async throws {
        let observer = try HistoryObserver(observedModels: [Trip.self], authors: ["App"], modelContainer: container)
        try upload()  // what was saved while this did not run
        for await _ in observer.events { try upload() }
    }

    private func upload() throws {
        let context = ModelContext(container)
        let author: String? = "App"
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author })
        if let last { descriptor.predicate = #Predicate { $0.token > last && $0.author == author } }
        for transaction in try context.fetchHistory(descriptor) {
            for case .insert(let insert as DefaultHistoryInsert<Trip>) in transaction.changes {
                let trip = try context.model(for: insert.changedPersistentIdentifier, as: Trip.self)
                uploaded.append(trip?.title ?? "gone")
            }
            last = transaction.token
        }
    }
}
// end

@Suite @MainActor struct ObserverExamples {
    @Test func boundsFollowTheTrips() async throws {
        let context = try someTrips()
        let map = try MapBounds(modelContext: context)
        for (index, trip) in try context.fetch(FetchDescriptor<Trip>()).enumerated() {
            trip.location = Location(latitude: Double(index) * 10, longitude: 0)
        }
        try await eventually("the bounds") { map.latitudes == 0...20 }
        try context.fetch(FetchDescriptor<Trip>()).last?.isArchived = true
        try await eventually("smaller bounds") { map.latitudes == 0...10 }
        let other = ModelContext(context.container)
        try context.save()
        try other.fetch(FetchDescriptor<Trip>()).first?.location?.latitude = -5
        try other.save()
        try await eventually("wider bounds") { map.latitudes == -5...10 }
    }

    @Test func aBudgetFollowsAToManyRelationship() async throws {
        let context = try someTrips()
        let budget = try BudgetSummary(limit: 10, modelContext: context)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        trip.expenses = [Expense(4, day: 1), Expense(5, day: 2)]
        try await eventually("the expenses") { budget.spent == 9 && budget.overspent.isEmpty }
        try context.save()
        let other = ModelContext(context.container)
        let theirs = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        theirs.expenses.append(Expense(6, day: 3))
        try other.save()
        try await eventually("another context's") { budget.spent == 15 && budget.overspent == ["Lisbon"] }
        theirs.expenses.last?.amount = 1
        try other.save()
        try await eventually("a smaller amount") { budget.spent == 10 && budget.overspent.isEmpty }
        other.delete(theirs)
        try other.save()
        try await eventually("no trip") { budget.spent == 0 }
    }

    @Test func aBadgeCounts() async throws {
        let context = try someTrips()
        var badge: Badge? = try Badge(modelContext: context)
        #expect(badge?.count == 3)
        try context.fetch(FetchDescriptor<Trip>()).first?.isArchived = true
        try await eventually("fewer") { badge?.count == 2 }
        weak let gone = badge
        badge = nil
        #expect(gone == nil)
    }

    @Test func aDoorbellWakesTheUploader() async throws {
        let context = try someTrips()
        context.author = "App"
        context.insert(Trip(remoteID: "4", title: "Bern", startsAt: .now))
        try context.save()
        let uploader = Uploader(container: context.container)
        let task = Task { try await uploader.run() }
        let deadline = ContinuousClock.now + .seconds(120)
        while await uploader.uploaded.isEmpty, ContinuousClock.now < deadline { await Task.yield() }
        context.insert(Trip(remoteID: "5", title: "Porto", startsAt: .now))
        try context.save()
        while await uploader.uploaded.count < 2, ContinuousClock.now < deadline { await Task.yield() }
        #expect(await uploader.uploaded == ["Bern", "Porto"])
        task.cancel()
        try await task.value
    }

    @Test func observing() async throws {
        let context = try someTrips()
        // docs: results
        let now = Date(timeIntervalSince1970: 0)
        let observer = try ResultsObserver<Trip, Never>(
            filterBy: #Predicate { $0.startsAt >= now && !$0.isArchived },
            sortBy: [SortDescriptor(\.startsAt)], modelContext: context)
        let token = withContinuousObservation(options: [.didSet]) { _ in
            print("next:", observer.results.first?.title ?? "nothing")
        }
        context.insert(Trip(remoteID: "trip-4", title: "Bern", startsAt: .now))
        print(observer.results.count)  // 4: what is read is current
        // end
        #expect(observer.results.count == 4)
        token.cancel()
    }

    @Test func sections() throws {
        let context = try someTrips()
        // docs: sections
        let observer = try ResultsObserver<Trip, Stage>(
            sortBy: [SortDescriptor(\.title)], sectionBy: \.stage, modelContext: context)
        guard let sections = observer.sections else { return }
        for section in sections {
            print(section.title, section.map(\.title))  // planned ["Lisbon", "Oslo", "Rome"]
        }
        let first = observer.element(at: [0, 0])
        // end
        #expect(first?.title == "Lisbon")
        #expect(observer.sections?.sectionTitles == [.planned])
    }

    @Test func changes() async throws {
        let context = try someTrips()
        let observer = try ResultsObserver<Trip, Never>(sortBy: [SortDescriptor(\.title)], modelContext: context)
        // docs: changes
        var table = observer.results.map(\.title)
        var updates = observer.updates.makeAsyncIterator()
        context.insert(Trip(remoteID: "trip-4", title: "Bern", startsAt: .now))
        guard let change = await updates.next(isolation: #isolation) else { return }
        for index in (change.removed + change.moved.map(\.from)).sorted(by: >) { table.remove(at: index) }
        for index in (change.inserted + change.moved.map(\.to)).sorted() {
            table.insert(change.after[index].title, at: index)
        }
        for index in change.updated { table[index] = change.after[index].title }
        // end
        #expect(table == ["Bern", "Lisbon", "Oslo", "Rome"])
    }

    /// Lets what is scheduled on the main actor run until a condition holds.
    private func eventually(_ what: String, _ condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while !condition() {
            try #require(ContinuousClock.now < deadline, "\(what) did not come")
            await Task.yield()
        }
    }
}

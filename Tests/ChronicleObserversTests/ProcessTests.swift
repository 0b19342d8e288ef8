import ChronicleObservers
import ChronicleStore
import Foundation
import Synchronization
import Testing

/// Second processes are exit tests: real processes that run this program anew.
@Suite @MainActor struct ProcessTests {
    /// H09
    @Test(arguments: Backend.persistent) func whatAnotherProcessSavesArrives(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (one, four) = (Bed("Bed 1"), Bed("Bed 4", moisture: 20))
        try context.add(one, four)
        four.note = "unsaved"
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let history = try HistoryObserver(observedModels: [Bed.self], authors: ["B"], modelContainer: container)
        let others = try HistoryObserver(authors: ["C"], modelContainer: container)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in
            calls.add(observer.results.map { "\($0.name) \($0.moisture)" })
        }
        try await eventually("the first call") { calls.count == 1 }
        let (kind, path) = (backend.rawValue, place.path)
        await #expect(processExitsWith: .success) { [kind = kind as String, path = path as String] in
            let context = try other(kind, path)
            context.author = "B"
            let beds = try context.all(Bed.self)
            beds[1].moisture = 35
            context.insert(Bed("Bed 5"))
            context.delete(beds[0])
            try context.save()
        }
        try await eventually("the save") { calls.all.last == ["Bed 4 35", "Bed 5 0"] }
        #expect(four.note == "unsaved" && one.isDeleted)
        try await eventually("the ring") { history.eventCounter == 1 }
        #expect(others.eventCounter == 0)
        token.cancel()
    }

    @Test(arguments: Backend.persistent) func aThousandForeignSavesAreFewPasses(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let observer = try ResultsObserver<Bed, Never>(modelContext: ModelContext(container))
        let history = try HistoryObserver(modelContainer: container)
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.count) }
        let (kind, path) = (backend.rawValue, place.path)
        async let writer: ExitTest.Result? = #expect(processExitsWith: .success) {
            [kind = kind as String, path = path as String] in
            let context = try other(kind, path)
            for number in 0..<1000 { try context.add(Bed("\(number)")) }
        }
        _ = await writer
        try await eventually("all rows") { calls.all.last == 1000 }
        await settle()
        #expect(calls.all == calls.all.sorted())
        // At most one for each save; how many fewer depends on how fast they come.
        #expect(calls.count <= 1001 && observer.refreshes.passes <= 1001 && history.eventCounter <= 1000)
        #expect(history.eventCounter > 0)
        token.cancel()
    }

    /// A writer that is killed after its commit and before its signal is noticed all the same.
    @Test func aKilledWriterIsASignal() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let signal = CommitSignal(path: path)
        let rings = Log<Int>()
        let observation = signal.observe { rings.add(1) }
        #expect(observation.seesOtherProcesses)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            CommitSignal(path: path).prepare()
            kill(getpid(), SIGKILL)
        }
        try await eventually("the signal") { rings.count > 0 }
        withExtendedLifetime(observation) {}
    }

    @Test func whatCannotBeSeenIsSaid() {
        let signal = CommitSignal(path: "/nowhere/\(UUID().uuidString)/signal")
        let observation = signal.observe {}
        #expect(!observation.seesOtherProcesses)
    }

    /// A signal file that comes later, and one that is replaced, are noticed.
    @Test func theSignalFileMayBeReplaced() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let signal = CommitSignal(path: path)
        let rings = Log<Int>()
        let observation = signal.observe { rings.add(1) }
        try FileManager.default.removeItem(atPath: path)
        try await eventually("the removal") { rings.count > 0 }
        let before = rings.count
        CommitSignal(path: path).notify()
        try await eventually("the signal of the new file") { rings.count > before }
        withExtendedLifetime(observation) {}
    }

    /// Nothing needs a main thread that runs.
    @Test(arguments: Backend.allCases) func aProgramThatBlocksItsMainThreadIsToldOnItsIsolation(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let (kind, path) = (backend.rawValue, place.path)
        await #expect(processExitsWith: .success) { [kind = kind as String, path = path as String] in
            let isBlocked = DispatchSemaphore(value: 0)
            let isOver = DispatchSemaphore(value: 0)
            DispatchQueue.main.async {
                isBlocked.signal()
                isOver.wait()
            }
            isBlocked.wait()
            try await runOnDesk(try container(kind, path))
            isOver.signal()
        }
    }
}

@Desk private func runOnDesk(_ container: ModelContainer) async throws {
    let observer = try ResultsObserver<Bed, Never>(modelContainer: container)
    let history = try HistoryObserver(modelContainer: container)
    let calls = Log<Int>()
    let rings = Log<Int>()
    let token = withContinuousObservation(options: [.didSet]) { _ in
        Desk.shared.assertIsolated()
        calls.add(observer.results.count)
    }
    let ringing = withContinuousObservation(options: [.didSet]) { _ in rings.add(history.eventCounter) }
    try await eventually("the first call") { calls.all == [0] && rings.all == [0] }
    try ModelContext(container).add(Bed("a"))
    try await eventually("the save") { calls.all == [0, 1] && rings.all == [0, 1] }
    token.cancel()
    ringing.cancel()
}

private func container(_ kind: String, _ path: String) throws -> ModelContainer {
    let backend = try #require(Backend(rawValue: kind))
    return try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: path)])
}

private func other(_ kind: String, _ path: String) throws -> ModelContext {
    ModelContext(try container(kind, path))
}

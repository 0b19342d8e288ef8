import ChronicleObservers
import ChronicleStore
import Foundation
import Testing

/// Stores in folders that cannot be watched, and stores whose files are moved or replaced under an observer.
@Suite @MainActor struct PlaceOfStoreTests {
    /// A folder that may only be read is watched all the same: a writer of another user is noticed.
    @Test(arguments: Backend.persistent) func aReadOnlyFolderIsWatched(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("a"))
        let (kind, path) = (backend.rawValue, place.path)
        letOthersRead(place)
        let ready = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: ready) }
        async let reader: ExitTest.Result? = #expect(processExitsWith: .success) {
            [kind = kind as String, path = path as String, ready = ready as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            await Self.recording { try await Self.readersSeeWriters(kind, path, ready) }
        }
        try await eventually("the reader") { FileManager.default.fileExists(atPath: ready) }
        try ModelContext(container).add(Bed("b"))
        _ = await reader
        try container.close()
    }

    /// An error that leaves the body of a process would end it without a word.
    private static func recording(_ body: () async throws -> Void) async {
        do { try await body() } catch let error as StoreError where error.code == .noPermission {
            // LMDB keeps its readers in a file that each of them has to write: who may not is refused, and told why.
            #expect(error.location?.hasSuffix(".lmdb") ?? false)
        } catch {
            Issue.record(error)
        }
    }

    /// The paths of all that lies at a place.
    private func files(in place: Place) -> [String] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: place.directory.path)) ?? []
        return found.map { place.directory.path + "/" + $0 }
    }

    /// Folders for reading only. The files by which readers tell a writer that they are there have to be written, though.
    private func letOthersRead(_ place: Place) {
        chmod(place.directory.path, 0o755)
        for file in files(in: place) where file.hasSuffix("-shm") || file.hasSuffix("lock.mdb") { chmod(file, 0o666) }
    }

    private static func readersSeeWriters(_ kind: String, _ path: String, _ ready: String) async throws {
        defer { _ = FileManager.default.createFile(atPath: ready, contents: nil) }
        let backend = try #require(Backend(rawValue: kind))
        let container = try ModelContainer(
            for: [Bed.self], configurations: [backend.configuration(at: path, allowsSave: false)])
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.name)], modelContainer: container)
        let history = try HistoryObserver(modelContainer: container)
        #expect(container.unwatchedStores.isEmpty && history.unwatchedStores.isEmpty)
        #expect(observer.results.map(\.name) == ["a"])
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        _ = FileManager.default.createFile(atPath: ready, contents: nil)
        try await eventually("the writer's row") { calls.all.last == ["a", "b"] && history.eventCounter > 0 }
        token.cancel()
    }

    /// Where the signal file may not be read, the container says that it does not see other processes, and fetches go on.
    @Test(arguments: Backend.persistent) func whatCannotBeWatchedIsSaid(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("a"))
        let (kind, path) = (backend.rawValue, place.path)
        letOthersRead(place)
        for file in files(in: place) where file.hasSuffix("-signal") || file.hasSuffix(".signal") { chmod(file, 0o600) }
        await #expect(processExitsWith: .success) { [kind = kind as String, path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            if geteuid() != 65_534 { return print("Not tested: the tests do not run as root") }
            await Self.recording {
                let backend = try #require(Backend(rawValue: kind))
                let container = try ModelContainer(
                    for: [Bed.self], configurations: [backend.configuration(at: path, allowsSave: false)])
                let context = ModelContext(container)
                let history = try HistoryObserver(modelContainer: container)
                #expect(container.unwatchedStores.count == 1)
                #expect(history.unwatchedStores == container.unwatchedStores)
                #expect(try context.all(Bed.self).map(\.name) == ["a"])
            }
        }
        try container.close()
    }

    /// A closed SQLite store where nothing may be written is read as it is, and the container says that it does not watch it.
    @Test func aStoreThatNobodyMayChangeIsUnwatched() async throws {
        let place = try Place(.sqlite, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("a"))
        try container.close()
        chmod(place.directory.path, 0o555)
        defer { chmod(place.directory.path, 0o755) }
        let path = place.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            await Self.recording {
                let container = try ModelContainer(
                    for: [Bed.self], configurations: [Backend.sqlite.configuration(at: path, allowsSave: false)])
                let history = try HistoryObserver(modelContainer: container)
                #expect(container.unwatchedStores.count == 1)
                #expect(history.unwatchedStores == container.unwatchedStores)
                #expect(try ModelContext(container).all(Bed.self).map(\.name) == ["a"])
            }
        }
    }

    /// While the files are elsewhere, whatever cannot be read is an error that is told; once they are back, all is as stored.
    @Test(arguments: Backend.persistent) func aMovedStoreIsFollowedOrToldOf(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        try other.add(Bed("a"))
        let observer = try ResultsObserver<Bed, Never>(sortBy: [SortDescriptor(\.name)], modelContext: context)
        let calls = Log<[String]>()
        let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(observer.results.map(\.name)) }
        try await eventually("the first call") { calls.all.last == ["a"] }
        let elsewhere = place.directory.path + "-moved"
        try FileManager.default.moveItem(atPath: place.directory.path, toPath: elsewhere)
        other.insert(Bed("b"))
        do {
            try other.save()
            try await eventually("the row or an error") {
                observer.results.map(\.name) == ["a", "b"] || observer.refreshError is StoreError
            }
        } catch {
            #expect(error is StoreError)
            #expect(observer.results.map(\.name) == ["a"])
        }
        try FileManager.default.moveItem(atPath: elsewhere, toPath: place.directory.path)
        if other.hasChanges { try other.save() }
        try other.add(Bed("c"))
        try await eventually("all rows") { calls.all.last == ["a", "b", "c"] && observer.refreshError == nil }
        token.cancel()
        try container.close()
        let again = try place.open()
        #expect(try ModelContext(again).all(Bed.self).count == 3)
        try again.close()
    }

    /// After an older copy was put in the store's place, a token of what it does not have is refused, and results are those of the copy.
    @Test(arguments: Backend.persistent) func anOlderCopyIsNotTakenForTheStore(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        var container = try place.open()
        try ModelContext(container).add(Bed("a"))
        try container.close()
        let copy = place.directory.path + "-copy"
        try FileManager.default.copyItem(atPath: place.directory.path, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("b"))
        try context.add(Bed("c"))
        let tokens = try context.currentHistoryTokens()
        try container.close()
        try FileManager.default.removeItem(at: place.directory)
        try FileManager.default.copyItem(atPath: copy, toPath: place.directory.path)
        container = try place.open()
        let observer = try ResultsObserver<Bed, Never>(modelContainer: container)
        #expect(observer.results.map(\.name) == ["a"])
        #expect { try HistoryObserver(historyTokens: tokens, modelContainer: container) } throws: {
            ($0 as? HistoryError)?.code == .tokenAhead
        }
        // From now on it can be followed.
        let history = try HistoryObserver(modelContainer: container)
        try ModelContext(container).add(Bed("d"))
        try await eventually("the ring") { history.eventCounter == 1 && observer.results.count == 2 }
        try container.close()
    }
}

#if SQLite
import CSQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Files in which the making of a store was cut off, and stores that several processes make at once.
@Suite struct UnfinishedStoreTests {
    /// What a killed maker can leave behind.
    enum Remains: String, CaseIterable {
        case emptyFile
        case emptyFileWithJournal
        case fileWithoutTables
        case fileWithHeaderOfLog
        case fileWithHotJournal
    }

    @Test(arguments: Remains.allCases) func whereTheMakingWasCutOffThereIsNoStoreYet(_ remains: Remains) throws {
        let folder = try Folder()
        try make(remains, in: folder)
        let configuration = SQLiteConfiguration(url: folder.file())
        for _ in 0..<2 {
            #expect(code { _ = try SQLiteStore.storedSchema(configuration) } == .missingStore)
            #expect(code { _ = try Fixture.store(folder.file()) { $0.allowsSave = false } } == .missingStore)
            #expect(code { _ = try ModelConfiguration.sqlite(at: folder.file()).openStore() } == .missingStore)
        }
        let store = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("a")], into: store)
        let reader = try Fixture.store(folder.file()) { $0.allowsSave = false }
        #expect(try reader.count(FetchRequest(entity: 0)) == 1)
        #expect(try SQLiteStore.storedSchema(configuration).entities.map(\.name).sorted() == ["Flight", "Plane"])
    }

    @Test(arguments: [
        "CREATE TABLE t (a)", "PRAGMA application_id = 7", "PRAGMA user_version = 3",
        "PRAGMA journal_mode = WAL; CREATE TABLE t (a)",
    ]) func whatAnotherProgramMadeIsNotTakenForAMissingStore(_ sql: String) throws {
        let folder = try Folder()
        try run(sql, on: folder.file())
        let before = try Data(contentsOf: folder.file())
        #expect(code { _ = try SQLiteStore.storedSchema(SQLiteConfiguration(url: folder.file())) } == .notAStore)
        #expect(code { _ = try Fixture.store(folder.file()) { $0.allowsSave = false } } == .notAStore)
        #expect(code { _ = try Fixture.store(folder.file()) } == .notAStore)
        #expect(try Data(contentsOf: folder.file()) == before)
    }

    /// The journal of another program is undone as SQLite does it for any reader that may write.
    @Test func aForeignDatabaseWithAHotJournalIsNoStore() throws {
        let folder = try Folder()
        try run("CREATE TABLE kept (a)", on: folder.file("maker"))
        try leaveHotJournal(in: folder)
        #expect(code { _ = try SQLiteStore.storedSchema(SQLiteConfiguration(url: folder.file())) } == .notAStore)
    }

    @Test func whoMayNotRecoverIsToldWhatToDo() async throws {
        let folder = try Folder()
        try make(.fileWithHotJournal, in: folder)
        chmod(folder.file().path, 0o444)
        chmod(folder.file().path + "-journal", 0o444)
        chmod(folder.url.path, 0o555)
        defer { chmod(folder.url.path, 0o755) }
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            #expect {
                try SQLiteStore.storedSchema(SQLiteConfiguration(url: URL(filePath: path)))
            } throws: { error in
                guard let error = error as? StoreError else { return false }
                return error.code == .noPermission && "\(error)".contains("open it once")
            }
        }
    }

    /// Whoever finds no store makes it or finds the one that another process has made meanwhile.
    @Test func processesThatMakeOneStoreAtOnceAllGetIt() async throws {
        let folder = try Folder()
        let path = folder.url.path
        async let first: ExitTest.Result? = #expect(processExitsWith: .success) { [path = path as String] in
            Self.lookAndMake(in: path)
        }
        async let second: ExitTest.Result? = #expect(processExitsWith: .success) { [path = path as String] in
            Self.lookAndMake(in: path)
        }
        async let third: ExitTest.Result? = #expect(processExitsWith: .success) { [path = path as String] in
            Self.lookAndMake(in: path)
        }
        _ = await (first, second, third)
        for index in 0..<Self.stores {
            let store = try Fixture.store(folder.file("\(index).db")) { $0.allowsSave = false }
            #expect(try store.count(FetchRequest(entity: 0)) == 3)
        }
    }

    private static let stores = 40

    /// Those who come late catch up, as looking takes less time than making, so that they meet at most of the stores.
    private static func lookAndMake(in path: String) {
        for index in 0..<stores {
            let url = URL(filePath: path).appending(path: "\(index).db")
            do {
                for _ in 0..<3 {
                    do { _ = try SQLiteStore.storedSchema(SQLiteConfiguration(url: url)) } catch let error as StoreError
                        where error.code == .missingStore
                    { continue }
                }
                let store = try Fixture.store(url)
                try Fixture.insert([Fixture.flight("\(getpid())")], into: store)
                try store.close()
            } catch {
                Issue.record(error, "store \(index)")
            }
        }
    }

    /// A killed maker leaves stores, or files that are none yet, wherever it was.
    @Test func whateverAKilledMakerLeavesCanBeLookedAtAndMade() async throws {
        for _ in 0..<5 {
            let folder = try Folder()
            let delay = Int.random(in: 1_000...40_000)
            print("Killed after \(delay) microseconds")
            let path = folder.url.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as Int] in
                let end = ContinuousClock.now + .microseconds(delay)
                Thread.detachNewThread {
                    while ContinuousClock.now < end {}
                    kill(getpid(), SIGKILL)
                }
                var index = 0
                while true {
                    try Fixture.store(URL(filePath: path).appending(path: "\(index).db")).close()
                    index += 1
                }
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".db") }
            for file in files {
                let seen = code { _ = try SQLiteStore.storedSchema(SQLiteConfiguration(url: folder.file(file))) }
                #expect(seen == nil || seen == .missingStore, "\(file) of \(files.count)")
                let store = try Fixture.store(folder.file(file))
                #expect(try store.count(FetchRequest(entity: 0)) == 0)
                try store.close()
            }
        }
    }

    // MARK: Making what is left behind

    private func make(_ remains: Remains, in folder: Folder) throws {
        let path = folder.file().path
        switch remains {
        case .emptyFile:
            try Data().write(to: folder.file())
        case .emptyFileWithJournal:
            try leaveHotJournal(in: folder)
            truncate(path, 0)
        case .fileWithoutTables:
            try run("PRAGMA journal_mode = WAL", on: folder.file())
        case .fileWithHeaderOfLog:
            let log = try logOfATable(in: folder)
            try run("PRAGMA journal_mode = WAL", on: folder.file())
            try log.prefix(32).write(to: URL(filePath: path + "-wal"))
        case .fileWithHotJournal:
            try leaveHotJournal(in: folder)
        }
    }

    /// Copies the files of a database in the midst of a change that has outgrown the cache.
    private func leaveHotJournal(in folder: Folder) throws {
        var handle: OpaquePointer?
        let maker = folder.file("maker").path
        #expect(sqlite3_open(maker, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        let sql = """
            PRAGMA cache_size = 2; BEGIN IMMEDIATE; CREATE TABLE t (a);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
            INSERT INTO t SELECT randomblob(3000) FROM n
            """
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: maker + suffix, toPath: folder.file().path + suffix)
        }
    }

    private func logOfATable(in folder: Folder) throws -> Data {
        var handle: OpaquePointer?
        let maker = folder.file("maker").path
        #expect(sqlite3_open(maker, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, "PRAGMA journal_mode = WAL; CREATE TABLE t (a)", nil, nil, nil) == SQLITE_OK)
        return try Data(contentsOf: URL(filePath: maker + "-wal"))
    }

    private func run(_ sql: String, on url: URL) throws {
        var handle: OpaquePointer?
        #expect(sqlite3_open(url.path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
}
#endif

#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Stores at places where the reader may not write.
@Suite struct ReadablePlaceTests {
    /// Takes the right to write away from everyone but root, who has them all.
    private func letOnlyRead(_ folder: Folder) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            chmod(folder.file(file).path, 0o444)
        }
        chmod(folder.url.path, 0o555)
    }

    @Test(arguments: ["store.db", "50% of #1? é.db"])
    func aStoreThatMayOnlyBeReadIsRead(_ name: String) async throws {
        let folder = try Folder()
        defer { chmod(folder.url.path, 0o755) }
        let store = try Fixture.store(folder.file(name))
        try Fixture.insert([Fixture.flight("a"), Fixture.flight("b")], into: store)
        try store.close()
        try letOnlyRead(folder)
        let path = folder.file(name).path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            do {
                let url = URL(filePath: path)
                let schema = try SQLiteStore.storedSchema(SQLiteConfiguration(url: url))
                #expect(schema.entities.map(\.name).sorted() == ["Flight", "Plane"])
                let reader = try Fixture.store(url) { $0.allowsSave = false }
                #expect(try reader.count(FetchRequest(entity: 0)) == 2)
                #expect(!reader.observeCommits {}.seesOtherProcesses)
                #expect(reader.capabilities.isReadOnly)
                #expect(code { _ = try Fixture.store(url) } == .noPermission)
                try reader.close()
                #expect(code { _ = try reader.count(FetchRequest(entity: 0)) } == .closed)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// What lies in the log belongs to the store: without it rows would be missing.
    @Test func aStoreWhoseLogCannotBeReadIsRefusedWithTheRemedy() async throws {
        let folder = try Folder()
        let copy = try Folder()
        defer { chmod(copy.url.path, 0o755) }
        let store = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("a")], into: store)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.file().path + suffix, toPath: copy.file().path + suffix)
        }
        try store.close()
        try letOnlyRead(copy)
        let path = copy.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            if geteuid() != 65_534 { return print("Not tested: the tests do not run as root") }
            #expect {
                _ = try Fixture.store(URL(filePath: path)) { $0.allowsSave = false }
            } throws: { error in
                guard let error = error as? StoreError else { return false }
                return error.code == .noPermission && "\(error)".contains("open it once")
            }
        }
        // Whoever may write reads it all.
        chmod(copy.url.path, 0o755)
        let reader = try Fixture.store(copy.file()) { $0.allowsSave = false }
        #expect(try reader.count(FetchRequest(entity: 0)) == 1)
        #expect(reader.observeCommits {}.seesOtherProcesses)
    }

    /// While its writer lives, a store is read with the writer's own files, and commits are seen.
    @Test func aLiveStoreThatMayOnlyBeReadShowsItsCommits() async throws {
        let folder = try Folder()
        defer { chmod(folder.url.path, 0o755) }
        let store = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("a")], into: store)
        chmod(folder.url.path, 0o555)
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            do {
                let reader = try Fixture.store(URL(filePath: path)) { $0.allowsSave = false }
                #expect(try reader.count(FetchRequest(entity: 0)) == 1)
                #expect(reader.observeCommits {}.seesOtherProcesses)
            } catch {
                Issue.record(error)
            }
        }
        try store.close()
    }

    /// Reading past a log that may not be read would miss what its writer does.
    @Test func aLiveStoreWhoseFilesAreHiddenIsRefused() async throws {
        let folder = try Folder()
        defer { chmod(folder.url.path, 0o755) }
        let store = try Fixture.store(folder.file())
        try letOnlyRead(folder)
        for suffix in ["-wal", "-shm"] { chmod(folder.file().path + suffix, 0o600) }
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            if geteuid() != 65_534 { return print("Not tested: the tests do not run as root") }
            #expect {
                _ = try Fixture.store(URL(filePath: path)) { $0.allowsSave = false }
            } throws: { error in
                guard let error = error as? StoreError else { return false }
                return error.code == .noPermission
            }
        }
        try store.close()
    }

    @Test func anEmptyFileThatMayOnlyBeReadIsNoStore() async throws {
        let folder = try Folder()
        defer { chmod(folder.url.path, 0o755) }
        try Data().write(to: folder.file())
        try letOnlyRead(folder)
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            let url = URL(filePath: path)
            #expect(code { _ = try SQLiteStore.storedSchema(SQLiteConfiguration(url: url)) } == .missingStore)
        }
    }
}
#endif

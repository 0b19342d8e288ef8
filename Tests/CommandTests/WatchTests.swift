import Chronicle
import ChronicleLMDB
import ChronicleSQLite
import Foundation
import Synchronization
import Testing

final class WatchedNote: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var title: String
    @Attribute var stars: Int = 0
    @Attribute var madeAt: Date?

    init() {}
    init(_ title: String, stars: Int) {
        self.title = title
        self.stars = stars
    }
}

/// `chronicle watch` over the store of a program that runs: this one.
@Suite struct WatchTests {
    enum Kind: String, CaseIterable, Sendable {
        case sqlite, lmdb

        func url(in folder: URL) -> String { "\(rawValue)://\(folder.path)/notes.\(rawValue)" }

        func open(in folder: URL) throws -> ModelContainer {
            let place = folder.appending(path: "notes.\(rawValue)")
            return try ModelContainer(
                for: WatchedNote.self, configurations: self == .sqlite ? .sqlite(at: place) : .lmdb(at: place))
        }
    }

    @Test(arguments: Kind.allCases) func itShowsRowsAsTheyComeChangeAndGo(_ kind: Kind) async throws {
        try await CommandLine.inFolder { folder in
            let container = try kind.open(in: folder)
            let context = ModelContext(container)
            let (low, high) = (WatchedNote("low", stars: 1), WatchedNote("high", stars: 4))
            context.insert(low)
            context.insert(high)
            try context.save()
            let program = try Program(
                "watch", "--store", kind.url(in: folder), "WatchedNote", "--sort", "-stars", "--where", "stars > 1")
            defer { program.kill() }
            try await program.wait(for: "  WatchedNote/\(high.persistentModelID.primaryKey) title=high stars=4")
            low.stars = 9
            try context.save()
            try await program.wait(for: "+ WatchedNote/\(low.persistentModelID.primaryKey) title=low stars=9")
            low.stars = 8
            try context.save()
            try await program.wait(for: "~ WatchedNote/\(low.persistentModelID.primaryKey) title=low stars=8")
            context.delete(high)
            try context.save()
            try await program.wait(for: "- WatchedNote/\(high.persistentModelID.primaryKey) title=high stars=4")
            #expect(try await program.interrupt() == 0)
            #expect(program.lines.count == 4)
            try container.close()
        }
    }

    @Test(arguments: Kind.allCases) func itShowsHistoryFromNowOn(_ kind: Kind) async throws {
        try await CommandLine.inFolder { folder in
            let container = try kind.open(in: folder)
            let context = ModelContext(container)
            context.author = "App"
            context.insert(WatchedNote("before", stars: 1))
            try context.save()
            let program = try Program(
                "watch", "--store", kind.url(in: folder), "--history", "--author", "App", "--json")
            defer { program.kill() }
            try await program.wait(for: #"{"count":1,"event":"count","model":"WatchedNote"}"#)
            context.author = "Server"
            context.insert(WatchedNote("theirs", stars: 2))
            try context.save()
            context.author = "App"
            let note = WatchedNote("ours", stars: 3)
            context.insert(note)
            try context.save()
            let key = note.persistentModelID.primaryKey
            try await program.wait { line in
                line.contains(#""author":"App""#) && line.contains(#""change":"insert""#)
                    && line.contains(#""key":\#(key)"#)
            }
            #expect(try await program.interrupt() == 0)
            #expect(!program.lines.contains { $0.contains("Server") })
            for line in program.lines {
                _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
            try container.close()
        }
    }

    @Test func whatItCannotWatchItSays() async throws {
        try await CommandLine.inFolder { folder in
            let container = try Kind.sqlite.open(in: folder)
            try container.close()
            let url = Kind.sqlite.url(in: folder)
            for (arguments, message) in [
                (["--store", "memory:"], "nobody can watch"),
                (["--store", "sqlite://\(folder.path)/none.sqlite"], "none.sqlite"),
                (["--store", url, "Nothing"], "there are WatchedNote"),
                (["--store", url, "WatchedNote", "--sort", "color"], "there are title, stars, madeAt"),
                (["--store", url, "WatchedNote", "--where", "stars ~ 3"], "is no comparison"),
                (["--store", url, "WatchedNote", "--where", "stars > many"], "holds integer"),
                (["--store", url, "WatchedNote", "--where", "madeAt > 2026-02-30T00:00:00Z"], "holds date"),
                (["--store", url, "--limit", "3"], "needs the name of a model"),
                ([], "watch needs --store URL"),
            ] {
                let outcome = try await CommandLine.run(["watch"] + arguments)
                #expect(outcome.status == 2, "\(arguments)")
                #expect(outcome.complaints.count == 1 && outcome.complaint.contains(message), "\(outcome.complaint)")
            }
            for day in ["'2026-02-30'", "2025-02-29T00:00:00Z"] {
                let explained = try await CommandLine.run(
                    "explain", "--store", url, "WatchedNote", "--where", "madeAt > \(day)")
                #expect(explained.status == 2 && explained.complaint.contains("is no date"), "\(explained)")
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("none") })
        }
    }

    /// The built program at work.
    private final class Program: Sendable {
        private let process = Mutex(Process())
        private let state = Mutex<(lines: [String], rest: String)>(([], ""))
        private let said = DispatchSemaphore(value: 0)

        init(_ arguments: String...) throws {
            let output = Pipe()
            let program = try CommandLine.program()
            try process.withLock { process in
                process.executableURL = program
                process.arguments = arguments
                process.standardOutput = output
                try process.run()
            }
            let reading = output.fileHandleForReading
            Thread.detachNewThread { [weak self] in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = read(reading.fileDescriptor, &bytes, bytes.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    self?.take(String(decoding: bytes[..<count], as: UTF8.self))
                }
            }
        }

        var lines: [String] { state.withLock { $0.lines } }

        private func take(_ text: String) {
            state.withLock { state in
                var parts = (state.rest + text).components(separatedBy: "\n")
                state.rest = parts.removeLast()
                state.lines += parts
            }
            said.signal()
        }

        func wait(for line: String) async throws { try await wait { $0 == line } }

        func wait(for condition: @escaping @Sendable (String) -> Bool) async throws {
            try await aside { [self] in
                let deadline = DispatchTime.now() + .seconds(60)
                while !lines.contains(where: condition) {
                    guard said.wait(timeout: deadline) == .success else {
                        throw Missing(description: "the line did not come within a minute; there are \(lines)")
                    }
                }
            }
        }

        struct Missing: Error, CustomStringConvertible { let description: String }

        /// Does what Ctrl-C does.
        func interrupt() async throws -> Int32 {
            try await aside { [self] in
                process.withLock { process in
                    process.interrupt()
                    process.waitUntilExit()
                    return process.terminationStatus
                }
            }
        }

        func kill() { process.withLock { if $0.isRunning { $0.terminate() } } }
    }
}

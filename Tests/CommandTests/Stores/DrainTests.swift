import Chronicle
import Foundation
import Synchronization
import Testing

/// `chronicle drain` as a user meets it.
@Suite(.serialized) struct DrainTests {
    private func change(_ url: String, _ author: String?, _ body: (ModelContext) throws -> Void) throws {
        let container = try Stores.open(url)
        let context = ModelContext(container)
        context.author = author
        try body(context)
        try context.save()
        try container.close()
    }

    private func lines(_ file: URL) throws -> [Substring] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test(arguments: FileStore.allCases) func aFileGetsEveryChangeOnceAndLaterRunsWhatIsNew(_ store: FileStore)
        async throws
    {
        try await CommandLine.inFolder { folder in
            let source = store.url("a", in: folder)
            let file = folder.appending(path: "out.jsonl")
            let arguments = ["drain", "--store", source, "--to", "file:\(file.path)", "--consumer", "archive"]
            try change(source, "App") { $0.insert(Note("one")) }
            try change(source, "Server") { $0.insert(Note("two")) }
            let first = try await CommandLine.run(arguments)
            #expect(first.status == 0 && first.complaint.isEmpty, "\(first)")
            #expect(first.output.contains("Delivered 2 operations of 2 transactions"))
            #expect(first.output.contains("archive is at 2, up to date."))
            try change(source, nil) { context in
                for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
            }
            #expect(try await CommandLine.run(arguments).output.contains("Delivered 2 operations of 1 transaction "))
            #expect(try await CommandLine.run(arguments).output.contains("Delivered 0 operations"))
            let kinds = try lines(file).map { $0.contains("\"op\":\"delete\"") }
            #expect(kinds == [false, false, true, true])
            #expect(try lines(file)[2].contains(#""tombstone":{"title":"one"}"#))
        }
    }

    @Test(arguments: FileStore.allCases) func authorsAndModelsArePickedAndTheRestIsBehind(_ store: FileStore)
        async throws
    {
        try await CommandLine.inFolder { folder in
            let source = store.url("a", in: folder)
            let file = folder.appending(path: "out.jsonl")
            try change(source, "App") { $0.insert(Note("mine")) }
            try change(source, "Server") { $0.insert(Note("theirs")) }
            try change(source, nil) { $0.insert(Label("nobody's")) }
            let arguments = [
                "drain", "--store", source, "--to", "file:\(file.path)", "--authors", "App,-", "--models", "Note,Line",
                "--json",
            ]
            let command = try RunningCommand(arguments)
            let end = try await command.event { $0.event == "end" }
            #expect(try await command.end() == 0)
            #expect(end.operations == 1 && end.transactions == 3)
            #expect(try lines(file).count == 1)
            let wrong = try await CommandLine.run(
                "drain", "--store", source, "--to", "file:\(file.path)", "--models", "Nothing")
            #expect(wrong.status == 2 && wrong.complaint.contains("it has Note, Line, Label"))
        }
    }

    @Test(arguments: FileStore.allCases) func aStoreGetsTheChangesAndANameBelongsToOneOfThem(_ store: FileStore)
        async throws
    {
        try await CommandLine.inFolder { folder in
            let (source, target) = (store.url("a", in: folder), store.url("b", in: folder))
            try Stores.fill(source, notes: 100)
            let arguments = ["drain", "--store", source, "--to", target, "--consumer", "mirror"]
            #expect(try await CommandLine.run(arguments).status == 0)
            #expect(try Stores.rows(source) == Stores.rows(target))
            try change(source, "App") { context in
                for note in try context.fetch(FetchDescriptor<Note>()).prefix(10) { note.stars = 9 }
            }
            #expect(try await CommandLine.run(arguments).status == 0)
            #expect(try Stores.rows(source) == Stores.rows(target))
            let elsewhere = try await CommandLine.run(
                "drain", "--store", source, "--to", store.url("c", in: folder), "--consumer", "mirror")
            #expect(elsewhere.status == 2 && elsewhere.complaint.contains("was brought elsewhere"))
            let stranger = try await CommandLine.run("drain", "--store", source, "--to", target, "--consumer", "other")
            #expect(stranger.status == 2 && stranger.complaint.contains("holds rows"))
            let itself = try await CommandLine.run("drain", "--store", source, "--to", source)
            #expect(itself.status == 2 && itself.complaint.contains("into itself"))
        }
    }

    @Test(arguments: FileStore.allCases) func itFollowsAndEndsInGoodOrder(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let source = store.url("a", in: folder)
            let file = folder.appending(path: "out.jsonl")
            try change(source, nil) { $0.insert(Note("before")) }
            let follower = try RunningCommand([
                "drain", "--store", source, "--to", "file:\(file.path)", "--follow", "--json",
            ])
            _ = try await follower.event { $0.event == "current" }
            for number in 0..<20 { try change(source, nil) { $0.insert(Note("n \(number)")) } }
            let sequence = try Stores.position(source)
            _ = try await follower.event { $0.event == "current" && $0.position?.hasSuffix("/\(sequence)") == true }
            #expect(try lines(file).count == 21)
            // The name is taken while it runs.
            let other = try await CommandLine.run("drain", "--store", source, "--to", "file:\(file.path)")
            #expect(other.status == 1 && other.complaint.contains("another process is at it"))
            follower.send(SIGINT)
            #expect(try await follower.end() == 128 + SIGINT)
            #expect(try await CommandLine.run("drain", "--store", source, "--to", "file:\(file.path)").status == 0)
            #expect(try lines(file).count == 21)
        }
    }

    /// Refuses what names a word, until it is told otherwise.
    private final class PickyServer: Sendable {
        let refuses = Mutex(true)
        let taken = Mutex<[String]>([])
        let credentials = Mutex<[String]>([])

        func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
            credentials.withLock { $0.append(request.headers["authorization"] ?? "") }
            var refused: [String] = []
            for line in String(decoding: request.body, as: UTF8.self).split(separator: "\n") {
                let id = line.split(separator: "\"")[3]
                if line.contains("poison"), refuses.withLock({ $0 }) {
                    refused.append(#"{"id":"\#(id)","message":"no poison here"}"#)
                } else {
                    taken.withLock { $0.append(String(line)) }
                }
            }
            return LoopbackServer.Answer(body: Data(#"{"refused":[\#(refused.joined(separator: ","))]}"#.utf8))
        }
    }

    @Test(arguments: FileStore.allCases) func whatAServerRefusesIsParkedListedRetriedAndDropped(
        _ store: FileStore
    ) async throws {
        try await CommandLine.inFolder { folder in
            let picky = PickyServer()
            let server = try LoopbackServer { picky.answer($0) }
            defer { server.stop() }
            let source = store.url("a", in: folder)
            let secret = folder.appending(path: "secret")
            try Data("Authorization: Bearer 17\n".utf8).write(to: secret)
            let arguments = ["drain", "--store", source, "--to", "\(server.url)", "--header", "@\(secret.path)"]
            func list() async throws -> CommandLine.Outcome {
                try await CommandLine.run("drain", "--store", source, "--parked", "list")
            }
            try change(source, nil) { $0.insert(Note("fine")) }
            try change(source, nil) { $0.insert(Note("poison")) }
            try change(source, nil) { $0.insert(Note("also fine")) }
            let first = try await CommandLine.run(arguments)
            #expect(first.status == 1)
            #expect(first.output.contains("Delivered 2 operations"))
            #expect(first.complaint.contains("1 operation parked"))
            #expect(picky.credentials.withLock { $0.allSatisfy { $0 == "Bearer 17" } })
            // What comes later of the row waits behind it.
            try change(source, nil) { context in
                let title = "poison"
                let note = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
                note?.title = "harmless"
            }
            #expect(try await CommandLine.run(arguments).status == 1)
            let listed = try await list()
            #expect(listed.status == 1)
            #expect(listed.output.contains("no poison here"))
            #expect(listed.output.contains("waits behind an earlier one of its row"))
            #expect(listed.output.split(separator: "\n").count == 3)
            #expect(try await CommandLine.run(arguments + ["--parked", "retry"]).status == 1)
            #expect(try await list().output.split(separator: "\n").count == 3)
            // What is not there is refused, and not begun.
            let parked = listed.output.split(separator: "\n")[1].split(separator: " ")[0]
            let unknown = try await CommandLine.run(arguments + ["--parked", "drop", "--operations", "nope"])
            #expect(unknown.status == 2 && unknown.complaint.contains("drain has not parked nope"))
            #expect(unknown.complaint.contains(parked))
            let nobody = try await CommandLine.run(arguments + ["--parked", "retry", "--consumer", "nobody"])
            #expect(nobody.status == 2 && nobody.complaint.contains("has no consumer nobody; drain is there"))
            #expect(
                try await CommandLine.run("history", "--store", source, "--consumers").output.contains("nobody")
                    == false)
            let dropped = try await CommandLine.run(arguments + ["--parked", "drop"])
            #expect(dropped.status == 0, "\(dropped)")
            #expect(try await list().output == "Nothing is parked.\n")
            #expect(picky.taken.withLock { $0.last?.contains("harmless") } == true)
            #expect(picky.taken.withLock { $0.contains { $0.contains("poison") } } == false)
        }
    }

    @Test(arguments: FileStore.allCases) func aWaitThatTheServerAsksForIsTold(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let isBusy = Mutex(true)
            let server = try LoopbackServer { _ in
                isBusy.withLock { isBusy in
                    defer { isBusy.toggle() }
                    return isBusy ? .init(status: 429, headers: ["Retry-After": "1"]) : .init()
                }
            }
            defer { server.stop() }
            let source = store.url("a", in: folder)
            let arguments = ["drain", "--store", source, "--to", "\(server.url)"]
            try change(source, nil) { $0.insert(Note("one")) }
            let told = try await CommandLine.run(arguments)
            #expect(told.status == 0)
            #expect(told.complaints.count == 1 && told.complaint.contains("waiting 1 s, until 20"), "\(told)")
            #expect(told.complaint.contains("answered 429"))
            try change(source, nil) { $0.insert(Note("two")) }
            let command = try RunningCommand(arguments + ["--json"])
            let wait = try await command.event { $0.event == "waiting" }
            #expect(wait.until != nil && wait.reason?.contains("429") == true)
            #expect(try await command.end() == 0)
        }
    }

    @Test(arguments: FileStore.allCases, [false, true]) func whereNothingTakesBatchesItEndsAtOnceAndParksNothing(
        _ store: FileStore, _ follows: Bool
    ) async throws {
        try await CommandLine.inFolder { folder in
            let calls = Mutex(0)
            let server = try LoopbackServer { _ in
                calls.withLock { $0 += 1 }
                return .init(status: 404)
            }
            defer { server.stop() }
            let source = store.url("a", in: folder)
            try Stores.fill(source, notes: 10)
            let outcome = try await CommandLine.run(
                ["drain", "--store", source, "--to", "\(server.url)"] + (follows ? ["--follow"] : []))
            #expect(outcome.status == 1)
            #expect(outcome.complaints.count == 1 && outcome.complaint.contains("nothing takes batches there"))
            #expect(calls.withLock { $0 } == 1)
            #expect(
                try await CommandLine.run("drain", "--store", source, "--parked", "list").output
                    == "Nothing is parked.\n")
        }
    }

    #if Gzip
    @Test(arguments: FileStore.allCases) func aServerGetsCompressedBodiesWhenThatIsAskedFor(
        _ store: FileStore
    ) async throws {
        try await CommandLine.inFolder { folder in
            let seen = Mutex<[(encoding: String?, lines: Int)]>([])
            let server = try LoopbackServer { request in
                let lines = request.body.split(separator: UInt8(ascii: "\n")).count
                seen.withLock { $0.append((request.headers["content-encoding"], lines)) }
                return .init()
            }
            defer { server.stop() }
            let source = store.url("a", in: folder)
            try Stores.fill(source, notes: 100)
            for (consumer, flags) in [("a", []), ("b", ["--compress"]), ("c", ["--no-compress"])] {
                let outcome = try await CommandLine.run(
                    ["drain", "--store", source, "--to", "\(server.url)", "--consumer", consumer] + flags)
                #expect(outcome.status == 0, "\(outcome)")
            }
            let (encodings, lines) = seen.withLock { ($0.map(\.encoding), $0.map(\.lines)) }
            #expect(encodings == [nil, "gzip", nil])
            #expect(lines == [137, 137, 137])
        }
    }
    #endif

    @Test func badInputIsOneClearLine() async throws {
        try await CommandLine.inFolder { folder in
            let source = FileStore.allCases[0].url("a", in: folder)
            try change(source, nil) { $0.insert(Note("one")) }
            let cases: [([String], String)] = [
                (["--to", "file:/tmp/x"], "needs --store"), (["--store", source], "needs --to"),
                (["--store", source, "--to", "file:/nowhere/x"], "there is no folder"),
                (["--store", source, "--to", "ftp://x"], "is no store"),
                (["--store", source, "--to", "file:/tmp/x", "--parked", "eat"], "list, retry or drop"),
                (["--store", source, "--to", "file:/tmp/x", "--header", "A: b"], "for a server"),
                (["--store", source, "--to", "http://x", "--header", "A"], "Name: value"),
                (["--store", source, "--to", "http://x", "--compress", "--no-compress"], "give one of"),
                (["--store", source, "--to", "file:/tmp/x", "--compress"], "for a server"),
                (["--store", source, "--parked", "list"], "has no consumer drain"),
                (["--store", source + "x", "--to", "file:/tmp/x"], "does not exist"),
            ]
            for (arguments, message) in cases {
                let outcome = try await CommandLine.run(["drain"] + arguments)
                #expect(outcome.status == 2)
                #expect(outcome.complaints.count == 1)
                #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
            }
        }
    }
}

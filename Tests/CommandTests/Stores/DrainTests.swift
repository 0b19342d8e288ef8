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

    @Test(arguments: FileStore.allCases) func aFileGetsEveryChangeOnceAndLaterRunsWhatIsNew(_ store: FileStore) throws {
        try CommandLine.inFolder { folder in
            let source = store.url("a", in: folder)
            let file = folder.appending(path: "out.jsonl")
            let arguments = ["drain", "--store", source, "--to", "file:\(file.path)", "--consumer", "archive"]
            try change(source, "App") { $0.insert(Note("one")) }
            try change(source, "Server") { $0.insert(Note("two")) }
            let first = try CommandLine.run(arguments)
            #expect(first.status == 0 && first.complaint.isEmpty, "\(first)")
            #expect(first.output.contains("Delivered 2 operations of 2 transactions"))
            #expect(first.output.contains("archive is at 2, up to date."))
            try change(source, nil) { context in
                for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
            }
            #expect(try CommandLine.run(arguments).output.contains("Delivered 2 operations of 1 transaction "))
            #expect(try CommandLine.run(arguments).output.contains("Delivered 0 operations"))
            let kinds = try lines(file).map { $0.contains("\"op\":\"delete\"") }
            #expect(kinds == [false, false, true, true])
            #expect(try lines(file)[2].contains(#""tombstone":{"title":"one"}"#))
        }
    }

    @Test(arguments: FileStore.allCases) func authorsAndModelsArePickedAndTheRestIsBehind(_ store: FileStore) throws {
        try CommandLine.inFolder { folder in
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
            let end = try command.event { $0.event == "end" }
            #expect(command.end() == 0)
            #expect(end.operations == 1 && end.transactions == 3)
            #expect(try lines(file).count == 1)
            let wrong = try CommandLine.run(
                "drain", "--store", source, "--to", "file:\(file.path)", "--models", "Nothing")
            #expect(wrong.status == 2 && wrong.complaint.contains("it has Note, Line, Label"))
        }
    }

    @Test(arguments: FileStore.allCases) func aStoreGetsTheChangesAndANameBelongsToOneOfThem(_ store: FileStore) throws
    {
        try CommandLine.inFolder { folder in
            let (source, target) = (store.url("a", in: folder), store.url("b", in: folder))
            try Stores.fill(source, notes: 100)
            let arguments = ["drain", "--store", source, "--to", target, "--consumer", "mirror"]
            #expect(try CommandLine.run(arguments).status == 0)
            #expect(try Stores.rows(source) == Stores.rows(target))
            try change(source, "App") { context in
                for note in try context.fetch(FetchDescriptor<Note>()).prefix(10) { note.stars = 9 }
            }
            #expect(try CommandLine.run(arguments).status == 0)
            #expect(try Stores.rows(source) == Stores.rows(target))
            let elsewhere = try CommandLine.run(
                "drain", "--store", source, "--to", store.url("c", in: folder), "--consumer", "mirror")
            #expect(elsewhere.status == 2 && elsewhere.complaint.contains("was brought elsewhere"))
            let stranger = try CommandLine.run("drain", "--store", source, "--to", target, "--consumer", "other")
            #expect(stranger.status == 2 && stranger.complaint.contains("holds rows"))
            let itself = try CommandLine.run("drain", "--store", source, "--to", source)
            #expect(itself.status == 2 && itself.complaint.contains("into itself"))
        }
    }

    @Test(arguments: FileStore.allCases) func itFollowsAndEndsInGoodOrder(_ store: FileStore) throws {
        try CommandLine.inFolder { folder in
            let source = store.url("a", in: folder)
            let file = folder.appending(path: "out.jsonl")
            try change(source, nil) { $0.insert(Note("before")) }
            let follower = try RunningCommand([
                "drain", "--store", source, "--to", "file:\(file.path)", "--follow", "--json",
            ])
            _ = try follower.event { $0.event == "current" }
            for number in 0..<20 { try change(source, nil) { $0.insert(Note("n \(number)")) } }
            let sequence = try Stores.position(source)
            _ = try follower.event { $0.event == "current" && $0.position?.hasSuffix("/\(sequence)") == true }
            #expect(try lines(file).count == 21)
            // The name is taken while it runs.
            let other = try CommandLine.run("drain", "--store", source, "--to", "file:\(file.path)")
            #expect(other.status == 1 && other.complaint.contains("another process is at it"))
            follower.send(SIGINT)
            #expect(follower.end() == 128 + SIGINT)
            #expect(try CommandLine.run("drain", "--store", source, "--to", "file:\(file.path)").status == 0)
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
    ) throws {
        try CommandLine.inFolder { folder in
            let picky = PickyServer()
            let server = try LoopbackServer { picky.answer($0) }
            defer { server.stop() }
            let source = store.url("a", in: folder)
            let secret = folder.appending(path: "secret")
            try Data("Authorization: Bearer 17\n".utf8).write(to: secret)
            let arguments = ["drain", "--store", source, "--to", "\(server.url)", "--header", "@\(secret.path)"]
            func list() throws -> CommandLine.Outcome {
                try CommandLine.run("drain", "--store", source, "--parked", "list")
            }
            try change(source, nil) { $0.insert(Note("fine")) }
            try change(source, nil) { $0.insert(Note("poison")) }
            try change(source, nil) { $0.insert(Note("also fine")) }
            let first = try CommandLine.run(arguments)
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
            #expect(try CommandLine.run(arguments).status == 1)
            let listed = try list()
            #expect(listed.status == 1)
            #expect(listed.output.contains("no poison here"))
            #expect(listed.output.contains("waits behind an earlier one of its row"))
            #expect(listed.output.split(separator: "\n").count == 3)
            #expect(try CommandLine.run(arguments + ["--parked", "retry"]).status == 1)
            #expect(try list().output.split(separator: "\n").count == 3)
            let dropped = try CommandLine.run(arguments + ["--parked", "drop"])
            #expect(dropped.status == 0, "\(dropped)")
            #expect(try list().output == "Nothing is parked.\n")
            #expect(picky.taken.withLock { $0.last?.contains("harmless") } == true)
            #expect(picky.taken.withLock { $0.contains { $0.contains("poison") } } == false)
        }
    }

    @Test func badInputIsOneClearLine() throws {
        try CommandLine.inFolder { folder in
            let source = FileStore.allCases[0].url("a", in: folder)
            try change(source, nil) { $0.insert(Note("one")) }
            let cases: [([String], String)] = [
                (["--to", "file:/tmp/x"], "needs --store"), (["--store", source], "needs --to"),
                (["--store", source, "--to", "file:/nowhere/x"], "there is no folder"),
                (["--store", source, "--to", "ftp://x"], "is no store"),
                (["--store", source, "--to", "file:/tmp/x", "--parked", "eat"], "list, retry or drop"),
                (["--store", source, "--to", "file:/tmp/x", "--header", "A: b"], "for a server"),
                (["--store", source, "--to", "http://x", "--header", "A"], "Name: value"),
                (["--store", source, "--parked", "list"], "has no consumer drain"),
                (["--store", source + "x", "--to", "file:/tmp/x"], "does not exist"),
            ]
            for (arguments, message) in cases {
                let outcome = try CommandLine.run(["drain"] + arguments)
                #expect(outcome.status == 2)
                #expect(outcome.complaints.count == 1)
                #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
            }
        }
    }
}

import Chronicle
import Foundation
import Testing

/// `chronicle history` and `chronicle schema` as a user meets them.
@Suite struct HistoryTests {
    /// Four transactions: an insert, an update, an insert by the Server, a deletion.
    private func make(_ url: String) throws {
        let container = try Stores.open(url)
        let context = ModelContext(container)
        context.author = "App"
        let note = Note("first")
        context.insert(note)
        try context.save()
        note.stars = 3
        note.weight = 1.5
        try context.save()
        context.author = "Server"
        context.insert(Note("second"))
        try context.save()
        context.author = nil
        context.delete(note)
        try context.save()
        try container.close()
    }

    @Test(arguments: FileStore.allCases) func transactionsAreListedInPages(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try make(url)
            let all = try await CommandLine.run("history", "--store", url)
            #expect(all.status == 0)
            let lines = all.output.split(separator: "\n").map(String.init)
            #expect(
                lines.filter { !$0.hasPrefix(" ") }.map { $0.split(separator: " ")[2] } == [
                    "App", "App", "Server", "-",
                ])
            #expect(lines[3].hasPrefix("  update Note/") && lines[3].hasSuffix("stars, weight"))
            #expect(lines[7].hasPrefix("  delete Note/") && lines[7].hasSuffix("title=first"))
            let page = try await CommandLine.run("history", "--store", url, "--after", "1", "--limit", "2")
            #expect(page.output.hasSuffix("More: --after 3\n"))
            #expect(page.output.split(separator: "\n").count == 5)
            let server = try await CommandLine.run("history", "--store", url, "--authors", "Server")
            #expect(server.output.split(separator: "\n").count == 2)
        }
    }

    @Test(arguments: FileStore.allCases) func aTokenOfTheJSONGoesOn(_ store: FileStore) async throws {
        struct Line: Decodable {
            struct Change: Decodable {
                var op: String
                var entity: String
                var properties: [String]?
                var tombstone: [String: String]?
            }
            var sequence: Int64
            var token: String
            var author: String?
            var changes: [Change]
        }
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try make(url)
            func lines(_ more: String...) async throws -> [Line] {
                try await CommandLine.run(["history", "--store", url, "--json"] + more).output.split(separator: "\n")
                    .map {
                        try JSONDecoder().decode(Line.self, from: Data($0.utf8))
                    }
            }
            let all = try await lines()
            #expect(all.map(\.sequence) == [1, 2, 3, 4])
            #expect(all[3].changes[0].tombstone == ["title": "first"])
            #expect(all[1].changes[0].properties == ["stars", "weight"])
            #expect(try await lines("--after", all[1].token).map(\.sequence) == [3, 4])
            let foreign = "00000000-0000-0000-0000-000000000000/x/1"
            let refused = try await CommandLine.run("history", "--store", url, "--after", foreign)
            #expect(refused.status == 2 && refused.complaint.contains("foreignToken"))
            #expect(
                try await CommandLine.run("history", "--store", url, "--after", "99").complaint.contains("tokenAhead"))
            #expect(try await CommandLine.run("history", "--store", url, "--after", "x").status == 2)
        }
    }

    @Test(arguments: FileStore.allCases) func consumersAreListedWithWhatTheyAreBehind(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let (url, copy) = (store.url("a", in: folder), store.url("b", in: folder))
            try make(url)
            #expect(
                try await CommandLine.run("history", "--store", url, "--consumers").output
                    == "Nobody reads the history.\n")
            let file = folder.appending(path: "out.jsonl").path
            #expect(
                try await CommandLine.run("drain", "--store", url, "--to", "file:\(file)", "--consumer", "x").status
                    == 0)
            #expect(try await CommandLine.run("copy", url, copy).status == 0)
            try change(url)
            let consumers = try await CommandLine.run("history", "--store", url, "--consumers")
            let lines = consumers.output.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[1].hasPrefix("replica ") && lines[1].contains("copy at \(copy): not running"))
            #expect(lines[2].contains("not running") && lines[2].split(separator: " ")[3...4] == ["4", "1"])
            let other = try await CommandLine.run("history", "--store", copy, "--consumers").output
            #expect(other.contains("this store is a copy of"))
            let forgotten = try await CommandLine.run("history", "--store", url, "--forget", "x")
            #expect(forgotten.status == 1 && forgotten.output.contains("add --yes"))
            #expect(try await CommandLine.run("history", "--store", url, "--forget", "x", "--yes").status == 0)
            #expect(try await CommandLine.run("history", "--store", url, "--forget", "x", "--yes").status == 2)
        }
    }

    private func change(_ url: String) throws {
        let container = try Stores.open(url)
        let context = ModelContext(container)
        context.insert(Note("more"))
        try context.save()
        try container.close()
    }

    @Test(arguments: FileStore.allCases) func historyIsDeletedOnlyWhenThatIsConfirmed(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try make(url)
            func count() async throws -> Int {
                try await CommandLine.run("history", "--store", url, "--json").output.split(separator: "\n").count
            }
            let asked = try await CommandLine.run("history", "--store", url, "--purge-before", "3")
            #expect(asked.status == 1)
            #expect(asked.output.contains("up to 2 transactions") && asked.output.contains("add --yes"))
            #expect(try await count() == 4)
            let done = try await CommandLine.run("history", "--store", url, "--purge-before", "3", "--yes")
            #expect(done.status == 0 && done.output.contains("Deleted 2 transactions, kept 2."))
            #expect(try await count() == 2)
            #expect(
                try await CommandLine.run("history", "--store", url, "--purge-before", "2020-01-01", "--yes").status
                    == 0)
            #expect(try await count() == 2)
            #expect(try await CommandLine.run("history", "--store", url, "--retain", "30d,1", "--yes").status == 0)
            #expect(try await count() == 1)
            for wrong in [
                ["--retain", "x"], ["--purge-before", "soon"], ["--consumers", "--retain", "3"], ["--yes"],
            ] {
                #expect(try await CommandLine.run(["history", "--store", url] + wrong).status == 2)
            }
        }
    }

    @Test(arguments: FileStore.allCases) func theSchemaIsPrinted(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try make(url)
            let text = try await CommandLine.run("schema", "--store", url).output
            for part in [
                "Note\n", "unique (title)", "weight  double?", "title   text", "kept on deletion",
                "on delete: cascade Line by its note", "Note.labels  (links Note.labels with Label.notes)",
            ] {
                #expect(text.contains(part), "\(text) lacks \(part)")
            }
            let json = try await CommandLine.run("schema", "--store", url, "--json").output
            #expect(try JSONDecoder().decode(Schema.self, from: Data(json.utf8)).isSame(as: try Schema(Note.self)))
            #expect(try await CommandLine.run("schema", "--store", url + "x").status == 2)
        }
    }
}

import ChronicleStore
import Foundation
import Testing

/// `chronicle explain` as a user meets it.
@Suite struct ExplainTests {
    @Test(arguments: FileStore.allCases) func aQueryIsExplainedWithoutItsModels(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try Stores.fill(url, notes: 200)
            let words = [
                "explain", "--store", url, "Note", "--where", "stars = 3 and title starts with 'note 1'", "--sort",
                "title", "--limit", "5",
            ]
            let text = try await CommandLine.run(words)
            #expect(text.status == 0, "\(text.complaint)")
            #expect(text.output.contains("returned"), "\(text.output)")
            let json = try await CommandLine.run(words + ["--json"]).output
            let explanation = try JSONDecoder().decode(QueryExplanation.self, from: Data(json.utf8))
            #expect(explanation.entity == "Note")
            #expect(explanation.figures?.rowsReturned == 5)
            let plan = try await CommandLine.run(words + ["--json", "--no-run"]).output
            #expect(try JSONDecoder().decode(QueryExplanation.self, from: Data(plan.utf8)).figures == nil)
        }
    }

    @Test(arguments: FileStore.allCases) func whatMakesNoSenseIsSaidInOneLine(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let url = store.url("a", in: folder)
            try Stores.fill(url, notes: 1)
            for wrong in [
                [], ["Nothing"], ["Note", "--where", "stars ="], ["Note", "--sort", "colour"],
                ["Note", "--limit", "x"],
            ] {
                let outcome = try await CommandLine.run(["explain", "--store", url] + wrong)
                #expect(outcome.status == 2)
                #expect(outcome.complaints.count == 1, "\(outcome.complaint)")
            }
            #expect(try await CommandLine.run("explain", "Note").status == 2)
            #expect(try await CommandLine.run("explain", "--store", url + "x", "Note").status == 2)
        }
    }
}

@testable import ChronicleContract
import Foundation
import Testing

@Suite("The command") struct CommandTests {
    private func run(
        _ arguments: String..., terminal: Bool = false, own: Bool = false
    ) async -> (status: Int32, transcript: Transcript) {
        let transcript = Transcript()
        var command =
            own
            ? ContractCommand(.memory())
            : ContractCommand { name in
                if name == "memory:" { return .memory() }
                if name == "shut:" { return .unopenable }
                throw ContractCommand.UsageError("\(name) names no store")
            }
        command.console = transcript.console(isTerminal: terminal)
        return (await command.run(arguments), transcript)
    }

    /// A clause of the table that the store in memory keeps.
    private var clause: ContractClause {
        get throws { try #require(StoreContract.clauses.first { $0.requires.isEmpty || $0.requires == [.history] }) }
    }

    @Test(
        "A command line that makes no sense is refused in one line, with status 2",
        arguments: [
            ["dance"], ["list", "--chapter", "XXX"], ["list", "--chapter"], ["list", "more"], ["explain"],
            ["explain", "XXX-001"], ["explain", "A", "B"], ["run"], ["run", "--store", "other:"],
            ["run", "--store", "memory:", "--only", "XXX-001"], ["run", "--store", "memory:", "--only", ","],
            ["run", "--store", "memory:", "--seed", "many"], ["run", "--store", "memory:", "--seed", "-1"],
            ["run", "--store", "memory:", "--store", "memory:"], ["run", "--store", "memory:", "--colour", "red"],
            ["run", "--store="], ["run", "--store", "memory:", "--in", "/nowhere/at/all"],
            ["run", "--store", "memory:", "--json", "/nowhere/at/all"],
            ["run", "--store", "memory:", "--markdown", "/"], ["run", "--store", "memory:", "--junit", "/nowhere/a"],
            ["document", "/nowhere/at/all"], ["document", "a", "b"], ["document", "--file"], ["peer"],
            ["peer", "--store", "memory:", "--task", "nonsense"],
            ["peer", "--store", "memory:", "--task", "{}"],
        ])
    func refusals(_ arguments: [String]) async {
        let transcript = Transcript()
        var command = ContractCommand { name in
            if name == "memory:" { return .memory() }
            throw ContractCommand.UsageError("\(name) names no store")
        }
        command.console = transcript.console()
        #expect(await command.run(arguments) == 2)
        #expect(transcript.out == "")
        #expect(transcript.complaints.hasPrefix("acme: "))
        #expect(!transcript.complaints.contains("\n"))
    }

    @Test("Nothing at all prints the usage with status 2, a wish for help with status 0")
    func help() async {
        for (arguments, status) in [([], 2), (["--help"], 0), (["help"], 0), (["run", "-h"], 0)] as [([String], Int32)]
        {
            let transcript = Transcript()
            var command = ContractCommand(words: [
                .init(name: "dance", usage: "  dance     dances") { _ in 3 },
                .init(name: "hide", usage: nil) { _ in 4 },
            ]) { _ in .memory() }
            command.console = transcript.console()
            #expect(await command.run(arguments) == status)
            #expect(transcript.out.contains("acme contract run --store URL"))
            #expect(transcript.out.contains("dances"))
            #expect(await command.run(["dance"]) == 3)
            #expect(await command.run(["hide"]) == 4)
        }
    }

    @Test("list prints every clause, or a chapter's")
    func list() async throws {
        let all = await run("list")
        #expect(all.status == 0)
        for clause in StoreContract.clauses { #expect(all.transcript.out.contains("\(clause.id)  \(clause.text)")) }
        let chapter = await run("list", "--chapter", "his")
        #expect(chapter.transcript.out.hasPrefix("HIS  History"))
        #expect(!chapter.transcript.out.contains("MPR"))
    }

    @Test("explain tells the promise, what it asks of a store and where it stands")
    func explain() async throws {
        let output = await run("explain", "his-001")
        #expect(output.status == 0)
        #expect(output.transcript.out.contains("HIS-001: "))
        #expect(output.transcript.out.contains("applies to stores that declare: history"))
        #expect(output.transcript.out.contains("stated at: ChronicleContract/"))
    }

    @Test("run prints a line a clause and the result, writes the reports, and its status is the result")
    func reports() async throws {
        let (folder, clause) = (try TemporaryFolder(), try clause)
        let files = ["json", "markdown", "junit"].map { folder.url.appending(path: "report.\($0)") }
        let output = await run(
            "run", "--store", "memory:", "--only", clause.id.lowercased(), "--in", folder.url.path, "--seed", "5",
            "--json", files[0].path, "--markdown", files[1].path, "--junit", files[2].path)
        #expect(output.status == 0)
        #expect(output.transcript.out.hasPrefix("\(clause.id)  passed\nStoreContract"))
        for file in files { #expect(try String(contentsOf: file, encoding: .utf8).contains(clause.id)) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.count == 3, "the places go when their clauses end")
    }

    @Test("run ends with status 1 when the store breaks a clause")
    func failure() async throws {
        let clause = try clause
        let output = await run("run", "--store", "shut:", "--only", clause.id)
        #expect(output.status == 1)
        #expect(output.transcript.out.contains("shut breaks \(clause.id): "))
        #expect(output.transcript.out.contains("promised: \(clause.text)"))
    }

    @Test("On a terminal a run shows its progress in one line, and what did not run at the end")
    func terminal() async throws {
        let clause = try clause
        let needy = try #require(StoreContract.clauses.first { $0.requires.contains(.persistence) })
        let output = await run("run", "--store", "memory:", "--only", "\(clause.id), \(needy.id)", terminal: true)
        #expect(output.status == 0)
        #expect(output.transcript.progress.contains { $0.contains("1/2") })
        #expect(
            output.transcript.out.hasPrefix("not applicable: memory does not declare persistence: \(needy.id)\nStore"))
    }

    @Test("--only takes each clause once and in the table's order")
    func selection() throws {
        let chapter = try #require(StoreContract.chapters.first { !$0.clauses.isEmpty })
        let ids = try ContractCommand.clauses("\(chapter.clauses[0].id),\(chapter.id),HIS").map(\.id)
        #expect(ids == StoreContract.clauses.map(\.id).filter(Set(ids).contains))
        #expect(Set(ids).count == ids.count)
        #expect(try ContractCommand.clauses(nil).count == StoreContract.clauses.count)
    }

    @Test("A program over one store needs no --store, and takes only its own")
    func ownProgram() async throws {
        let clause = try clause
        #expect(await run("run", "--only", clause.id, own: true).status == 0)
        #expect(await run("run", "--store", "memory", "--only", clause.id, own: true).status == 0)
        #expect(await run("run", "--store", "other", own: true).status == 2)
        #expect(await run("help", own: true).transcript.out.contains("acme run [--store NAME]"))
    }

    @Test("document prints the contract")
    func document() async throws {
        let output = await run("document")
        #expect(output.transcript.out == StoreContract.document)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "Contract.md")
        #expect(await run("document", file.path).status == 0)
        #expect(try Data(contentsOf: file) == Data(StoreContract.document.utf8))
    }
}

import ChronicleContract
import Foundation
import Testing

@testable import ChronicleContractMutants

/// Holds the contract to its teeth: what is wrong on purpose is caught, by the clause that is to catch it.
@Suite(.serialized) struct TeethTests {
    @Test func `Mutants have identifiers of their own and faults in sentences`() {
        let mutants = ContractMutants.all
        #expect(Set(mutants.map(\.id)).count == mutants.count)
        #expect(mutants.map(\.id) == mutants.map(\.id).sorted())
        #expect(mutants.count >= 60)
        for mutant in mutants {
            #expect(
                mutant.fault.hasSuffix(".") && mutant.fault.first?.isUppercase ?? false || mutant.fault.first == "`",
                "\(mutant.id)")
        }
    }

    @Test func `Every clause is to catch a mutant, and every mutant is to be caught`() {
        let tested = StoreContract.clauses.filter { if case .untested = $0.level { false } else { true } }
        let named = Set(ContractMutantKill.all.map(\.clause))
        #expect(tested.map(\.id).filter { !named.contains($0) } == [])
        #expect(named.filter { StoreContract.clause($0) == nil } == [])
        let caught = Set(ContractMutantKill.all.map(\.mutant))
        #expect(ContractMutants.all.map(\.id).filter { !caught.contains($0) } == [])
        #expect(caught.filter { ContractMutants.mutant($0) == nil } == [])
        #expect(ContractMutantKill.all.allSatisfy { $0.saying.count >= 4 })
    }

    @Test func `The list of mutants in the documentation is the one of the code`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Teeth.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let list = text.components(separatedBy: "<!-- list -->\n")
        try #require(list.count == 3)
        #expect(
            list[1] == TeethDocument.list, "write the output of `chronicle contract teeth --document` between the marks"
        )
    }

    @Test func `Every mutant is caught by the clauses that name it, with what they say`() async throws {
        let report = await TeethRunner(
            process: try program(), mutants: ContractMutants.all, clauses: StoreContract.clauses,
            expected: ContractMutantKill.all, isWhole: false
        ).run { _ in }
        print(report.line)
        #expect(report.problems == [])
    }

    @Test(.enabled(if: wholeMatrix, "CHRONICLE_TEETH=all runs every mutant against every clause, for many minutes"))
    func `Every clause catches a mutant, and stores without a fault break none`() async throws {
        let report = await TeethRunner(
            process: try program(), mutants: ContractMutants.all, clauses: StoreContract.clauses,
            expected: ContractMutantKill.all, isWhole: true
        ).run { _ in }
        print(report.line)
        #expect(report.problems == [])
    }

    private static let wholeMatrix = ProcessInfo.processInfo.environment["CHRONICLE_TEETH"] == "all"
}

/// The built `chronicle`, which lies beside the tests' own executable, as the program whose children try mutants.
func program() throws -> TeethProcess {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path.count > 1 {
        let program = folder.appending(path: "chronicle")
        var isFolder: ObjCBool = true
        if FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder), !isFolder.boolValue {
            return TeethProcess(program: program, arguments: ["contract", "bite"])
        }
        folder = folder.deletingLastPathComponent()
    }
    throw NotBuilt()
}

struct NotBuilt: Error {}

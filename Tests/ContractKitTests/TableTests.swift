import ChronicleContract
import Foundation
import Testing

@Suite("The contract's table") struct TableTests {
    @Test("Identifiers are a chapter's code and a number, ascending from one without gaps")
    func identifiers() {
        for chapter in StoreContract.chapters {
            #expect(chapter.id.wholeMatch(of: /[A-Z]{3}/) != nil)
            for (number, clause) in chapter.clauses.enumerated() {
                let digits = "\(number + 1)"
                #expect(
                    clause.id == "\(chapter.id)-" + String(repeating: "0", count: 3 - digits.count) + digits,
                    "\(clause.site.fileID):\(clause.site.line)")
            }
        }
        #expect(Set(StoreContract.chapters.map(\.id)).count == StoreContract.chapters.count)
    }

    @Test("Every sentence is one that ends, and none is there twice")
    func sentences() {
        for clause in StoreContract.clauses {
            #expect(clause.text.hasSuffix("."), "\(clause.id): \(clause.text)")
            // A sentence can begin with a word of the language, or with a number.
            let begins = clause.text.first.map { $0.isUppercase || $0.isNumber || $0 == "`" } ?? false
            #expect(begins, "\(clause.id): \(clause.text)")
            #expect(!clause.text.contains("\n"), "\(clause.id)")
        }
        let same = Dictionary(grouping: StoreContract.clauses, by: \.text).filter { $0.value.count > 1 }
        #expect(same.values.map { $0.map(\.id) } == [])
    }

    @Test("No clause asks for a capability and for its lack")
    func capabilities() {
        for clause in StoreContract.clauses {
            #expect(clause.requires.isDisjoint(with: clause.lacking), "\(clause.id)")
        }
    }

    @Test("The plugin expects a file for each of the table's chapters")
    func chaptersOfThePlugin() throws {
        let plugin = packageFolder.appending(path: "Plugins/ChronicleContractTests/ChronicleContractTests.swift")
        let text = try String(contentsOf: plugin, encoding: .utf8)
        let list = try #require(text.firstMatch(of: /static let chapters = \[([^\]]*)\]/)).output.1
        #expect(list.matches(of: /"([A-Z]{3})"/).map { String($0.output.1) } == StoreContract.chapters.map(\.id))
    }

    @Test("Docs/Contract.md is what `swift run chronicle contract document Docs/Contract.md` writes")
    func document() throws {
        let file = packageFolder.appending(path: "Docs/Contract.md")
        // Not compared in an expectation: nobody wants both texts printed.
        let isCurrent = try String(contentsOf: file, encoding: .utf8) == StoreContract.document
        #expect(isCurrent, "Docs/Contract.md is stale")
    }
}

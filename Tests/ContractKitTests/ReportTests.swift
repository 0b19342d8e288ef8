@testable import ChronicleContract
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Reports") struct ReportTests {
    private static let name = "a<c>&\"m\u{2}e\""

    /// A report over clauses of the contract with each outcome, and hostile texts.
    private var report: ContractReport {
        let site = ContractSite(fileID: "A/B.swift", filePath: "/B.swift", line: 3, column: 1)
        let outcomes: [ContractOutcome] = [
            .passed, .notApplicable("no <reason> & none"), .knownDeviation("it is \"so\""), .untested("a | b"),
            .failed([
                ContractViolation(message: "]]> \u{0}\u{FFFE}<a> & \"b\"\nsecond | line", site: site),
                ContractViolation(message: "more", site: site),
            ]),
        ]
        let chapter = StoreContract.chapters[0].id
        let results = outcomes.enumerated().map { number, outcome in
            ContractResult(
                clause: ContractClause("\(chapter)-00\(number)", "A <b> & \"c\".", { _ in }), outcome: outcome,
                seconds: 1234.5, seed: 5)
        }
        return ContractReport(store: Self.name, capabilities: StoreCapabilities(), seed: 5, results: results)
    }

    private final class Counter: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var suite: [String: String] = [:]
        var failures: [String] = []
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            if name == "testsuite" { suite = attributes }
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            if name == "failure" { failures.append(text) }
        }
    }

    @Test("The JUnit report is well-formed XML with a case a clause, whatever the texts hold")
    func junit() throws {
        let counter = Counter()
        let parser = XMLParser(data: Data(report.junit().utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(counter.elements == ["testsuites": 1, "testsuite": 1, "testcase": 5, "skipped": 3, "failure": 1])
        #expect(counter.suite["tests"] == "5")
        #expect(counter.suite["failures"] == "1")
        #expect(counter.suite["skipped"] == "3")
        #expect(counter.suite["time"] == "6172.5000")
        #expect(counter.failures.first?.contains("<a> & \"b\"\nsecond | line") == true)
        #expect(counter.failures.first?.contains("more") == true)
    }

    @Test("Every clause of a report is in its JUnit form, also one of no chapter")
    func junitOfStrangers() async throws {
        let report = await ContractRunner(.memory()).run(Samples.all)
        let counter = Counter()
        let parser = XMLParser(data: Data(report.junit().utf8))
        parser.delegate = counter
        #expect(parser.parse())
        #expect(counter.elements["testcase"] == Samples.all.count)
    }

    @Test("The JSON report has the result, the counts and every clause")
    func json() throws {
        let object = try #require(try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
        #expect(object["store"] as? String == Self.name)
        #expect(object["result"] as? String == report.line)
        #expect((object["counts"] as? [String: Int])?["failed"] == 1)
        let clauses = try #require(object["clauses"] as? [[String: Any]])
        #expect(clauses.count == 5)
        #expect((clauses[4]["violations"] as? [Any])?.count == 2)
        #expect(clauses[1]["reason"] as? String == "no <reason> & none")
    }

    @Test("The Markdown report keeps its tables whole")
    func markdown() {
        let text = report.markdown()
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
        for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 4, "\(row)") }
        #expect(text.contains("## Failed"))
        #expect(text.contains("Declares: history. Seed: 5."))
    }
}

import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark reports")
struct ReportTests {
    @Test("The tables name every workload and subject, and JSON keeps everything")
    func tables() throws {
        let report = try Fixture.whole.get()
        let table = report.table()
        for workload in BenchWorkload.allCases { #expect(table.contains(workload.title)) }
        for subject in report.subjects { #expect(table.contains(subject.name)) }
        #expect(table.contains("store against store"))
        #expect(table.contains("with history, of that without"))
        let again = try BenchReport(json: report.json())
        #expect(again.table() == table)
        #expect(again.countTables() == report.countTables())
        #expect(report.countTables().contains("transactions, in all"))
    }

    @Test("The columns of a table are in line")
    func columns() throws {
        for block in try Fixture.whole.get().table().components(separatedBy: "\n\n") where block.contains("--") {
            let lines = block.split(separator: "\n").filter { !$0.isEmpty }
            guard let rule = lines.firstIndex(where: { $0.hasPrefix("--") }) else { continue }
            #expect(Set(lines[(rule - 1)...].map(\.count)).count == 1)
        }
    }

    @Test("What is no report, or one of another version, is refused with what to do")
    func otherJSON() throws {
        func reason(_ text: String) -> String? {
            let error = #expect(throws: BenchReportError.self) { try BenchReport(json: Data(text.utf8)) }
            return error?.reason
        }
        #expect(reason("")?.contains("not a benchmark's JSON report") == true)
        #expect(reason("{}")?.contains("not a benchmark's JSON report") == true)
        #expect(reason("[1]")?.contains("not a benchmark's JSON report") == true)
        #expect(reason("{\"format\": 1}")?.contains("run the benchmark again") == true)
        #expect(reason("{\"format\": \(BenchReport.format)}")?.contains("damaged") == true)
    }

    @Test("A report of one subject and one workload has no tables that make no sense")
    func least() throws {
        let report = try MadeUpReport(milliseconds: [(MadeUpReport.other, [1, 2])]).report()
        #expect(!report.table().contains("store against store"))
        #expect(!report.table().contains("sizes"))
        #expect(report.countTables().isEmpty)
        #expect(report.html().contains("insert in batches"))
    }
}

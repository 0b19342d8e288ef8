import ChronicleBench
import Foundation
import Testing

/// `chronicle bench` as a user meets it.
@Suite struct BenchTests {
    @Test(arguments: [
        (["--rows", "few"], "--rows needs a whole number of at least 4, not few"),
        (["--rows", "3"], "--rows needs a whole number of at least 4, not 3"),
        (["--rounds", "0"], "--rounds needs a whole number of at least 1, not 0"),
        (["--only", "sleep"], "--only: sleep is no workload; there are insertSinglesOff"),
        (["--stores", "postgres"], "--stores: no store is called postgres; there are raw SQLite"),
        (["--in", "/nowhere/at/all"], "--in: /nowhere/at/all is no folder"),
        (["--json", "/nowhere/at/all.json"], "--json: there is no folder /nowhere/at/"),
        (["--html", "/nowhere/at/all.html"], "--html: there is no folder /nowhere/at/"),
        (["--compare", "/nowhere/at/all.json"], "--compare: /nowhere/at/all.json cannot be read"),
        (["--flights", "/nowhere/at/all.csv"], "/nowhere/at/all.csv cannot be read"),
        (["--micro", "--json", "x.json"], "--json is of no use with --micro"),
        (["--fast"], "unknown option --fast"),
        (["--json"], "--json needs a value"),
    ])
    func whatMakesNoSenseIsToldInALine(arguments: [String], message: String) async throws {
        let outcome = try await CommandLine.run(["bench"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.count == 1)
        #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
        #expect(outcome.output.isEmpty)
    }

    @Test func helpTellsEveryOptionAndWorkload() async throws {
        let outcome = try await CommandLine.run("bench", "--help")
        #expect(outcome.status == 0)
        for workload in BenchWorkload.allCases { #expect(outcome.output.contains(workload.rawValue)) }
        for option in ["rows", "rounds", "only", "stores", "in", "json", "html", "compare", "micro", "counts"] {
            #expect(outcome.output.contains("--\(option) "))
        }
    }

    @Test func aRunWritesItsReportsAndIsComparedWithThem() async throws {
        try await CommandLine.inFolder { folder in
            let (json, html) = (folder.appending(path: "run.json"), folder.appending(path: "run.html"))
            let work = folder.appending(path: "work")
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
            let some = [
                "bench", "--rows", "200", "--rounds", "1", "--only", "insertBatches,fetchAll", "--stores", "memory",
                "--in", work.path,
            ]
            let first = try await CommandLine.run(some + ["--json", json.path, "--html", html.path])
            #expect(first.status == 0, "\(first.complaint)")
            #expect(first.output.contains("fetch all (200)"))
            #expect(first.complaint == "counting\nround 1 of 1\n", "there is no bar where there is no terminal")
            #expect(try String(contentsOf: html, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: work.path).isEmpty)

            // Against a past in which nothing took time or space, everything got worse.
            var report = try BenchReport(json: Data(contentsOf: json))
            for index in report.results.indices {
                report.results[index].seconds = try #require(BenchStatistics([1e-6]))
                report.results[index].counts = report.results[index].counts.mapValues { _ in 0 }
            }
            try report.json().write(to: json)
            let worse = try await CommandLine.run(some + ["--compare", json.path])
            #expect(worse.status == 1)
            #expect(worse.output.contains("Slower or larger than before, beyond noise:"))

            let other = try await CommandLine.run(some + ["--rows", "300", "--compare", json.path])
            #expect(other.status == 2, "--rows is given twice")
            let refused = try await CommandLine.run("bench", "--rows", "300", "--compare", json.path)
            #expect(refused.status == 2)
            #expect(refused.complaint.contains("the reports cannot be compared: 200 flights before and 300 now"))
            #expect(refused.output.isEmpty)
        }
    }

    @Test func aFileThatIsNoReportIsRefusedBeforeTheWork() async throws {
        try await CommandLine.inFolder { folder in
            let file = folder.appending(path: "notes.json")
            try Data("{}".utf8).write(to: file)
            let outcome = try await CommandLine.run("bench", "--compare", file.path)
            #expect(outcome.status == 2)
            #expect(outcome.complaint.contains("it is not a benchmark's JSON report"))
            #expect(outcome.complaints.count == 1)
        }
    }

    #if os(Linux)
    @Test func anInterruptedRunLeavesNothing() async throws {
        try await CommandLine.inFolder { folder in
            let process = Process()
            process.executableURL = try CommandLine.program()
            process.arguments = ["bench", "--rows", "5000", "--in", folder.path]
            let complaint = Pipe()
            process.standardError = complaint
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let said = try await aside { () throws -> Data? in
                // Its first line comes when the work has begun.
                let said = try complaint.fileHandleForReading.read(upToCount: 8)
                process.interrupt()
                process.waitUntilExit()
                return said
            }
            #expect(said?.isEmpty == false)
            #expect(process.terminationStatus == 128 + SIGINT)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
    #endif
}

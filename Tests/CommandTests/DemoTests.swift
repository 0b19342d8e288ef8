import Foundation
import Testing

/// The program as a user meets it.
@Suite struct DemoTests {
    static let header =
        "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,flight,tailnum,origin,"
        + "dest,air_time,distance,hour,minute,time_hour\n"
    static let row = "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z\n"

    @Test func theStoresAgreeAndLeaveNothingOfThemselves() async throws {
        try await CommandLine.inFolder { folder in
            let flights = folder.appending(path: "few.csv")
            // The same flight twice is two flights.
            try (Self.header + Self.row + Self.row).write(to: flights, atomically: true, encoding: .utf8)
            let outcome = try await CommandLine.run("demo", "--flights", flights.path)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("Imported 2 flights"))
            #expect(outcome.complaint.isEmpty, "there is no progress bar where there is no terminal")
        }
    }

    @Test func aStoreWithRowsIsRefusedAndKept() async throws {
        try await CommandLine.inFolder { folder in
            let flights = folder.appending(path: "few.csv")
            try (Self.header + Self.row).write(to: flights, atomically: true, encoding: .utf8)
            let stores = folder.appending(path: "stores")
            #expect(
                try await CommandLine.run("demo", "--flights", flights.path, "--directory", stores.path).status == 0)
            let made = try FileManager.default.contentsOfDirectory(atPath: stores.path).sorted()
            let again = try await CommandLine.run("demo", "--flights", flights.path, "--directory", stores.path)
            #expect(again.status == 2)
            #expect(again.complaints.count == 1)
            #expect(again.complaint.contains("rows already"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: stores.path).sorted() == made)
        }
    }

    @Test(arguments: [
        ("2013,1,1\n", ":3: 3 cells where the header has 19"),
        (row.replacing("EWR", with: "NA"), ":3: `origin` has no value"),
        (row.replacing("1400", with: "far"), ":3: `distance` is no whole number: far"),
        (row.replacing("UA", with: "??"), ":3: `carrier` is not among the airlines: ??"),
        (row.replacing("2013-01-01T10:00:00Z", with: "today"), ":3: `time_hour` is no time"),
    ])
    func aMalformedRowIsToldWithItsLineAndNothingIsImported(row: String, message: String) async throws {
        try await CommandLine.inFolder { folder in
            let flights = folder.appending(path: "bad.csv")
            try (Self.header + Self.row + row).write(to: flights, atomically: true, encoding: .utf8)
            let stores = folder.appending(path: "stores")
            let outcome = try await CommandLine.run("demo", "--flights", flights.path, "--directory", stores.path)
            #expect(outcome.status == 2)
            #expect(outcome.complaints.count == 1)
            #expect(outcome.complaint.contains("bad.csv" + message))
            #expect(outcome.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: stores.path))
        }
    }

    @Test(arguments: [
        (["demo", "--nope"], "unknown option --nope"), (["demo", "--flights"], "--flights needs a value"),
        (["nope"], "unknown command nope"), (["demo", "--flights", "/nowhere.csv"], "/nowhere.csv: no such file"),
        (["demo", "--store", "foo:///x"], "names no kind of store"),
        (["demo", "--store", "sqlite:"], "names no place"),
        (["demo", "--store", "sqlite:///nowhere/x.db"], "does not exist"),
        (["demo", "--store", "lmdb:///nowhere/x"], "does not exist"),
        (["demo", "--directory", "/proc/x"], "cannot be made"),
        (["demo", "--store", "sqlite:///etc/passwd"], "no SQLite database"),
    ])
    func badInputIsOneClearLine(arguments: [String], message: String) async throws {
        let outcome = try await CommandLine.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.count == 1)
        #expect(outcome.complaint.contains(message))
        #expect(outcome.output.isEmpty)
    }

    @Test func helpIsPrintedOnRequest() async throws {
        #expect(try await CommandLine.run("help").output.contains("demo"))
        let help = try await CommandLine.run("demo", "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("--flights FILE"))
    }

    @Test(arguments: ["copy", "drain", "history", "schema", "explain", "demo", "bench", "watch", "contract"])
    func helpTellsOfEachCommandItself(command: String) async throws {
        let help = try await CommandLine.run("help", command)
        #expect(help.status == 0)
        #expect(help.output.contains("chronicle \(command)"))
        #expect(help.output == (try await CommandLine.run(command, "--help").output))
    }

    @Test func helpKnowsNoOtherCommands() async throws {
        for (arguments, message) in [(["nope"], "unknown command nope"), (["copy", "drain"], "one command at a time")] {
            let outcome = try await CommandLine.run(["help"] + arguments)
            #expect(outcome.status == 2)
            #expect(outcome.complaint.contains(message))
        }
    }
}

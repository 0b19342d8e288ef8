#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct ValueTests {
    @Test func everyKindComesBackToTheLastBitAfterReopening() throws {
        let folder = try Folder()
        let big = try #require(Decimal(string: "340282366920938463463374607431768211455"))
        let small = try #require(Decimal(string: "-0.00000000000000000000000000000000000000000000000000000123456789"))
        let wide = Decimal(sign: .plus, exponent: 90, significand: 17)
        var rows: [[StoredValue]] = []
        for (index, decimal) in [big, small, wide, 0, Decimal(string: "12.50"), -3].enumerated() {
            rows.append(
                Fixture.flight(
                    "r\(index)",
                    [
                        1: .text("e\u{301}\0x"), 2: .text(""), 3: .integer([.min, .max, 0][index % 3]),
                        4: .unsigned([.max, 0, 1 << 63][index % 3]),
                        5: .double([-0.0, .infinity, .leastNonzeroMagnitude][index % 3]),
                        6: .decimal(try #require(decimal)),
                        7: .date(Date(timeIntervalSinceReferenceDate: [-0.0, 0.0, -.infinity][index % 3])),
                        8: .data(index == 0 ? Data() : Data([0, 255])), 9: .uuid(UUID()), 10: .bool(index % 2 == 0),
                    ]))
        }
        rows.append(Fixture.flight("empty"))
        let store = try Fixture.store(folder.file())
        let keys = try Fixture.insert(rows, into: store)
        try store.close()
        let again = try Fixture.store(folder.file())
        let read = try Fixture.rows(again, keys: keys)
        #expect(read.count == rows.count)
        for (a, b) in zip(read, rows) {
            for (x, y) in zip(a, b) { #expect(x.isIdentical(to: y), "\(x) \(y)") }
        }
    }

    @Test func anUpdateSetsAndClearsTheSignOfZero() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let key = try Fixture.insert(
            [Fixture.flight("a", [5: .double(-0.0), 7: .date(Date(timeIntervalSinceReferenceDate: -0.0))])], into: store
        )[0]
        func update(_ value: Double) throws {
            var request = SaveRequest(timestamp: .now)
            request.updates = [RowUpdate(row: RowReference(entity: 0, key: key), values: [(5, .double(value))])]
            _ = try store.save(request)
        }
        try update(0.0)
        var row = try Fixture.rows(store, keys: [key])[0]
        #expect(row[5].isIdentical(to: .double(0.0)))
        #expect(row[7].isIdentical(to: .date(Date(timeIntervalSinceReferenceDate: -0.0))))
        try update(-0.0)
        row = try Fixture.rows(store, keys: [key])[0]
        #expect(row[5].isIdentical(to: .double(-0.0)))
    }

    @Test func uniqueTextComparesByCanonicalEquivalence() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let first = try Fixture.insert([Fixture.flight("caf\u{e9}", [3: .integer(1)])], into: store)[0]
        try Fixture.insert([Fixture.flight("cafe\u{301}", [3: .integer(2)])], into: store)
        #expect(try store.count(FetchRequest(entity: 0)) == 1)
        #expect(try Fixture.rows(store, keys: [first])[0][3] == .integer(2))
        for spelling in ["caf\u{e9}", "cafe\u{301}"] {
            let condition = Query.Condition.compare(Fixture.column(0), .equal, .literal(.text(spelling)))
            #expect(try store.fetchKeys(FetchRequest(entity: 0, condition: condition)) == [first])
        }
    }

    @Test func theShellReadsTypedNamedColumns() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        try Fixture.insert(
            [
                Fixture.flight(
                    "UA1",
                    [1: .text("EWR"), 3: .integer(-4), 6: .decimal(Decimal(string: "1.5") ?? 0), 10: .bool(true)])
            ],
            into: store)
        try store.close()
        let shell = "/usr/bin/sqlite3"
        guard FileManager.default.isExecutableFile(atPath: shell) else {
            print("Not checked: the sqlite3 shell is not installed.")
            return
        }
        let process = Process()
        process.executableURL = URL(filePath: shell)
        process.arguments = [
            folder.file().path, "SELECT code, origin, delay, price, isLate FROM Flight WHERE origin = 'EWR'",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == "UA1|EWR|-4|1.5|1\n")
    }
}
#endif

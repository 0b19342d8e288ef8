import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark data")
struct FlightDataTests {
    @Test("Rows are read with their missing values, and departures are the scheduled minute in UTC")
    func rows() throws {
        let table = try FlightTable(csv: Fixture.csv)
        #expect(table.count == 5)
        let flights = FlightData(table: table, count: 5).flights
        #expect(flights[0].carrier == "UA")
        #expect(flights[0].number == 1545)
        #expect(flights[0].delayMinutes == 2)
        #expect(flights[0].departure == (try Date("2013-01-01T10:15:00Z", strategy: .iso8601)))
        #expect(flights[2].tailNumber == nil)
        #expect(flights[2].delayMinutes == nil)
    }

    @Test("More records than rows are made, all different, the first ones the same for any count")
    func cycling() throws {
        let table = try FlightTable(csv: Fixture.csv)
        let many = FlightData(table: table, count: 1_000).flights
        #expect(Array(many.prefix(10)) == FlightData(table: table, count: 10).flights)
        #expect(Set(many.map(\.remoteID)).count == 1_000)
        #expect(many.allSatisfy { UUID(uuidString: $0.remoteID)?.uuidString == $0.remoteID })
        #expect(many.count { $0.note == nil } == 750)
        #expect(many[5].departure == many[0].departure.addingTimeInterval(37))
    }

    @Test("A wrong table is refused with the line")
    func wrongTables() throws {
        let lines = Fixture.csv.split(separator: "\n").map(String.init)
        func error(_ lines: [String]) -> FlightTableError? {
            #expect(throws: FlightTableError.self) { try FlightTable(csv: lines.joined(separator: "\n")) }
        }
        #expect(error([lines[0], lines[1], lines[2] + ",1"])?.line == 3)
        #expect(error([lines[0], lines[1].replacingOccurrences(of: "1400", with: "far")])?.line == 2)
        #expect(error([lines[0], lines[1].replacingOccurrences(of: "1400", with: "NA")])?.line == 2)
        #expect(error([lines[0].replacingOccurrences(of: "origin", with: "from"), lines[1]])?.line == 1)
        #expect(error([lines[0]])?.reason == "the table has no rows")
        #expect(error([])?.line == 1)
        #expect(throws: FlightTableError.self) { try FlightTable(contentsOf: URL(fileURLWithPath: "/nowhere.csv")) }
    }

    @Test("A table with carriage returns reads the same")
    func carriageReturns() throws {
        let windows = try FlightTable(csv: Fixture.csv.replacingOccurrences(of: "\n", with: "\r\n"))
        let unix = try FlightTable(csv: Fixture.csv)
        #expect(FlightData(table: windows, count: 9).flights == FlightData(table: unix, count: 9).flights)
    }

    @Test("Edited, deleted and probed rows are apart")
    func plan() throws {
        let plan = try Fixture.plan()
        let edited = Set(plan.edits.map(\.index))
        #expect(edited.count == 100)
        #expect(Set(plan.deletions).count == 100)
        #expect(edited.isDisjoint(with: plan.deletions))
        #expect(!edited.contains(plan.probe) && !plan.deletions.contains(plan.probe))
        #expect(plan.keys.sorted() == Array(0..<400))
    }
}

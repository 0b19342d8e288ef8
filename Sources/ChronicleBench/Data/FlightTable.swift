public import Foundation

/// The rows of a `flights.csv`, as far as the benchmark uses them.
public struct FlightTable: Sendable {
    /// One row of the table.
    struct Row: Sendable {
        var carrier: String
        var number: Int
        var tailNumber: String?
        var origin: String
        var destination: String
        var departure: Date
        var delayMinutes: Int?
        var distance: Int
    }

    let rows: [Row]

    /// The number of rows.
    public var count: Int { rows.count }

    /// Reads a table from a file.
    public init(contentsOf file: URL) throws {
        let text: String
        do {
            text = try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw FlightTableError(line: nil, reason: "\(file.path) cannot be read: \(error.localizedDescription)")
        }
        try self.init(csv: text)
    }

    /// Reads a table from its text: a header that names the columns, then a row a line, `NA` for a missing value.
    public init(csv: String) throws {
        // A carriage return and line feed are one Character, so both kinds of line end are newlines here.
        let lines = csv.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let columns = try Columns(header: lines.first ?? "")
        var rows: [Row] = []
        rows.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            rows.append(try columns.row(line, number: index + 1))
        }
        guard !rows.isEmpty else { throw FlightTableError(line: nil, reason: "the table has no rows") }
        self.rows = rows
    }
}

/// What is wrong with a flights table.
public struct FlightTableError: Error, CustomStringConvertible, Equatable {
    /// The line, counted from one, if it is about a line.
    public var line: Int?
    /// What is wrong.
    public var reason: String

    /// The line and what is wrong with it.
    public var description: String { line.map { "flights table, line \($0): \(reason)" } ?? "flights table: \(reason)" }
}

/// Where the header puts the columns that are used.
private struct Columns {
    private static let names = [
        "carrier", "flight", "tailnum", "origin", "dest", "time_hour", "minute", "dep_delay", "distance",
    ]
    private let positions: [Int]
    private let width: Int

    init(header: Substring) throws {
        let found = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        positions = try Columns.names.map { name in
            guard let position = found.firstIndex(of: name) else {
                throw FlightTableError(line: 1, reason: "there is no column \(name)")
            }
            return position
        }
        width = found.count
    }

    func row(_ line: Substring, number: Int) throws -> FlightTable.Row {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        guard cells.count == width else {
            throw FlightTableError(line: number, reason: "\(cells.count) cells instead of \(width)")
        }
        func cell(_ column: Int) -> Substring? {
            let text = cells[positions[column]]
            return text == "NA" ? nil : text
        }
        func integer(_ column: Int) throws -> Int? {
            guard let text = cell(column) else { return nil }
            guard let value = Int(text) else { throw wrong(column, text) }
            return value
        }
        func wrong(_ column: Int, _ text: Substring) -> FlightTableError {
            FlightTableError(line: number, reason: "\(Columns.names[column]) is \"\(text)\"")
        }
        func needed<Value>(_ column: Int, _ value: Value?) throws -> Value {
            guard let value else { throw wrong(column, cells[positions[column]]) }
            return value
        }
        let hour = try needed(5, cell(5).flatMap { try? Date(String($0), strategy: .iso8601) })
        return FlightTable.Row(
            carrier: String(try needed(0, cell(0))),
            number: try needed(1, integer(1)),
            tailNumber: cell(2).map(String.init),
            origin: String(try needed(3, cell(3))),
            destination: String(try needed(4, cell(4))),
            departure: hour.addingTimeInterval(60 * Double(try needed(6, integer(6)))),
            delayMinutes: try integer(7),
            distance: try needed(8, integer(8)))
    }
}

import Foundation

/// A file of comma-separated cells with a header, read row by row with its line numbers.
///
/// Cells are taken as they are: the flight tables quote none.
struct CSVTable {
    private let name: String
    private let lines: [Substring]
    private let columns: [Int]
    private let width: Int

    /// Reads a file that has the named columns, in any order, among others.
    ///
    /// - Throws: ``DemoFailure`` naming the file when it cannot be read or a column is missing.
    init(_ url: URL, columns names: [String]) throws {
        name = url.lastPathComponent
        let path = url.path(percentEncoded: false)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw DemoFailure("\(path): no such file")
        }
        guard !isFolder.boolValue else { throw DemoFailure("\(path) is a folder, not a CSV file") }
        let text: String
        do {
            let bytes = try Data(contentsOf: url)
            guard let decoded = String(data: bytes, encoding: .utf8) else {
                throw DemoFailure("\(path) is not UTF-8 text")
            }
            text = decoded
        } catch let failure as DemoFailure {
            throw failure
        } catch {
            throw DemoFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
        lines = Self.split(text[...], at: "\n").map { $0.utf8.last == 0x0D ? Substring($0.utf8.dropLast()) : $0 }
        let header = Self.split(lines.first ?? "", at: ",").map(String.init)
        var columns: [Int] = []
        for wanted in names {
            guard let index = header.firstIndex(of: wanted) else {
                throw DemoFailure("\(name):1: the header has no column `\(wanted)`")
            }
            columns.append(index)
        }
        self.columns = columns
        width = header.count
    }

    /// Splits by bytes: a table has millions of cells, and its separators are never part of another character.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// Calls a block with each row in order.
    ///
    /// - Throws: ``DemoFailure`` with the line of a row whose number of cells is wrong, and what the block throws.
    func forEachRow(_ body: (CSVRow) throws -> Void) throws {
        for (index, line) in lines.enumerated().dropFirst() {
            if line.isEmpty, index == lines.count - 1 { continue }
            let cells = Self.split(line, at: ",")
            guard cells.count == width else {
                throw DemoFailure("\(name):\(index + 1): \(cells.count) cells where the header has \(width)")
            }
            try body(CSVRow(file: name, line: index + 1, cells: columns.map { cells[$0] }))
        }
    }
}

/// One row of a table, with the wanted cells in the order in which they were asked for.
struct CSVRow {
    let file: String
    let line: Int
    let cells: [Substring]

    /// A text; never empty and never `NA`.
    func text(_ index: Int, _ column: String) throws -> String {
        guard let text = optionalText(index) else { throw failure("`\(column)` has no value") }
        return text
    }

    /// A text; nil for `NA` and for an empty cell.
    func optionalText(_ index: Int) -> String? {
        cells[index].isEmpty || cells[index] == "NA" ? nil : String(cells[index])
    }

    /// A whole number.
    func integer(_ index: Int, _ column: String) throws -> Int {
        guard let number = try optionalInteger(index, column) else { throw failure("`\(column)` has no value") }
        return number
    }

    /// A whole number within 32 bits; nil for `NA` and for an empty cell.
    func optionalInteger(_ index: Int, _ column: String) throws -> Int? {
        guard optionalText(index) != nil else { return nil }
        // Some tools write whole numbers as 11.0.
        let cell = cells[index].hasSuffix(".0") ? cells[index].dropLast(2) : cells[index]
        guard let number = Int32(cell) else { throw failure("`\(column)` is no whole number: \(cells[index])") }
        return Int(number)
    }

    /// A finite number.
    func number(_ index: Int, _ column: String) throws -> Double {
        guard let number = Double(cells[index]), number.isFinite else {
            throw failure("`\(column)` is no number: \(cells[index])")
        }
        return number
    }

    func failure(_ reason: String) -> DemoFailure { DemoFailure("\(file):\(line): \(reason)") }
}

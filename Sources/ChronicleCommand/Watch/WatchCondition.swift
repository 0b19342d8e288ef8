import Chronicle
import ChronicleStore
import Foundation

/// Reads `--where`: comparisons such as `distance >= 500`, joined by `and`.
struct WatchCondition {
    private let entity: Schema.Entity
    private static let comparisons: [(sign: String, comparison: Query.Comparison)] = [
        ("==", .equal), ("!=", .notEqual), ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("=", .equal), ("<", .less),
        (">", .greater),
    ]

    init(_ entity: Schema.Entity) { self.entity = entity }

    /// - Throws: ``UsageError`` for what cannot be understood.
    func condition(_ text: String) throws -> Query.Condition {
        var words = try Self.words(text)[...]
        var parts: [Query.Condition] = []
        while true {
            guard words.count >= 3 else {
                throw UsageError("--where: write COLUMN COMPARISON VALUE, joined by and; not `\(text)`")
            }
            let (name, sign, value) = (words.removeFirst(), words.removeFirst(), words.removeFirst())
            parts.append(try part(name, sign, value))
            guard let joint = words.popFirst() else { return .and(parts) }
            guard joint.lowercased() == "and" else { throw UsageError("--where: expected `and`, not `\(joint)`") }
        }
    }

    private func part(_ name: String, _ sign: String, _ value: String) throws -> Query.Condition {
        let column = try self.column(name, "--where")
        let path = Query.Value.column(Query.Path(entity: entity.index), column)
        let literal = Query.Value.literal(try stored(value, entity.columns[column]))
        if sign.lowercased() == "contains" {
            guard entity.columns[column].type == .text else { throw UsageError("--where: \(name) is no text") }
            return .contains(path, literal)
        }
        guard let comparison = Self.comparisons.first(where: { $0.sign == sign })?.comparison else {
            throw UsageError("--where: `\(sign)` is no comparison; there are =, !=, <, <=, >, >= and contains")
        }
        return .compare(path, comparison, literal)
    }

    func column(_ name: String, _ option: String) throws -> Int {
        if let column = entity.columnIndex(named: name) { return column }
        let known = entity.columns.map(\.name).joined(separator: ", ")
        throw UsageError("\(option): \(entity.name) has no column \(name); there are \(known)")
    }

    private func stored(_ text: String, _ column: Schema.Column) throws -> StoredValue {
        if text.lowercased() == "null" || text.lowercased() == "nil" { return .null }
        let value: StoredValue? =
            switch column.type {
            case .bool: ["true": .bool(true), "false": .bool(false)][text.lowercased()]
            case .integer: Int64(text).map { .integer($0) }
            case .unsigned: UInt64(text).map { .unsigned($0) }
            case .double: Double(text).map { .double($0) }
            case .decimal: Decimal(string: text).map { .decimal($0) }
            case .text: .text(text)
            case .date: WrittenDate.parse(text).map { .date($0) }
            case .uuid: UUID(uuidString: text).map { .uuid($0) }
            case .reference: Int64(text).map { .reference($0) }
            default: nil
            }
        if let value { return value }
        throw UsageError("--where: \(column.name) holds \(column.type.rawValue), which `\(text)` is not")
    }

    /// Words and comparisons, apart by blanks or not; text in quotes is one word.
    private static func words(_ text: String) throws -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for letter in text {
            if let open = quote {
                guard letter == open else {
                    word.append(letter)
                    continue
                }
                words.append(word)
                (word, quote) = ("", nil)
            } else if letter == "'" || letter == "\"" {
                end()
                quote = letter
            } else if letter.isWhitespace {
                end()
            } else {
                let isSign = "=!<>".contains(letter)
                if let last = word.last, "=!<>".contains(last) != isSign { end() }
                word.append(letter)
            }
        }
        if quote != nil { throw UsageError("--where: a quote is not closed in `\(text)`") }
        end()
        return words
    }
}

import ChronicleSchema

/// The words of a query that a person wrote.
struct WrittenTokens {
    enum Token: Hashable {
        case name(String)
        case text(String)
        case number(String)
        case sign(String)
    }

    private(set) var tokens: [(token: Token, place: Int)] = []
    private var next = 0

    private static let signs = ["==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "!", "(", ")", ","]

    /// - Throws: ``StoreError`` `unsupportedQuery` for what begins no word.
    init(_ source: String) throws {
        var rest = Substring(source)
        while let first = rest.first {
            let place = source.distance(from: source.startIndex, to: rest.startIndex) + 1
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "'" || first == "\"" {
                tokens.append((.text(try Self.text(&rest, first, place)), place))
            } else if first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) {
                let word = rest.prefix { $0.isNumber || "+-.:eETZ".contains($0) }
                tokens.append((.number(String(word)), place))
                rest.removeFirst(word.count)
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "?" }
                tokens.append((.name(word.filter { $0 != "?" }), place))
                rest.removeFirst(word.count)
            } else if let sign = Self.signs.first(where: { rest.hasPrefix($0) }) {
                tokens.append((.sign(sign), place))
                rest.removeFirst(sign.count)
            } else {
                throw Self.failure("\(first) at character \(place) means nothing here")
            }
        }
    }

    /// A text between quotation marks; two of them inside stand for one.
    private static func text(_ rest: inout Substring, _ quote: Character, _ place: Int) throws -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            guard character == quote else {
                text.append(character)
                continue
            }
            if rest.first != quote { return text }
            rest.removeFirst()
            text.append(quote)
        }
        throw failure("the text that begins at character \(place) does not end")
    }

    static func failure(_ message: String) -> StoreError {
        StoreError(.unsupportedQuery, "The query cannot be read: \(message).")
    }

    /// The next word, which stays.
    var peek: Token? { next < tokens.count ? tokens[next].token : nil }

    /// Where the next word stands.
    var place: String { next < tokens.count ? "at character \(tokens[next].place)" : "at the end" }

    mutating func take() -> Token? {
        guard next < tokens.count else { return nil }
        defer { next += 1 }
        return tokens[next].token
    }

    /// Takes one of some signs or words, in any case; nil when another comes.
    mutating func take(_ words: String...) -> String? {
        let found: String
        switch peek {
        case .sign(let sign): found = sign
        case .name(let name): found = name.lowercased()
        default: return nil
        }
        guard words.contains(found) else { return nil }
        next += 1
        return found
    }

    mutating func expect(_ word: String) throws {
        guard take(word) != nil else { throw Self.failure("\(word) is missing \(place)") }
    }
}

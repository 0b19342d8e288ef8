import Foundation

/// Pieces of a page's text.
enum HTMLText {
    /// A text in which nothing is markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // What HTML and XML do not allow even when written as a number.
            case _ where character.value < 0x20 && character != "\n" && character != "\t": result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A number for a coordinate.
    static func number(_ value: Double) -> String {
        value.isFinite ? String(format: "%.1f", value) : "0"
    }

    /// A table whose first column heads its rows.
    static func table(caption: String, header: [String], rows: [[String]], marked: Set<[Int]> = []) -> String {
        let head = header.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let body = rows.enumerated().map { row, cells in
            let rest = cells.dropFirst().enumerated().map { column, cell in
                "<td\(marked.contains([row, column + 1]) ? " class=\"best\"" : "")>\(escaped(cell))</td>"
            }.joined()
            return "<tr><th scope=\"row\">\(escaped(cells.first ?? ""))</th>\(rest)</tr>"
        }.joined(separator: "\n")
        return """
            <div class="scroll" tabindex="0"><table>
            <caption>\(escaped(caption))</caption>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body)
            </tbody></table></div>
            """
    }
}

extension StoreContract {
    /// The contract for readers, as Markdown: every chapter, and every clause with what it asks of a store.
    ///
    /// It follows from the table alone, so that it can be kept under version control and compared.
    public static var document: String {
        var text = """
            # The contract of a store

            Written by `chronicle contract document` from the table in `ChronicleContract`; do not edit. Version \(version),
            \(clauses.count) clauses.

            Each line is what every store promises that declares the capabilities in the last column (see `StoreCapabilities`),
            and those that do not declare what the column says is missing. A store that breaks one is wrong, unless its author
            lists the clause as a known deviation, with the reason. Identifiers are permanent. `chronicle contract explain ID`
            tells more of a clause, and [ImplementingAStore](ImplementingAStore.md) how to put a store of your own to all of
            them.

            | code | chapter | clauses |
            | --- | --- | --- |

            """
        for chapter in chapters {
            let count = chapter.clauses.isEmpty ? "reserved" : "\(chapter.clauses.count)"
            text += "| \(chapter.id) | \(chapter.title) | \(count) |\n"
        }
        for chapter in chapters where !chapter.clauses.isEmpty {
            text += "\n## \(chapter.id): \(chapter.title)\n\n| clause | promise | applies to |\n| --- | --- | --- |\n"
            for clause in chapter.clauses {
                text += "| \(clause.id) | \(ContractReport.escaped(clause.text)) | \(clause.reach) |\n"
            }
        }
        return text
    }
}

extension ContractClause {
    /// The stores that the clause applies to, in a few words.
    fileprivate var reach: String {
        var parts = requires.map(\.rawValue).sorted() + lacking.map { "no \($0.rawValue)" }.sorted()
        switch level {
        case .required: break
        case .stochastic: parts.append("random work")
        case .untested(let reason): parts.append("not tested: \(ContractReport.escaped(reason))")
        }
        return parts.isEmpty ? "every store" : parts.joined(separator: ", ")
    }
}

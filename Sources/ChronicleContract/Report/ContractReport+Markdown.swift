extension ContractReport {
    /// The report for readers: the result, what is declared, what failed, what did not run and why, and a table of all.
    public func markdown() -> String {
        var text = "# Contract report of \(store)\n\n\(line)\n\n"
        if let capabilities {
            let declared = ContractCapability.allCases.filter { $0.isDeclared(in: capabilities) }.map(\.rawValue)
            text += "Declares: \(declared.isEmpty ? "nothing" : declared.joined(separator: ", ")). Seed: \(seed).\n\n"
        }
        let failed = results.filter { !$0.outcome.violations.isEmpty }
        if !failed.isEmpty {
            text += "## Failed\n\n"
            for result in failed {
                text += "### \(result.clause.id)\n\n\(result.clause.text)\n\n"
                for violation in result.outcome.violations { text += "- \(Self.escaped(violation.message))\n" }
                text += "\nStated at `\(result.clause.site.fileID):\(result.clause.site.line)`.\n\n"
            }
        }
        let skipped = results.filter { $0.outcome.reason != nil }
        if !skipped.isEmpty {
            text += "## Not passed, not failed\n\n| clause | outcome | reason |\n| --- | --- | --- |\n"
            for result in skipped {
                text +=
                    "| \(result.clause.id) | \(result.outcome.name) | \(Self.escaped(result.outcome.reason ?? "")) |\n"
            }
            text += "\n"
        }
        text += "## All clauses\n\n| clause | promise | outcome |\n| --- | --- | --- |\n"
        for result in results {
            text += "| \(result.clause.id) | \(Self.escaped(result.clause.text)) | \(result.outcome.name) |\n"
        }
        return text
    }

    static func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|").split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// Finds the types of a Swift file that are put to the contract.
enum SuiteScanner {
    /// The names of the types, at the top level, that the file declares to conform to `StoreContractSuite`.
    static func suites(in source: String) -> [String] {
        // Only declarations that begin a line are at the top level in code that is laid out as usual.
        let declaration =
            /^(?:(?:public|package|internal|final|nonisolated)[ \t]+)*(?:enum|struct|class|extension)[ \t]+([A-Za-z_][A-Za-z0-9_]*)\s*:([^{]*)\{/
            .anchorsMatchLineEndings()
        return source.matches(of: declaration).compactMap { match in
            let inherited = match.output.2.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            return inherited.contains("StoreContractSuite") ? String(match.output.1) : nil
        }
    }
}

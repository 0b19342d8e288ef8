/// The list of mutants as `Docs/Teeth.md` has it.
enum TeethDocument {
    /// One line a mutant: what is wrong with it, and the clauses that must catch it.
    static var list: String {
        var lines = ["| mutant | what is wrong | caught by |", "| --- | --- | --- |"]
        for mutant in ContractMutants.all {
            let clauses = mutant.mustBreak.map(\.clause).sorted().joined(separator: ", ")
            lines.append("| \(mutant.id) | \(mutant.fault) | \(clauses) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

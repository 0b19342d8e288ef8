import Foundation

/// The hostile rows in a store, and the answers that Swift gives over the models they were made of.
struct SpecimenGround {
    let probe: ContractProbe
    let container: ModelContainer
    /// The context that the rows were saved by; it keeps the models that are Swift's side of the comparison.
    let keeper: ModelContext
    let specimens: [Specimen]

    init(_ probe: ContractProbe) throws {
        self.probe = probe
        container = try probe.open(Specimen.self)
        keeper = ModelContext(container)
        specimens = SpecimenRows.all()
        // The long bytes are in an index.
        let most = min(container.limits.indexedBytes ?? .max, container.limits.dataBytes ?? .max)
        specimens[5].bytes = Data(specimens[5].bytes.prefix(most))
        for specimen in specimens { keeper.insert(specimen) }
        try keeper.save()
    }

    /// Records a violation for each predicate that selects other rows than `Predicate.evaluate` over the same models.
    func check(
        _ predicates: Predicate<Specimen>..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws {
        let context = ModelContext(container)
        for predicate in predicates {
            let right = try specimens.filter { try predicate.evaluate($0) }.map(\.code)
            let problem: String?
            do {
                let seen = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.code)
                problem = Self.difference(seen, right)
            } catch {
                problem = "the fetch threw \(ContractProbe.describe(error))"
            }
            guard let problem else { continue }
            probe.record(
                "\(Self.name(of: predicate)) selects other rows than Predicate.evaluate over the same models: \(problem)",
                ContractSite("\(fileID)", "\(filePath)", line, column))
        }
    }

    /// Records a violation unless a predicate selects the rows of the given numbers.
    func check(
        _ predicate: Predicate<Specimen>, selects rows: [Int], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let seen = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.code)
        guard let problem = Self.difference(seen, rows.map { "row \($0)" }) else { return }
        probe.record(
            "\(Self.name(of: predicate)): \(problem)", ContractSite("\(fileID)", "\(filePath)", line, column))
    }

    /// How an answer differs from the right one; nil when it does not.
    static func difference(_ seen: [String], _ right: [String]) -> String? {
        if seen == right { return nil }
        let missing = right.filter { !seen.contains($0) }
        let extra = seen.filter { !right.contains($0) }
        var parts: [String] = []
        if !missing.isEmpty { parts.append("missing are \(ContractProbe.shortened(missing))") }
        if !extra.isEmpty { parts.append("too many are \(ContractProbe.shortened(extra))") }
        if parts.isEmpty {
            parts.append("expected \(ContractProbe.shortened(right)), saw \(ContractProbe.shortened(seen))")
        }
        return parts.joined(separator: ", ")
    }

    /// A predicate on one line.
    static func name(of predicate: Predicate<Specimen>) -> String {
        let text = String("\(predicate)".prefix(4000))
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= 400 ? line : line.prefix(400) + "…"
    }
}

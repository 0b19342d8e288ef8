import Foundation

extension SpecimenGround {
    /// Records a violation unless a fetch gives what `sorted(using:)` gives over the same models, those that tie in the order of
    /// their identifiers.
    func checkOrder(
        _ order: SortDescriptor<Specimen>..., where predicate: Predicate<Specimen>? = nil, offset: Int? = nil,
        limit: Int? = nil, what: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws {
        // The models are in the order of their identifiers, and the sort is stable.
        var right = try specimens.filter { try predicate?.evaluate($0) ?? true }.sorted(using: order)
        right = Array(right.dropFirst(offset ?? 0).prefix(limit ?? .max))
        var descriptor = FetchDescriptor<Specimen>(predicate: predicate, sortBy: order)
        descriptor.fetchOffset = offset
        descriptor.fetchLimit = limit
        let seen = try ModelContext(container).fetch(descriptor).map(\.code)
        if let problem = Self.difference(seen, right.map(\.code)) {
            probe.record(
                "\(what): other rows or another order than sorted(using:) over the same models: \(problem)",
                ContractSite("\(fileID)", "\(filePath)", line, column))
        }
    }
}

import Foundation

extension HistoryChange {
    /// What a change says, in one line such as `update Plot/3 [area, note]`.
    var told: String {
        switch self {
        case .insert(let change): "insert \(change.changedPersistentIdentifier)"
        case .update(let change):
            "update \(change.changedPersistentIdentifier) [\(change.updatedAttributeNames.joined(separator: ", "))]"
        case .delete(let change): "delete \(change.changedPersistentIdentifier)"
        }
    }
}

extension DefaultHistoryTransaction {
    /// What its changes say.
    var told: [String] { changes.map(\.told) }
}

extension ContractProbe {
    /// The transactions after a token, which must be so many; records a violation and ends the clause otherwise.
    func transactions(
        _ count: Int, after token: DefaultHistoryToken? = nil, in context: ModelContext, _ what: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws -> [DefaultHistoryTransaction] {
        let found = try context.history(after: token)
        guard found.count == count else {
            throw fail(
                "\(what): expected \(count) transactions, saw \(found.count): \(Self.shortened(found.map(\.told)))",
                fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return found
    }

    /// The token of the newest transaction.
    func lastToken(of context: ModelContext, _ what: String = "the newest transaction") throws -> DefaultHistoryToken {
        try require(context.history().last?.token, what)
    }
}

extension ModelContext {
    /// Saves plots, one a save, and returns the token after each.
    func addPlots(_ names: String...) throws -> [DefaultHistoryToken] {
        try names.map { name in
            try add(Plot(name))
            guard let token = try history().last?.token else {
                throw StoreError(.corrupt, "A save that changes something left no history.")
            }
            return token
        }
    }
}

extension ContractChapter {
    /// Tombstones.
    static let tombstones = ContractChapter("TMB", "Tombstones", TombstoneClauses.values + TombstoneClauses.occasions)
}

/// The clauses of the chapter on tombstones, by topic.
enum TombstoneClauses {
    /// The tombstones of a type's deletions after a token, by model.
    static func tombstones<Model: PersistentModel>(
        of type: Model.Type, in context: ModelContext, after token: DefaultHistoryToken? = nil
    ) throws -> [PersistentIdentifier: HistoryTombstone<Model>] {
        var found: [PersistentIdentifier: HistoryTombstone<Model>] = [:]
        for change in try context.history(after: token).flatMap(\.changes) {
            if case .delete(let deletion as DefaultHistoryDelete<Model>) = change {
                found[deletion.changedPersistentIdentifier] = deletion.tombstone
            }
        }
        return found
    }

    /// The only tombstone of a type's deletions; ends the clause when there is none or there are several.
    static func tombstone<Model: PersistentModel>(
        of type: Model.Type, in context: ModelContext, _ probe: ContractProbe, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws -> HistoryTombstone<Model> {
        let all = try tombstones(of: type, in: context)
        guard all.count == 1, let tombstone = all.values.first else {
            throw probe.fail(
                "expected the deletion of one \(type) in history, saw \(all.count)", fileID: fileID, filePath: filePath,
                line: line, column: column)
        }
        return tombstone
    }
}

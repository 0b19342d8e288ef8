import Foundation

/// What most clauses do, in one word.
extension ModelContext {
    /// Inserts and saves.
    func add(_ models: any PersistentModel...) throws {
        for model in models { insert(model) }
        try save()
    }

    /// All models of a type that a predicate selects, in the given order.
    func all<T: PersistentModel>(
        _ type: T.Type = T.self, _ predicate: Predicate<T>? = nil, by order: SortDescriptor<T>...
    ) throws -> [T] {
        try fetch(FetchDescriptor<T>(predicate: predicate, sortBy: order))
    }

    /// The history after a token, or all of it.
    func history(after token: DefaultHistoryToken? = nil) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token > token } }
        return try fetchHistory(descriptor)
    }

    /// Deletes the history up to and including a token, or all of it.
    func purge(through token: DefaultHistoryToken? = nil) throws {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token <= token } }
        try deleteHistory(descriptor)
    }
}

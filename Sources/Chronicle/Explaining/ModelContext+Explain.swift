public import ChronicleStore

extension ModelContext {
    /// How the store answers a fetch: the indexes that it uses, what is asked of each row, how many rows it reads for those that
    /// it returns, and which index would mend it.
    ///
    /// Print it, or look at its parts in a test. Unsaved changes play no part: a fetch that they take part in reads the store in
    /// the same way and judges the changed models as well.
    ///
    /// - Parameter measuring: Whether the fetch is run to count rows and time. No models are made.
    /// - Throws: As ``fetch(_:)`` does.
    public func explain<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, measuring: Bool = true
    ) throws -> QueryExplanation {
        mergeNews()
        let entity = try entity(T.self)
        let query = try LoweredQuery(descriptor, entity.binding)
        return try entity.binding.store.reads.explain(query.request, measuring: measuring)
    }
}

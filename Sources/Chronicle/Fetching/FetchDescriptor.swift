public import Foundation

/// Which models are asked for, and in which order.
public struct FetchDescriptor<T: PersistentModel>: Sendable {
    /// What must hold; nil asks for every model.
    public var predicate: Predicate<T>?
    /// The order; models that tie come in the order of insertion.
    public var sortBy: [SortDescriptor<T>]
    /// The most models that are returned.
    public var fetchLimit: Int?
    /// How many models are passed over first.
    public var fetchOffset: Int?
    /// Whether the context's unsaved changes take part.
    public var includePendingChanges = true

    /// The properties that are read for models that the context does not hold yet; empty for all.
    ///
    /// The others are loaded, all at once, when one of them is first read or set. What is saved are changed properties only, so
    /// that one that was not fetched is never written over. To-one relationships always know whom they lead to. Key paths of a
    /// composite's fields stand for the whole composite.
    public var propertiesToFetch: [PartialKeyPath<T>] {
        get { properties.keyPaths }
        set { properties.keyPaths = newValue }
    }
    /// The relationships whose models are fetched along, so that reading them asks the store nothing more.
    ///
    /// One query is made for each relationship on each path, whatever the number of models; for a many-to-many relationship
    /// one more. To-many members that were fetched along are those of then, with the context's unsaved changes, until a commit
    /// that concerns the relationship.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] {
        get { prefetched.keyPaths }
        set { prefetched.keyPaths = newValue }
    }

    private var properties = KeyPaths()
    private var prefetched = KeyPaths()

    // Sendable: key paths to stored properties capture nothing.
    private struct KeyPaths: @unchecked Sendable { var keyPaths: [PartialKeyPath<T>] = [] }

    /// A descriptor; without arguments, for everything.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

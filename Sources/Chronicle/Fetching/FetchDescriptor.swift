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

    /// A descriptor; without arguments, for everything.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

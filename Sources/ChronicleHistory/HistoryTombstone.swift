public import ChronicleSchema

/// What is left of a deleted model: the values of its attributes marked `.preserveValueOnDeletion`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// The preserved values by property name, in declaration order.
    private let values: [(name: String, value: any Sendable)]

    package init(values: [(name: String, value: any Sendable)]) { self.values = values }

    /// The value that a property had when its model was deleted; nil when it was not preserved or had none.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        guard let info = try? ModelInfo.of(Model.self), let slot = try? info.resolve(keyPath).slot else { return nil }
        return values.first { $0.name == info.slots[slot].name }?.value
    }

    /// The preserved values by property name, in declaration order.
    public func makeIterator() -> AnyIterator<(name: String, value: any Sendable)> {
        AnyIterator(values.makeIterator())
    }
}

import ChronicleStore

/// One value computed of many models, where they are stored.
///
/// ```swift
/// let (number, total) = try context.aggregate(descriptor, .count(), .sum(\.amount))
/// ```
///
/// Nil is passed over. Key paths lead to attributes, to fields of composites, and over to-one relationships to those of others.
public struct Aggregate<T: PersistentModel, Result> {
    let lowered: (AggregateLowering) throws -> Query.Aggregate
    let result: (StoredValue) throws -> Result

    /// The number of models.
    public static func count() -> Aggregate<T, Int> {
        Aggregate<T, Int>(lowered: { _ in .count }, result: integer)
    }

    /// The number of models in which a property is not nil.
    public static func count<Value>(of keyPath: KeyPath<T, Value?>) -> Aggregate<T, Int> {
        Aggregate<T, Int>(lowered: { .countOf(try $0.value(keyPath)) }, result: integer)
    }

    /// The sum; zero when there is nothing to add up.
    ///
    /// Integers and decimals are added exactly, and a sum that the type cannot hold is the ``StoreError`` `overflow`.
    /// Floating-point numbers are added one by one in the descriptor's order.
    public static func sum<Value: NumericAttribute>(_ keyPath: KeyPath<T, Value>) -> Aggregate<T, Value> {
        Aggregate<T, Value>(lowered: { .sum(try $0.value(keyPath)) }, result: sum)
    }

    /// The sum of what is not nil; zero when there is nothing to add up.
    public static func sum<Value: NumericAttribute>(_ keyPath: KeyPath<T, Value?>) -> Aggregate<T, Value> {
        Aggregate<T, Value>(lowered: { .sum(try $0.value(keyPath)) }, result: sum)
    }

    /// The mean; nil when there is nothing to add up. That of integers is a `Double`: the exact sum, divided once.
    public static func average<Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value>
    ) -> Aggregate<T, Value.Average?> {
        Aggregate<T, Value.Average?>(lowered: { .average(try $0.value(keyPath)) }, result: Value.average)
    }

    /// The mean of what is not nil; nil when there is nothing to add up.
    public static func average<Value: NumericAttribute>(
        _ keyPath: KeyPath<T, Value?>
    ) -> Aggregate<T, Value.Average?> {
        Aggregate<T, Value.Average?>(lowered: { .average(try $0.value(keyPath)) }, result: Value.average)
    }

    /// The least value; nil when there is none.
    public static func min<Value: OrderedAttribute>(_ keyPath: KeyPath<T, Value>) -> Aggregate<T, Value?> {
        Aggregate<T, Value?>(lowered: { .minimum(try $0.value(keyPath)) }, result: { try value($0) })
    }

    /// The least value that is not nil; nil when there is none.
    public static func min<Value: OrderedAttribute>(_ keyPath: KeyPath<T, Value?>) -> Aggregate<T, Value?> {
        Aggregate<T, Value?>(lowered: { .minimum(try $0.value(keyPath)) }, result: { try value($0) })
    }

    /// The greatest value; nil when there is none.
    public static func max<Value: OrderedAttribute>(_ keyPath: KeyPath<T, Value>) -> Aggregate<T, Value?> {
        Aggregate<T, Value?>(lowered: { .maximum(try $0.value(keyPath)) }, result: { try value($0) })
    }

    /// The greatest value that is not nil; nil when there is none.
    public static func max<Value: OrderedAttribute>(_ keyPath: KeyPath<T, Value?>) -> Aggregate<T, Value?> {
        Aggregate<T, Value?>(lowered: { .maximum(try $0.value(keyPath)) }, result: { try value($0) })
    }

    // MARK: Results

    private static func integer(_ stored: StoredValue) -> Int {
        if case .integer(let value) = stored { Int(value) } else { 0 }
    }

    private static func sum<Value: NumericAttribute>(_ stored: StoredValue) throws -> Value {
        if stored.isNull { return .zero }
        guard let sum = Value.sum(of: stored) else {
            throw StoreError(
                .overflow,
                "A sum over \(T.entityName) is beyond what \(Value.self) can hold: declare the property in a wider type, or "
                    + "add up fewer models", entity: T.entityName)
        }
        return sum
    }

    private static func value<Value: AttributeValue>(_ stored: StoredValue) throws -> Value? {
        stored.isNull ? nil : try AggregateLowering.decode([stored], as: Value.self, of: T.entityName)
    }
}

/// Models that have one value in common, and what was computed of them.
public struct AggregatedGroup<Key: Hashable, each Result> {
    /// What the models have in common.
    public let key: Key
    /// The results, in the order in which they were asked for.
    public let values: (repeat each Result)
}

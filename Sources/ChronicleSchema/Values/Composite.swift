/// A plain struct that is stored as one column a field, so that its fields can be queried, sorted and indexed.
///
/// ```swift
/// struct Location: Composite {
///     var latitude = 0.0
///     var longitude = 0.0
///     static let fields = [Field("latitude", \Location.latitude), Field("longitude", \Location.longitude)]
/// }
/// ```
///
/// Name every stored property once. A property that is not named is not stored: it comes back as `init()` sets it.
public protocol Composite: AttributeValue {
    /// A value to fill in.
    init()

    /// The stored properties, in column order.
    static var fields: [Field<Self>] { get }
}

/// A stored property of a ``Composite``.
public struct Field<Root>: Sendable {
    /// The name of the property and, after the attribute's, of its column.
    public let name: String
    /// The property.
    public let keyPath: any PartialKeyPath<Root> & Sendable
    package let columnCount: Int
    package let shape: ValueShape
    package let load: @Sendable (inout Root, inout RowCursor) -> Void
    package let store: @Sendable (Root, inout [StoredValue]) -> Void

    /// Names a stored property.
    public init<Value: AttributeValue>(_ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable) {
        self.name = name
        self.keyPath = keyPath
        columnCount = Value.columnCount
        shape = Value.valueShape
        load = { $0[keyPath: keyPath] = Value.load(from: &$1) }
        store = { $0[keyPath: keyPath].store(into: &$1) }
    }
}

extension Composite {
    /// How many columns a value takes.
    public static var columnCount: Int { fields.reduce(0) { $0 + $1.columnCount } }
    /// The shape of the columns.
    public static var valueShape: ValueShape { .composite(fields.map { ($0.name, $0.shape) }) }
    /// What an attribute that was never set reads as.
    public static var placeholder: Self { Self() }

    /// Reads a value from the next cells.
    public static func load(from cursor: inout RowCursor) -> Self {
        var value = Self()
        for field in fields { field.load(&value, &cursor) }
        return value
    }

    /// Appends the values of the columns.
    public func store(into values: inout [StoredValue]) {
        for field in Self.fields { field.store(self, &values) }
    }
}

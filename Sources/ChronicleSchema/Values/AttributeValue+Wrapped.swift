extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The wrapped value's columns; a composite has one more that says whether it is there.
    @inlinable public static var columnCount: Int {
        Wrapped.columnCount == 1 ? 1 : Wrapped.columnCount &+ 1
    }
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .optional(Wrapped.valueShape) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Wrapped? { nil }
    @inlinable public static var isOptional: Bool { true }

    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Wrapped? {
        if Wrapped.columnCount == 1 {
            let cell = cursor.cells[cursor.column]
            if cell.kind == .null || (cell.kind == .value && cell.pointee.isNull) {
                cursor.column &+= 1
                return nil
            }
            return decoded(from: &cursor)
        }
        let start = cursor.column
        let isPresent = Bool.load(from: &cursor)
        if !isPresent {
            cursor.column = start &+ columnCount
            return nil
        }
        return decoded(from: &cursor)
    }

    @inlinable static func decoded(from cursor: inout RowCursor) -> Wrapped? {
        let before = cursor.failures
        let value = Wrapped.load(from: &cursor)
        return cursor.failures == before ? value : nil
    }

    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) {
        if Wrapped.columnCount == 1 {
            if let self { self.store(into: &values) } else { values.append(.null) }
        } else if let self {
            values.append(.bool(true))
            self.store(into: &values)
        } else {
            values.append(.bool(false))
            for _ in 0..<Wrapped.columnCount { values.append(.null) }
        }
    }
}

extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
    /// How many columns a value takes.
    @inlinable public static var columnCount: Int { RawValue.columnCount }
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { RawValue.valueShape }

    /// The value of the placeholder's raw value, else the first case.
    public static var placeholder: Self {
        if let value = Self(rawValue: RawValue.placeholder) { return value }
        if let cases = Self.self as? any CaseIterable.Type, let first = firstCase(of: cases) as? Self { return first }
        // An enum with a raw value has no payload, so its cases are numbered from zero in one byte (or none, when there
        // is only one): zero is its first case. Anything else with a raw value takes its placeholder above.
        if MemoryLayout<Self>.size <= 1, _isPOD(Self.self) {
            return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
                memory[0] = 0
                return memory.load(as: Self.self)
            }
        }
        preconditionFailure(
            "\(Self.self) has no value for the raw value \(RawValue.placeholder): implement `static var placeholder`")
    }

    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Self {
        let before = cursor.failures
        let raw = RawValue.load(from: &cursor)
        if cursor.failures == before, let value = Self(rawValue: raw) { return value }
        if cursor.failures == before { cursor.fail() }
        return placeholder
    }

    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { rawValue.store(into: &values) }
}

private func firstCase<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }

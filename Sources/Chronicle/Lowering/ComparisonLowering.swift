import ChronicleStore
import Foundation

extension PredicateLowering {
    /// Whether two lowered things are equal.
    func equal(_ lhs: Lowered, _ rhs: Lowered) throws -> Query.Condition {
        switch (lhs, rhs) {
        case (.composite(let path, _, let columns, let presence), .constant(let values)),
            (.constant(let values), .composite(let path, _, let columns, let presence)):
            return try equal(path, columns, presence, values)
        case (.composite(let path, _, let columns, let presence), .value(.literal(.null))),
            (.value(.literal(.null)), .composite(let path, _, let columns, let presence)):
            return absent(path, columns, presence)
        case (.composite(let a, _, let aColumns, let aPresence), .composite(let b, _, let bColumns, let bPresence)):
            guard aColumns.count == bColumns.count, (aPresence == nil) == (bPresence == nil) else {
                throw unsupported("an optional composite is compared with one that is not")
            }
            let own = (aPresence.map { [$0] } ?? []) + Array(aColumns)
            let other = (bPresence.map { [$0] } ?? []) + Array(bColumns)
            return .and(zip(own, other).map { .compare(.column(a, $0), .equal, .column(b, $1)) })
        case (.optionalCondition(let absent, let condition), .value(.literal(.bool(let wanted)))),
            (.value(.literal(.bool(let wanted))), .optionalCondition(let absent, let condition)):
            return .and([.not(absent), wanted ? condition : .not(condition)])
        case (.optionalCondition(let absent, _), .value(.literal(.null))),
            (.value(.literal(.null)), .optionalCondition(let absent, _)):
            return absent
        default: return try compare(lhs, .equal, rhs)
        }
    }

    private func absent(_ path: Query.Path, _ columns: Range<Int>, _ presence: Int?) -> Query.Condition {
        // Over a to-one path the row itself may be missing.
        let column = presence ?? columns.lowerBound
        return presence == nil
            ? .compare(.column(path, column), .equal, .literal(.null))
            : .not(.isTrue(.column(path, column)))
    }

    private func equal(
        _ path: Query.Path, _ columns: Range<Int>, _ presence: Int?, _ values: [StoredValue]
    ) throws -> Query.Condition {
        var values = values[...]
        var conditions: [Query.Condition] = []
        if values.count == columns.count + 1 {
            guard case .bool(true) = values.removeFirst() else { return absent(path, columns, presence) }
        }
        if let presence { conditions.append(.isTrue(.column(path, presence))) }
        guard values.count == columns.count else { throw unsupported("composites of different shape are compared") }
        for (column, value) in zip(columns, values) {
            conditions.append(.compare(.column(path, column), .equal, .literal(value)))
        }
        return .and(conditions)
    }

    /// A comparison with `<` and its like, or of single values with `==`.
    func compare(_ lhs: Lowered, _ comparison: Query.Comparison, _ rhs: Lowered) throws -> Query.Condition {
        let (left, right) = (try value(lhs), try value(rhs))
        return Self.withoutStandIn(left, comparison, right) ?? Self.withoutStandIn(right, comparison.flipped, left)
            ?? .compare(left, comparison, right)
    }

    /// A comparison of a column that has a constant in place of null, where that constant does not pass: null does not pass
    /// either way, and the column by itself is what indexes and engines know.
    private static func withoutStandIn(
        _ value: Query.Value, _ comparison: Query.Comparison, _ other: Query.Value
    ) -> Query.Condition? {
        guard case .coalesce(let column, .literal(let standIn)) = value, case .column = column,
            case .literal(let constant) = other, !standIn.isNull, !constant.isNull, comparison != .notEqual,
            !comparison.holds(standIn, constant)
        else { return nil }
        return .compare(column, comparison, other)
    }

    /// What a captured value comes to.
    func constant<Output>(_ output: Output) throws -> Lowered {
        if case .attribute(let type) = kind(ofCaptured: Output.self) {
            if let value = ConstantValues.value(of: output, knownAs: type) { return .value(.literal(value)) }
        }
        // Rows of different stores may have the same key.
        if let identifier = output as? PersistentIdentifier { return .value(.literal(reference(to: identifier))) }
        if let identifiers = output as? any Sequence, let references = references(identifiers) {
            return .set(references)
        }
        if let values = ConstantValues.values(of: output) {
            return values.count == 1 ? .value(.literal(values[0])) : .constant(values)
        }
        if let collection = ConstantValues.collection(of: output) { return .set(collection) }
        if let range = ConstantValues.range(of: output) { return range }
        if let pattern = output as? PredicateExpressions.PredicateRegex {
            return .pattern(Query.TextPattern(pattern.regex, source: pattern.stringRepresentation))
        }
        throw unsupported("it captures a \(Output.self), which is not a value that can be stored")
    }
}

extension PredicateLowering {
    private func kind(ofCaptured type: Any.Type) -> CaptureKind {
        if let known = knowledge.captures.first(ObjectIdentifier(type)) { return known }
        let kind = CaptureKind(type)
        knowledge.captures.insert(kind, under: ObjectIdentifier(type))
        hasLearned = true
        return kind
    }

    private func reference(to identifier: PersistentIdentifier) -> StoredValue {
        .reference(identifier.storeIdentifier == binding.origin.storeIdentifier ? identifier.primaryKey : .min)
    }

    private func references<S: Sequence>(_ identifiers: S) -> [StoredValue]? {
        guard S.Element.self == PersistentIdentifier.self || S.Element.self == PersistentIdentifier?.self else {
            return nil
        }
        if let identifiers = identifiers as? [PersistentIdentifier] { return identifiers.map(reference(to:)) }
        if let identifiers = identifiers as? Set<PersistentIdentifier> { return identifiers.map(reference(to:)) }
        return identifiers.map { ($0 as? PersistentIdentifier).map(reference(to:)) ?? .null }
    }
}

/// Turns captured values into stored ones.
enum ConstantValues {
    /// The stored value of something that is known to be of a type; nil when it takes several columns.
    static func value<Output>(of output: Output, knownAs type: any AttributeValue.Type) -> StoredValue? {
        func open<Value: AttributeValue>(_ type: Value.Type) -> StoredValue? {
            var values: [StoredValue] = []
            withUnsafePointer(to: output) {
                UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee.store(into: &values)
            }
            return values.count == 1 ? values[0] : nil
        }
        return open(type)
    }

    static func values<Output>(of output: Output) -> [StoredValue]? {
        if Output.self is any AttributeValue.Type {
            return open(output)
        }
        if let identifier = output as? PersistentIdentifier { return [.reference(identifier.primaryKey)] }
        if let order = output as? ComparisonResult { return [.integer(Int64(order.rawValue))] }
        // Only where it can be one: to ask a collection whether it is an object makes one of it.
        let type = (Output.self as? any OptionalWrapped.Type)?.wrappedType ?? Swift.type(of: output)
        if type is any PersistentModel.Type, let model = output as? any PersistentModel {
            return [.reference(model.backingData.key)]
        }
        if let optional = output as? any OptionalValue, Mirror(reflecting: optional).children.isEmpty { return [.null] }
        return nil
    }

    private static func open<Output>(_ output: Output) -> [StoredValue]? {
        func store<Value: AttributeValue>(_ type: Value.Type) -> [StoredValue]? {
            guard let value = output as? Value else { return nil }
            var values: [StoredValue] = []
            value.store(into: &values)
            return values
        }
        guard let type = Output.self as? any AttributeValue.Type else { return nil }
        return store(type)
    }

    static func collection<Output>(of output: Output) -> [StoredValue]? {
        guard let sequence = output as? any Sequence else { return nil }
        func elements<S: Sequence>(_ sequence: S) -> [StoredValue]? {
            guard !(sequence is String), !(sequence is any BoundedRange) else { return nil }
            if let type = S.Element.self as? any AttributeValue.Type, let found = members(of: sequence, type) {
                return found
            }
            var result: [StoredValue] = []
            for element in sequence {
                guard let values = values(of: element), values.count == 1 else { return nil }
                result.append(values[0])
            }
            return result
        }
        return elements(sequence)
    }

    /// The elements of a collection of values of one column, without looking at the type of each.
    private static func members<S: Sequence, Value: AttributeValue>(
        of sequence: S, _ type: Value.Type
    ) -> [StoredValue]? {
        // Going through a set of a type that the compiler knows takes a fraction of the time.
        if S.self == Set<String>.self, let texts = sequence as? Set<String> { return texts.map { .text($0) } }
        if S.self == Set<Int>.self, let numbers = sequence as? Set<Int> { return numbers.map { .integer(Int64($0)) } }
        if S.self == Set<UUID>.self, let ids = sequence as? Set<UUID> { return ids.map { .uuid($0) } }
        guard Value.columnCount == 1 else { return nil }
        var result: [StoredValue] = []
        result.reserveCapacity(sequence.underestimatedCount)
        for element in sequence {
            // The type of the elements is this one, which the compiler does not see.
            withUnsafePointer(to: element) {
                UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee.store(into: &result)
            }
        }
        return result
    }

    static func range<Output>(of output: Output) -> Lowered? {
        guard let range = output as? any BoundedRange else { return nil }
        return range.lowered
    }
}

/// Ranges.
protocol BoundedRange {
    var lowered: Lowered? { get }
}

extension PartialRangeFrom: BoundedRange {
    var lowered: Lowered? {
        ConstantValues.values(of: lowerBound)?.first.map { .range(.literal($0), nil, isClosed: false) }
    }
}

extension PartialRangeUpTo: BoundedRange {
    var lowered: Lowered? {
        ConstantValues.values(of: upperBound)?.first.map { .range(nil, .literal($0), isClosed: false) }
    }
}

extension PartialRangeThrough: BoundedRange {
    var lowered: Lowered? {
        ConstantValues.values(of: upperBound)?.first.map { .range(nil, .literal($0), isClosed: true) }
    }
}

extension Range: BoundedRange {
    var lowered: Lowered? {
        guard let lower = ConstantValues.values(of: lowerBound)?.first,
            let upper = ConstantValues.values(of: upperBound)?.first
        else { return nil }
        return .range(.literal(lower), .literal(upper), isClosed: false)
    }
}

extension ClosedRange: BoundedRange {
    var lowered: Lowered? {
        guard let lower = ConstantValues.values(of: lowerBound)?.first,
            let upper = ConstantValues.values(of: upperBound)?.first
        else { return nil }
        return .range(.literal(lower), .literal(upper), isClosed: true)
    }
}

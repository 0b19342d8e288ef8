/// Random requests for entries, from every part of the query language; none of them overflows.
struct RandomRequest {
    var generator: SeededGenerator
    private let entity: Schema.Entity
    private let parent: Int

    init(seed: UInt64, _ entries: EntryStore) throws {
        generator = SeededGenerator(seed: seed)
        entity = entries.entity
        parent = try entries.index("parent")
    }

    mutating func request() -> FetchRequest {
        var request = FetchRequest(entity: entity.index)
        if !generator.once(in: 8) { request.condition = condition(3) }
        for _ in 0..<generator.number(below: 3) {
            request.order.append(Query.SortKey(column(generator.pick(Self.names)), isReversed: generator.once(in: 2)))
        }
        if generator.once(in: 3) { request.offset = generator.number(below: 6) }
        if generator.once(in: 3) { request.limit = generator.number(below: 8) }
        return request
    }

    private static let names = ["number", "plain", "amount", "word", "note"]

    /// A column of the row, or of the row that it refers to.
    private mutating func column(_ name: String) -> Query.Value {
        let position = entity.columnIndex(named: name) ?? 0
        let references = generator.once(in: 4) ? [parent] : []
        return .column(Query.Path(references: references, entity: entity.index), position)
    }

    // MARK: Conditions

    private mutating func condition(_ depth: Int) -> Query.Condition {
        switch generator.number(below: depth > 0 ? 12 : 8) {
        case 0, 1: return .compare(number(depth), comparison(), number(depth))
        case 2: return .compare(amount(depth), comparison(), amount(depth))
        case 3, 4: return .compare(text(depth), comparison(), text(depth))
        case 5: return generator.once(in: 2) ? .contains(text(0), sought()) : .startsWith(text(0), sought())
        case 6: return member()
        case 7:
            let path = Query.Path(references: [parent], entity: entity.index)
            return .compare(.key(path), generator.once(in: 2) ? .equal : .notEqual, .literal(.null))
        case 8: return .not(condition(depth - 1))
        case 9: return .and(conditions(depth))
        case 10: return .or(conditions(depth))
        default:
            return generator.once(in: 6) ? .constant(generator.once(in: 2)) : .isTrue(.condition(condition(depth - 1)))
        }
    }

    private mutating func conditions(_ depth: Int) -> [Query.Condition] {
        (0..<generator.number(below: 4)).map { _ in condition(depth - 1) }
    }

    private mutating func comparison() -> Query.Comparison {
        generator.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    }

    private mutating func member() -> Query.Condition {
        let count = generator.number(below: 4)
        if generator.once(in: 2) {
            return .member(number(0), Query.ValueSet((0..<count).map { _ in numberLiteral() }))
        }
        return .member(text(0), Query.ValueSet((0..<count).map { _ in textLiteral() }))
    }

    // MARK: Values

    private mutating func number(_ depth: Int) -> Query.Value {
        switch generator.number(below: depth > 0 ? 8 : 5) {
        case 0...2: return column(generator.pick(["number", "plain"]))
        case 3, 4: return .literal(numberLiteral())
        case 5:
            let operation: Query.Arithmetic = generator.pick([.add, .subtract, .multiply])
            return .arithmetic(operation, number(0), .literal(.integer(Int64(generator.number(below: 4)))))
        case 6:
            let operation: Query.Arithmetic = generator.once(in: 2) ? .divide : .remainder
            return .arithmetic(operation, number(0), .literal(.integer(generator.pick([-2, 2, 3]))))
        default:
            return generator.once(in: 2)
                ? .coalesce(number(0), .literal(.integer(4)))
                : .conditional(condition(depth - 1), number(0), .negate(number(0)))
        }
    }

    private mutating func numberLiteral() -> StoredValue {
        generator.once(in: 8) ? .null : .integer(Int64(generator.number(below: 12) - 4))
    }

    private mutating func amount(_ depth: Int) -> Query.Value {
        switch generator.number(below: depth > 0 ? 6 : 4) {
        case 0, 1: return column("amount")
        case 2, 3:
            return .literal(generator.pick([.null, .double(0), .double(-0.0), .double(1.5), .double(.infinity)]))
        case 4:
            return .arithmetic(
                generator.pick([.add, .subtract, .multiply, .divide]), column("amount"), .literal(.double(2)))
        default: return .coalesce(column("amount"), .literal(.double(0.5)))
        }
    }

    private mutating func text(_ depth: Int) -> Query.Value {
        switch generator.number(below: depth > 0 ? 6 : 5) {
        case 0...2: return column(generator.pick(["word", "note"]))
        case 3, 4: return .literal(textLiteral())
        default: return .coalesce(column("note"), column("word"))
        }
    }

    private mutating func textLiteral() -> StoredValue {
        generator.once(in: 6) ? .null : .text(generator.pick(Self.texts))
    }

    private mutating func sought() -> Query.Value {
        generator.once(in: 8)
            ? .literal(.null) : .literal(.text(generator.pick(["", "a", "e", "\u{301}", "%", "b\0", "\u{E9}"])))
    }

    /// Texts that are nearly equal.
    static let texts = ["", "a", "A", "ab", "ab\0c", "caf\u{E9}", "cafe\u{301}", "cafe", "a%", "b"]
}

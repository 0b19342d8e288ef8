import Chronicle
import Foundation

typealias Expr<Output> = any StandardPredicateExpression<Output>

/// Makes predicates over items, as deep as told, of everything that can be asked.
struct PredicateGenerator {
    var choices: Choices
    /// What can be spoken of, the nearest last.
    var items: [Expr<Item>] = []
    var keepers: [Expr<Keeper>] = []
    var marks: [Expr<Mark>] = []

    init(_ choices: Choices) { self.choices = choices }

    mutating func predicate(depth: Int) -> Predicate<Item> {
        var generator = self
        let predicate = Predicate<Item> { variable in
            generator.items = [variable]
            return generator.bool(depth)
        }
        choices = generator.choices
        return predicate
    }

    // MARK: Conditions

    mutating func bool(_ depth: Int) -> Expr<Bool> {
        if depth <= 0 { return leaf(0) }
        switch choices.pick(14) {
        case 0, 1, 2: return leaf(depth - 1)
        case 3, 4: return and(bool(depth - 1), bool(depth - 1))
        case 5, 6: return or(bool(depth - 1), bool(depth - 1))
        case 7: return not(bool(depth - 1))
        case 8: return conditional(bool(depth - 1), bool(depth - 1), bool(depth - 1))
        case 9: return coalesce(optionalBool(depth - 1), bool(depth - 1))
        case 10: return equal(optionalBool(depth - 1), value(choices.one(of: [nil, true, false])), choices.pick(2) == 1)
        case 11, 12: return related(depth - 1)
        default: return equal(bool(depth - 1), bool(depth - 1), choices.pick(2) == 1)
        }
    }

    /// A condition over something that may be missing.
    private mutating func optionalBool(_ depth: Int) -> Expr<Bool?> {
        switch choices.pick(4) {
        case 0: return path(item(), \.isKept)
        case 1:
            let text = text(optional: depth)
            return closure { body in flatMap(text) { body($0) } } _: { $0.textTest($1, depth - 1) }
        case 2:
            let keeper = path(item(), \.keeper)
            return closure { body in flatMap(keeper) { body($0) } } _: {
                $0.keepers.append($1)
                return $0.bool(depth - 1)
            }
        default:
            let parent = path(item(), \.parent)
            return closure { body in flatMap(parent) { body($0) } } _: {
                $0.items.append($1)
                return $0.bool(depth - 1)
            }
        }
    }

    /// A condition over a to-many relationship.
    private mutating func related(_ depth: Int) -> Expr<Bool> {
        switch choices.pick(4) {
        case 0 where !keepers.isEmpty:
            return items(path(keepers[choices.pick(keepers.count)], \.items), depth)
        case 1 where !marks.isEmpty: return items(path(marks[choices.pick(marks.count)], \.items), depth)
        case 2, 3:
            let related = path(item(), \.marks)
            let enter: (inout Self, PredicateExpressions.Variable<Mark>) -> Expr<Bool> = {
                $0.marks.append($1)
                return $0.bool(depth - 1)
            }
            switch choices.pick(4) {
            case 0: return path(related, \.isEmpty)
            case 1: return equal(path(related, \.count), int(depth - 1), false)
            case 2: return closure({ body in containsWhere(related) { body($0) } }, enter)
            default: return closure({ body in everySatisfies(related) { body($0) } }, enter)
            }
        default: return items(path(item(), \.children), depth)
        }
    }

    private mutating func items(_ related: Expr<[Item]>, _ depth: Int) -> Expr<Bool> {
        let enter: (inout Self, PredicateExpressions.Variable<Item>) -> Expr<Bool> = {
            $0.items.append($1)
            return $0.bool(depth - 1)
        }
        switch choices.pick(7) {
        case 0: return path(related, \.isEmpty)
        case 1: return compare(path(related, \.count), int(depth - 1))
        case 2: return closure({ body in containsWhere(related) { body($0) } }, enter)
        case 3: return closure({ body in everySatisfies(related) { body($0) } }, enter)
        case 4: return contains(related, item())
        default:
            let filtered: Expr<[Item]> = closure({ body in filter(related) { body($0) } }, enter)
            return choices.pick(2) == 0 ? path(filtered, \.isEmpty) : compare(path(filtered, \.count), int(depth - 1))
        }
    }

    /// Makes an expression with a closure. What the closure speaks of is not known outside of it.
    private mutating func closure<V, B, R>(
        _ build: (@escaping (PredicateExpressions.Variable<V>) -> Expr<B>) -> R,
        _ body: @escaping (inout Self, PredicateExpressions.Variable<V>) -> Expr<B>
    ) -> R {
        let start = self
        var after = choices
        let result = build { variable in
            var inner = start
            let made = body(&inner, variable)
            after = inner.choices
            return made
        }
        choices = after
        return result
    }

    mutating func item() -> Expr<Item> { items[items.count - 1 - choices.pick(items.count)] }
}

import Chronicle
import Foundation

/// Questions about attributes, and values computed from them.
extension PredicateGenerator {
    mutating func leaf(_ depth: Int) -> Expr<Bool> {
        switch choices.pick(27) {
        case 0: return compare(path(item(), \.count), int(depth))
        case 1: return path(item(), \.isOn)
        case 2: return equal(path(item(), \.spare), optionalInt(depth), choices.pick(2) == 1)
        case 3: return equal(path(item(), \.isKept), value(choices.one(of: [nil, true, false])), false)
        case 4, 5: return textTest(text(depth), depth)
        case 6: return equal(text(optional: depth), value(choices.one(of: [nil] + Pool.texts)), choices.pick(2) == 1)
        case 7: return equal(text(optional: depth), text(optional: depth), choices.pick(2) == 1)
        case 8: return compare(path(item(), \.score), value(choices.one(of: Pool.doubles)))
        case 9: return equal(path(item(), \.ratio), value(choices.one(of: [nil] + Pool.doubles)), choices.pick(2) == 1)
        case 10: return compare(coalesce(path(item(), \.ratio), value(choices.one(of: Pool.doubles))), path(item(), \.score))
        case 11: return equal(path(item(), \.price), value(choices.one(of: [nil] + Pool.decimals)), choices.pick(2) == 1)
        case 12: return compare(coalesce(path(item(), \.price), value(0)), value(choices.one(of: Pool.decimals)))
        case 13: return compare(path(item(), \.madeAt), value(choices.one(of: Pool.dates)))
        case 14: return equal(path(item(), \.seenAt), value(choices.one(of: [nil] + Pool.dates)), choices.pick(2) == 1)
        case 15: return equal(path(item(), \.bytes), value(choices.one(of: [nil] + Pool.datas)), choices.pick(2) == 1)
        case 16: return equal(path(item(), \.tag), value(choices.one(of: [nil] + Pool.uuids)), choices.pick(2) == 1)
        case 17: return equal(path(item(), \.link), value(choices.one(of: [nil] + Pool.urls)), choices.pick(2) == 1)
        case 18: return equal(path(item(), \.grade), value(choices.one(of: [nil] + Grade.allCases)), choices.pick(2) == 1)
        case 19: return compare(path(path(item(), \.rank), \.rawValue), int(depth))
        case 20: return equal(path(item(), \.size), value(choices.one(of: [nil] + Pool.sizes)), choices.pick(2) == 1)
        case 21: return compare(path(item(), \.wide), value(choices.one(of: Pool.wides)))
        case 22: return equal(path(item(), \.small), value(choices.one(of: [nil, 0, 1, 7, 50])), choices.pick(2) == 1)
        case 23: return isNil(path(item(), \.keeper), choices.pick(2) == 1)
        case 24: return isNil(path(item(), \.parent), choices.pick(2) == 1)
        case 25: return membership(depth)
        default: return other(depth)
        }
    }

    private mutating func membership(_ depth: Int) -> Expr<Bool> {
        switch choices.pick(5) {
        case 0:
            let members = (0..<choices.pick(4)).map { _ in choices.one(of: Pool.ints) }
            return member(value(members), int(depth))
        case 1:
            let members: [String?] = (0..<choices.pick(4)).map { _ in choices.one(of: [nil] + Pool.texts) }
            return member(value(members), text(optional: depth))
        case 2:
            let (a, b) = (choices.one(of: Pool.ints), choices.one(of: Pool.ints))
            return inRange(value(min(a, b)..<max(a, b)), int(depth))
        case 3:
            let (a, b) = (choices.one(of: Pool.dates), choices.one(of: Pool.dates))
            return inRange(value(min(a, b)...max(a, b)), path(item(), \.madeAt))
        default:
            let members = Set((0..<choices.pick(4)).map { _ in choices.one(of: Pool.doubles) })
            return member(value(members), path(item(), \.score))
        }
    }

    /// Questions about keepers and marks that are at hand.
    private mutating func other(_ depth: Int) -> Expr<Bool> {
        if let keeper = keepers.last, choices.pick(2) == 0 || marks.isEmpty {
            switch choices.pick(3) {
            case 0: return equal(path(keeper, \.level), optionalInt(depth), choices.pick(2) == 1)
            case 1: return equal(path(keeper, \.title), text(optional: depth), choices.pick(2) == 1)
            default: return isNil(path(keeper, \.boss), choices.pick(2) == 1)
            }
        }
        guard let mark = marks.last else { return compare(int(depth), int(depth)) }
        return textTest(path(mark, \.word), depth)
    }

    mutating func textTest(_ text: Expr<String>, _ depth: Int) -> Expr<Bool> {
        switch choices.pick(8) {
        case 0: return equal(text, self.text(depth), choices.pick(2) == 1)
        case 1: return compare(text, self.text(depth))
        case 2: return holds(text, self.text(depth))
        case 3: return starts(text, self.text(depth))
        case 4: return search(text, self.text(depth))
        case 5: return equal(order(text, self.text(depth), choices.pick(2) == 1), value(ComparisonResult.orderedAscending), choices.pick(2) == 1)
        case 6: return path(text, \.isEmpty)
        default: return compare(path(text, \.count), int(depth))
        }
    }

    mutating func text(_ depth: Int) -> Expr<String> {
        if depth <= 0 { return choices.pick(3) == 0 ? path(item(), \.name) : value(choices.one(of: Pool.texts)) }
        switch choices.pick(5) {
        case 0: return path(item(), \.name)
        case 1: return value(choices.one(of: Pool.texts))
        case 2: return coalesce(text(optional: depth - 1), text(depth - 1))
        case 3: return conditional(bool(depth - 1), text(depth - 1), text(depth - 1))
        default: return marks.last.map { path($0, \.word) } ?? path(item(), \.name)
        }
    }

    mutating func text(optional depth: Int) -> Expr<String?> {
        switch choices.pick(3) {
        case 1: return flatJoin(path(item(), \.keeper)) { path($0, \.title) }
        case 2: return keepers.last.map { path($0, \.title) } ?? path(item(), \.note)
        default: return path(item(), \.note)
        }
    }

    mutating func int(_ depth: Int) -> Expr<Int> {
        if depth <= 0 { return choices.pick(2) == 0 ? value(choices.one(of: Pool.ints)) : path(item(), \.count) }
        switch choices.pick(9) {
        case 0: return value(choices.one(of: Pool.ints))
        case 1: return path(item(), \.count)
        case 2: return coalesce(optionalInt(depth - 1), int(depth - 1))
        case 3: return sum(int(depth - 1), int(depth - 1))
        case 4: return difference(int(depth - 1), int(depth - 1))
        case 5: return product(path(item(), \.count), value(choices.one(of: Pool.ints)))
        case 6: return remainder(int(depth - 1), value(choices.one(of: [7, 2, -3])))
        case 7: return quotient(int(depth - 1), value(choices.one(of: [7, 2, -3])))
        default: return conditional(bool(depth - 1), negative(int(depth - 1)), int(depth - 1))
        }
    }

    mutating func optionalInt(_ depth: Int) -> Expr<Int?> {
        switch choices.pick(6) {
        case 1: return value(choices.one(of: [nil] + Pool.ints))
        case 2: return flatJoin(path(item(), \.keeper)) { path($0, \.level) }
        case 3: return flatMap(path(item(), \.size)) { path($0, \.width) }
        case 4: return flatMap(path(item(), \.parent)) { sum(path($0, \.count), value(1)) }
        case 5: return flatMap(path(item(), \.keeper)) { path(path($0, \.items), \.count) }
        default: return path(item(), \.spare)
        }
    }

    mutating func compare<T: Comparable>(_ a: Expr<T>, _ b: Expr<T>) -> Expr<Bool> {
        compared(a, b, choices.one(of: [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]))
    }
}

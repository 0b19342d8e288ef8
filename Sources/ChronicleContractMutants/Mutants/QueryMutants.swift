import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of conditions.
let queryMutants: [ContractMutant] = [
    conditions("M101", "`!=` drops rows that hold null.") { condition, _ in
        guard case .compare(let a, .notEqual, let b) = condition, !a.isNullLiteral, !b.isNullLiteral else {
            return condition
        }
        return .and([condition, notNull(a), notNull(b)])
    },
    conditions("M102", "Null does not equal null.") { condition, _ in
        guard case .compare(let a, .equal, let b) = condition else { return condition }
        return .and([condition, notNull(a), notNull(b)])
    },
    dropping("M105", "Text is compared by its bytes.") { condition, row in
        guard case let (column, .equal, .text(text))? = columnComparison(condition), case .text(let own) = row[column]
        else { return false }
        return !own.utf8.elementsEqual(text.utf8)
    },
    ContractMutant("M106", "Text is compared without regard to case.") { faults in
        faults.widen { condition in
            guard case let (column, .equal, .text(text))? = columnComparison(condition) else { return nil }
            return { row in row[column].text?.lowercased() == text.lowercased() }
        }
    },
    ContractMutant("M107", "`contains` takes no regard to case.") { faults in
        faults.widen { condition in
            guard case .contains(let value, .literal(.text(let text))) = condition, let column = value.ownColumn else {
                return nil
            }
            return { row in row[column].text?.lowercased().contains(text.lowercased()) ?? false }
        }
    },
    ContractMutant("M108", "`contains` finds a letter without the mark that belongs to it.") { faults in
        faults.widen { condition in
            guard case .contains(let value, .literal(.text(let text))) = condition, let column = value.ownColumn else {
                return nil
            }
            return { row in
                guard let own = row[column].text else { return false }
                return decomposed(own).contains(decomposed(text))
            }
        }
    },
    conditions("M109", "No text contains the empty text.") { condition, _ in
        switch condition {
        case .contains(_, .literal(.text(""))), .startsWith(_, .literal(.text(""))): .constant(false)
        default: condition
        }
    },
    conditions("M110", "Null contains the empty text.") { condition, _ in
        switch condition {
        case .contains(let a, .literal(.text(""))), .startsWith(let a, .literal(.text(""))):
            .or([condition, .compare(a, .equal, .literal(.null))])
        default: condition
        }
    },
    conditions("M111", "Text starts with what it contains.") { condition, _ in
        if case .startsWith(let a, let b) = condition { .contains(a, b) } else { condition }
    },
    ContractMutant("M112", "`%` and `_` in a text that is sought stand for any characters.") { faults in
        faults.widen { condition in
            guard case .contains(let value, .literal(.text(let text))) = condition, let column = value.ownColumn,
                text.contains("%") || text.contains("_")
            else { return nil }
            let pattern = text.replacingOccurrences(of: "%", with: "*").replacingOccurrences(of: "_", with: "?")
            return { row in row[column].text.map { fnmatch("*\(pattern)*", $0, 0) == 0 } ?? false }
        }
    },
    dropping("M113", "Text is searched up to its first NUL only.") { condition, row in
        guard case .contains(let value, .literal(.text(let text))) = condition, let column = value.ownColumn,
            let own = row[column].text, own.contains("\0")
        else { return false }
        return !String(own.prefix { $0 != "\0" }).contains(text)
    },
    conditions("M114", "Null is a member of no collection.") { condition, _ in
        if case .member(let a, _) = condition { .and([condition, notNull(a)]) } else { condition }
    },
    conditions("M116", "One condition of several that must hold is enough.") { condition, _ in
        if case .and(let parts) = condition, parts.count > 1 { .or(parts) } else { condition }
    },
    conditions("M117", "Only the first two alternatives of a condition count.") { condition, _ in
        if case .or(let parts) = condition { .or(Array(parts.prefix(2))) } else { condition }
    },
    conditions("M118", "Only the last of several conditions counts.") { condition, _ in
        if case .and(let parts) = condition, let last = parts.last { last } else { condition }
    },
    comparing("M119", "`>=` is taken for `>`.") { $0 == .greaterOrEqual ? .greater : $0 },
    comparing("M120", "`<=` is taken for `<`.") { $0 == .lessOrEqual ? .less : $0 },
    comparing("M121", "`>` is taken for `>=`.") { $0 == .greater ? .greaterOrEqual : $0 },
    comparing("M122", "`<` is taken for `<=`.") { $0 == .less ? .lessOrEqual : $0 },
    conditions("M123", "What must not hold is passed over.") { condition, _ in
        if case .not = condition { .constant(true) } else { condition }
    },
    dropping("M124", "Unsigned integers are compared as signed ones.") { condition, row in
        guard case let (column, comparison, .unsigned(n))? = columnComparison(condition),
            case .unsigned(let own) = row[column]
        else { return false }
        let (a, b) = (Int64(bitPattern: own), Int64(bitPattern: n))
        switch comparison {
        case .less: return !(a < b)
        case .lessOrEqual: return !(a <= b)
        case .greater: return !(a > b)
        case .greaterOrEqual: return !(a >= b)
        default: return false
        }
    },
    ContractMutant("M125", "Integers are compared as doubles.") { faults in
        faults.widen { condition in
            guard case let (column, comparison, .integer(n))? = columnComparison(condition) else { return nil }
            return { row in
                guard case .integer(let own) = row[column] else { return comparison == .notEqual }
                return comparison.holdsBetween(Double(own), Double(n))
            }
        }
    },
    ContractMutant("M126", "Decimal numbers are compared as doubles.") { faults in
        faults.widen { condition in
            guard case let (column, comparison, .decimal(n))? = columnComparison(condition) else { return nil }
            let number = NSDecimalNumber(decimal: n).doubleValue
            return { row in
                guard case .decimal(let own) = row[column] else { return comparison == .notEqual }
                return comparison.holdsBetween(NSDecimalNumber(decimal: own).doubleValue, number)
            }
        }
    },
    ContractMutant("M127", "Dates are compared by the second.") { faults in
        faults.widen { condition in
            guard case let (column, comparison, .date(date))? = columnComparison(condition) else { return nil }
            let second = date.timeIntervalSinceReferenceDate.rounded(.down)
            return { row in
                guard case .date(let own) = row[column] else { return comparison == .notEqual }
                return comparison.holdsBetween(own.timeIntervalSinceReferenceDate.rounded(.down), second)
            }
        }
    },
    ContractMutant("M128", "A query that cannot be answered selects nothing.") { faults in
        faults.selectsNothing = { error, request, state in
            error.isStore(.unsupportedQuery) && state.tables.indices.contains(request.entity)
        }
    },
    ContractMutant("M129", "Division by zero is refused as damage.") { faults in
        faults.error = { error, _ in
            error.isStore(.unsupportedQuery) ? StoreError(.corrupt, "The query failed.") : error
        }
    },
    values("M130", "A constant in place of null is passed over.") { value, _ in
        if case .coalesce(let first, _) = value { first } else { value }
    },
    values("M131", "The first value of a choice is taken, whatever the condition.") { value, _ in
        if case .conditional(_, let first, _) = value { first } else { value }
    },
    values("M132", "Division is taken for multiplication.") { value, _ in
        if case .arithmetic(.divide, let a, let b) = value { .arithmetic(.multiply, a, b) } else { value }
    },
    values("M133", "The sign of a number is not turned.") { value, _ in
        if case .negate(let a) = value { a } else { value }
    },
    values("M135", "A difference is a sum.") { value, _ in
        if case .arithmetic(.subtract, let a, let b) = value { .arithmetic(.add, a, b) } else { value }
    },
    ContractMutant("M136", "A path over a relationship selects nothing.") { faults in
        faults.rewriteConditions { condition, _ in
            switch condition {
            case .compare(let a, _, let b) where a.hasReferences || b.hasReferences: .constant(false)
            case .contains(let a, _) where a.hasReferences: .constant(false)
            case .startsWith(let a, _) where a.hasReferences: .constant(false)
            case .isTrue(let a) where a.hasReferences: .constant(false)
            default: condition
            }
        }
    },
    conditions("M137", "A path over a relationship that is null drops the row, whatever is asked.") { condition, _ in
        guard case .compare(let a, _, let b) = condition, let reference = a.firstReference ?? b.firstReference else {
            return condition
        }
        return .and([condition, notNull(reference)])
    },
    conditions("M138", "A fetch that nothing can match delivers everything.") { condition, _ in
        if case .constant(false) = condition { .constant(true) } else { condition }
    },
    ContractMutant("M139", "A fetch on an indexed column answers from the values of the first save.") { faults in
        let first = FirstValues()
        faults.commit = { commit, _ in first.take(commit.steps) }
        faults.answer = { keys, request, state in
            guard let parts = request.condition?.conjuncts else { return }
            let indexed = Set(state.schema.entities[request.entity].indexes.compactMap(\.columns.first))
            guard parts.contains(where: { columnComparison($0).map { indexed.contains($0.0) } ?? false }) else {
                return
            }
            keys = try first.keys(request, state)
        }
    },
    ContractMutant("M140", "A condition on keys is passed over.") { faults in
        faults.rewriteConditions { condition, _ in
            switch condition {
            case .compare(.key, _, _), .compare(_, _, .key), .member(.key, _): .constant(true)
            default: condition
            }
        }
    },
    ContractMutant("M142", "`contains` finds text that is written in another way only by its bytes.") { faults in
        faults.dropRows { condition, row in
            guard case .contains(let value, .literal(.text(let text))) = condition, let column = value.ownColumn,
                let own = row[column].text, !text.isEmpty
            else { return false }
            return Array(own.utf8).firstRange(of: Array(text.utf8)) == nil
        }
    },
    dropping("M143", "Minus zero does not equal zero.") { condition, row in
        guard case let (column, .equal, .double(n))? = columnComparison(condition), case .double(let own) = row[column]
        else { return false }
        return n.bitPattern != own.bitPattern
    },
    ContractMutant("M144", "A condition of more than a hundred parts is cut.") { faults in
        faults.rewriteConditions { condition, _ in
            switch condition {
            case .or(let parts): .or(Array(parts.prefix(100)))
            case .member(let a, let set) where set.values.count > 1000:
                .member(a, Query.ValueSet(set.values.prefix(1000)))
            default: condition
            }
        }
    },
    dropping("M145", "Text is compared and searched up to its first NUL only.") { condition, row in
        guard case let (column, .equal, .text(text))? = columnComparison(condition), case .text(let own) = row[column]
        else { return false }
        return text.contains("\0") || own.contains("\0")
    },
    ContractMutant("M146", "A condition on the second field of a composite is asked of the first.") { faults in
        faults.rewriteValues { value, schema in
            guard case .column(let path, let column) = value, column > 0 else { return value }
            let columns = schema.entities[path.entity].columns
            guard columns[column].name.contains("."), columns[column - 1].name.contains(".") else { return value }
            return .column(path, column - 1)
        }
    },
    ContractMutant("M147", "Text is found by its first 500 bytes.") { faults in
        faults.widen { condition in
            guard case let (column, .equal, .text(text))? = columnComparison(condition), text.utf8.count > 500 else {
                return nil
            }
            return { row in row[column].text?.utf8.prefix(500).elementsEqual(text.utf8.prefix(500)) ?? false }
        }
    },
]

// MARK: Forms

private func conditions(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (Query.Condition, Schema) -> Query.Condition
) -> ContractMutant {
    ContractMutant(id, fault) { $0.rewriteConditions(change) }
}

private func values(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (Query.Value, Schema) -> Query.Value
) -> ContractMutant {
    ContractMutant(id, fault) { $0.rewriteValues(change) }
}

private func comparing(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (Query.Comparison) -> Query.Comparison
) -> ContractMutant {
    conditions(id, fault) { condition, _ in
        if case .compare(let a, let comparison, let b) = condition {
            .compare(a, change(comparison), b)
        } else {
            condition
        }
    }
}

private func dropping(
    _ id: String, _ fault: String, _ drops: @escaping @Sendable (Query.Condition, [StoredValue]) -> Bool
) -> ContractMutant {
    ContractMutant(id, fault) { $0.dropRows(drops) }
}

private func notNull(_ value: Query.Value) -> Query.Condition { .compare(value, .notEqual, .literal(.null)) }

/// A comparison of a column of the row itself with a constant, which is brought to the right.
private func columnComparison(_ condition: Query.Condition) -> (Int, Query.Comparison, StoredValue)? {
    guard case .compare(let a, let comparison, let b) = condition else { return nil }
    if let column = a.ownColumn, case .literal(let value) = b { return (column, comparison, value) }
    if let column = b.ownColumn, case .literal(let value) = a { return (column, comparison.turned, value) }
    return nil
}

private func decomposed(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
}

import ChronicleSchema
import ChronicleStore

/// Faults of plans: the answer is right, and too many rows are looked at for it.
let planMutants: [ContractMutant] = [
    planning("M671", "No index serves a condition.") { request, indexes in
        if request.condition != nil { indexes = [] }
    },
    planning("M672", "An index serves no range.") { request, indexes in
        if request.conjuncts.contains(where: \.isRange) { indexes = [] }
    },
    planning("M673", "An index serves no beginning of a text.") { request, indexes in
        if request.conjuncts.contains(where: { if case .startsWith = $0 { true } else { false } }) { indexes = [] }
    },
    planning("M674", "A unique value is not looked for in its index.") { _, indexes in
        indexes?.removeAll(where: \.isUnique)
    },
    planning("M675", "Alternatives are looked for in all rows.") { request, indexes in
        if request.conjuncts.contains(where: { if case .or = $0 { true } else { false } }) { indexes = nil }
    },
    planning("M676", "Rows in a list of identifiers are looked for in all rows.") { request, indexes in
        if request.conjuncts.contains(where: { if case .member(.key, _) = $0 { true } else { false } }) {
            indexes = nil
        }
    },
    planning("M677", "A condition over a relationship is asked of every row.") { request, indexes in
        if request.conjuncts.contains(where: \.goesOverReference) { indexes = nil }
    },
    planning("M678", "There is no index over references.") { request, indexes in
        let parts = request.conjuncts
        if parts.contains(where: { if case .compare(_, _, .literal(.reference)) = $0 { true } else { false } }) {
            indexes = nil
        }
    },
    planning("M679", "An order that an index has is sorted all the same.") { request, indexes in
        if !request.order.isEmpty { indexes = [] }
    },
    planning("M680", "An order in reverse is sorted all the same.") { request, indexes in
        if request.order.contains(where: \.isReversed) { indexes = [] }
    },
    planning("M681", "An index over two attributes serves the first of them only.") { _, indexes in
        indexes = indexes?.map {
            Schema.IndexDescription(
                name: $0.name, columns: Array($0.columns.prefix(1)), isUnique: $0.isUnique && $0.columns.count == 1)
        }
    },
    ContractMutant("M682", "An index is read to its end, though the limit is reached.", on: .indexed, .readsToTheEnd),
    planning("M683", "A range together with an order is scanned.") { request, indexes in
        if !request.order.isEmpty, request.conjuncts.contains(where: \.isRange) { indexes = [] }
    },
    ContractMutant("M684", "An explanation tells of no row that was read.") { faults in
        faults.explanation = { explanation, _ in explanation.figures?.rowsRead = 0 }
    },
    ContractMutant("M685", "An explanation tells of rows returned without the limit.") { faults in
        faults.explanation = { explanation, _ in
            let read = explanation.figures?.rowsRead ?? 0
            explanation.figures?.rowsReturned = read
        }
    },
    ContractMutant("M686", "An explanation has figures though it is not to be measured.") { faults in
        faults.explanation = { explanation, _ in
            if explanation.figures == nil { explanation.figures = .init(rowsRead: 0, rowsReturned: 0, seconds: 0) }
        }
    },
    ContractMutant("M687", "An explanation is never measured.", on: .indexed) { faults in
        faults.explanation = { explanation, _ in explanation.figures = nil }
    },
]

private func planning(
    _ id: String, _ fault: String,
    _ change: @escaping @Sendable (FetchRequest, inout [Schema.IndexDescription]?) -> Void
) -> ContractMutant {
    ContractMutant(id, fault, on: .indexed) { $0.plan = change }
}

extension FetchRequest {
    fileprivate var conjuncts: [Query.Condition] { condition?.conjuncts ?? [] }
}

extension Query.Condition {
    fileprivate var isRange: Bool {
        guard case .compare(_, let comparison, _) = self else { return false }
        return comparison != .equal && comparison != .notEqual
    }

    fileprivate var goesOverReference: Bool {
        guard case .compare(let a, _, let b) = self else { return false }
        return a.hasReferences || b.hasReferences
    }
}

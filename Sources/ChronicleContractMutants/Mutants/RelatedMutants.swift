import ChronicleSchema
import ChronicleStore

/// Faults of conditions over related rows and of searches.
let relatedMutants: [ContractMutant] = [
    ContractMutant("M651", "No row has related rows.") { faults in
        faults.rewriteConditions { condition, _ in
            if case .exists = condition { .constant(false) } else { condition }
        }
    },
    ContractMutant("M652", "What must hold of a related row is passed over.") { faults in
        faults.rewriteConditions { condition, _ in
            guard case .exists(var related) = condition else { return condition }
            related.condition = nil
            return .exists(related)
        }
    },
    ContractMutant("M653", "All related rows are counted, whatever must hold of them.") { faults in
        faults.rewriteValues { value, _ in
            guard case .count(var related) = value else { return value }
            related.condition = nil
            return .count(related)
        }
    },
    ContractMutant("M654", "Nothing is counted over a to-one relationship.") { faults in
        faults.rewriteValues { value, _ in
            guard case .count(let related) = value, !related.owner.references.isEmpty else { return value }
            return .literal(.integer(0))
        }
    },
    ContractMutant("M655", "A search takes regard to case and accents.") { faults in
        faults.rewriteConditions { condition, _ in
            if case .search(let a, let b) = condition { .contains(a, b) } else { condition }
        }
    },
    ContractMutant("M656", "Texts are compared by their scalars, whatever order is asked for.") { faults in
        faults.rewriteValues { value, _ in
            if case .order(_, let a, let b) = value { .order(.scalars, a, b) } else { value }
        }
    },
]

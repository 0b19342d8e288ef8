import ChronicleSchema
import ChronicleStore

/// Faults of fetches of some columns, of orders for people's eyes, and of what pages by cursor ask.
let shapingMutants: [ContractMutant] = [
    ContractMutant("M721", "A fetch of some columns leaves the first of them out.") { faults in
        faults.shaped = { values, columns in
            if let first = columns.min(), values.indices.contains(first) { values[first] = .null }
        }
    },
    ContractMutant("M722", "A fetch of some columns judges rows by these only.") { faults in
        faults.request = { request, state in
            guard let columns = request.columns else { return }
            func isRead(_ value: Query.Value) -> Bool { value.ownColumn.map(columns.contains) ?? true }
            request.condition = request.condition.map { condition in
                condition.rewritten { part in
                    if case .compare(let a, _, let b) = part, !isRead(a) || !isRead(b) { return .constant(true) }
                    return part
                }
            }
            request.order.removeAll { !isRead($0.value) }
        }
    },
    ContractMutant("M723", "A row that is asked for by its key comes without its optional texts.") { faults in
        faults.keyed = { values, entity in
            for (column, description) in entity.columns.enumerated()
            where description.type == .text && description.isOptional {
                values[column] = .null
            }
        }
    },
    ContractMutant("M724", "An order for people's eyes is one by scalars.") { faults in
        faults.request = { request, _ in
            for index in request.order.indices { request.order[index].collation = .scalars }
        }
    },
    ContractMutant("M725", "The standard order is one without case.") { faults in
        faults.request = { request, _ in
            for index in request.order.indices where request.order[index].collation == .standard {
                request.order[index].collation = .caseInsensitive
            }
        }
    },
    ContractMutant("M726", "A search finds only what is at the beginning.") { faults in
        faults.rewriteConditions { condition, _ in
            if case .search(let a, let b) = condition { .and([condition, .startsWith(a, b)]) } else { condition }
        }
    },
    ContractMutant("M727", "A comparison in the standard order is one without case.") { faults in
        faults.rewriteValues { value, _ in
            if case .order(.standard, let a, let b) = value { .order(.caseInsensitive, a, b) } else { value }
        }
    },
    ContractMutant("M728", "A comparison without case is one in the standard order.") { faults in
        faults.rewriteValues { value, _ in
            if case .order(.caseInsensitive, let a, let b) = value { .order(.standard, a, b) } else { value }
        }
    },
    ContractMutant("M729", "A search over a relationship finds nothing.") { faults in
        faults.rewriteConditions { condition, _ in
            if case .search(let a, _) = condition, a.hasReferences { .constant(false) } else { condition }
        }
    },
    ContractMutant("M730", "A condition that keys come after one has that key too.") { faults in
        faults.rewriteConditions { condition, _ in
            if case .compare(let a, .greater, let b) = condition, case .key = a {
                .compare(a, .greaterOrEqual, b)
            } else {
                condition
            }
        }
    },
    ContractMutant("M731", "A list of references finds the rows of the first only.") { faults in
        faults.rewriteConditions { condition, _ in
            guard case .member(let value, let set) = condition, value.ownColumn != nil, set.values.count > 1,
                case .reference? = set.values.first
            else { return condition }
            let references = set.values.compactMap { value -> Int64? in
                if case .reference(let key) = value { key } else { nil }
            }
            return .member(value, Query.ValueSet([.reference(references.min() ?? 0)]))
        }
    },
]

import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of what is computed over rows.
let aggregateMutants: [ContractMutant] = [
    changing("M691", "Decimal numbers are added up as doubles.") { value in
        guard case .decimal(let number) = value else { return value }
        return .decimal(Decimal(NSDecimalNumber(decimal: number).doubleValue))
    },
    rewriting("M692", "Null counts as zero in a mean.") { aggregate, request, schema in
        guard case .average(let value) = aggregate, case .column(_, let column) = value, value.ownColumn != nil,
            schema.entities[request.rows.entity].columns[column].type == .integer
        else { return aggregate }
        return .average(.coalesce(value, .literal(.integer(0))))
    },
    rewriting("M693", "Rows that hold null are counted as values.") { aggregate, _, _ in
        if case .countOf = aggregate { .count } else { aggregate }
    },
    ContractMutant("M694", "The mean of nothing is zero.") { faults in
        faults.groups = { groups, request, _ in
            for (index, aggregate) in request.aggregates.enumerated() {
                guard case .average = aggregate else { continue }
                for group in groups.indices where groups[group].values[index].isNull {
                    groups[group].values[index] = .double(0)
                }
            }
        }
    },
    ContractMutant("M695", "A sum beyond its type is what is left of it.") { faults in
        faults.otherwiseGroups = { error, request, state in
            guard error.isStore(.overflow) else { return nil }
            var counts = request
            counts.aggregates = request.aggregates.map { aggregate in
                if case .sum(let value) = aggregate { .maximum(value) } else { aggregate }
            }
            return try? PlainStore.groups(counts, state) { try state.keys($0) }
        }
    },
    ContractMutant("M696", "A sum beyond its type is told as an invalid value.") { faults in
        faults.error = { error, call in
            call == .aggregate && error.isStore(.overflow)
                ? StoreError(.invalidValue, "The number cannot be kept.") : error
        }
    },
    computing("M697", "An aggregate is of all rows, whatever the condition.") { $0.rows.condition = nil },
    computing("M698", "An aggregate takes no regard to offset and limit.") {
        $0.rows.offset = 0
        $0.rows.limit = nil
    },
    computing("M699", "The rows of an aggregate are taken in no order.") { $0.rows.order = [] },
    rewriting("M700", "The greatest value is the least.") { aggregate, _, _ in
        if case .maximum(let value) = aggregate { .minimum(value) } else { aggregate }
    },
    changing("M701", "Dates are aggregated by the second.") { value in
        guard case .date(let date) = value else { return value }
        return .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    },
    ContractMutant("M702", "The extremes of texts are found without regard to case.") { faults in
        faults.groups = { groups, request, state in
            guard request.keys.isEmpty, !groups.isEmpty else { return }
            let keys = try state.keys(request.rows)
            let table = try state.table(request.rows.entity)
            for (index, aggregate) in request.aggregates.enumerated() {
                guard case .minimum(let value) = aggregate, let column = value.ownColumn,
                    let text = keys.compactMap({ table.rows[$0]?[column].text })
                        .min(by: { $0.lowercased() < $1.lowercased() })
                else { continue }
                groups[0].values[index] = .text(text)
            }
        }
    },
    grouping("M703", "Rows that hold null are in no group.") { groups in
        groups.removeAll { $0.keys.contains(where: \.isNull) }
    },
    grouping("M704", "Groups come in descending order.") { groups in
        if groups.first?.keys.isEmpty == false { groups.reverse() }
    },
    ContractMutant("M705", "Two spellings of a text are two groups.") { faults in
        faults.groups = { groups, request, state in
            guard request.keys.count == 1, let column = request.keys[0].ownColumn else { return }
            let keys = try state.keys(request.rows)
            let table = try state.table(request.rows.entity)
            let spellings = Set(keys.compactMap { table.rows[$0]?[column].text }.map { Array($0.utf8) })
            for spelling in spellings {
                let text = String(decoding: spelling, as: UTF8.self)
                guard let group = groups.first(where: { $0.keys[0].text == text }),
                    !(group.keys[0].text ?? "").utf8.elementsEqual(spelling)
                else { continue }
                groups.append(AggregateGroup(keys: [.text(text)], values: group.values))
            }
        }
    },
    ContractMutant("M706", "There is a group for each value of all rows, selected or not.") { faults in
        faults.groups = { groups, request, state in
            guard !request.keys.isEmpty, request.rows.condition != nil else { return }
            var all = request
            all.rows.condition = nil
            all.aggregates = [.count]
            let zeros = request.aggregates.map { aggregate -> StoredValue in
                switch aggregate {
                case .count, .countOf: .integer(0)
                default: .null
                }
            }
            for group in try PlainStore.groups(all, state, keys: { try state.keys($0) })
            where !groups.contains(where: { $0.keys == group.keys }) {
                groups.append(AggregateGroup(keys: group.keys, values: zeros))
            }
        }
    },
    ContractMutant("M707", "The values of a group are those of all rows.") { faults in
        faults.groups = { groups, request, state in
            guard !request.keys.isEmpty else { return }
            var all = request
            all.keys = []
            let values = try PlainStore.groups(all, state) { try state.keys($0) }.first?.values
            for index in groups.indices { groups[index].values = values ?? groups[index].values }
        }
    },
    ContractMutant("M708", "What cannot be computed comes to nothing.") { faults in
        faults.otherwiseGroups = { error, _, _ in error.isStore(.unsupportedQuery) ? [] : nil }
    },
    computing("M709", "Nothing is added up over a relationship.") { request in
        request.aggregates = request.aggregates.map { aggregate in
            guard aggregate.argument?.hasReferences ?? false else { return aggregate }
            return switch aggregate {
            case .sum(let value): .sum(.conditional(.constant(false), value, .literal(.integer(0))))
            default: aggregate
            }
        }
    },
    rewriting("M710", "A field of a composite is passed over by a sum.") { aggregate, request, schema in
        guard case .sum(let value) = aggregate, let column = value.ownColumn,
            schema.entities[request.rows.entity].columns[column].name.contains(".")
        else { return aggregate }
        return .sum(.literal(.integer(0)))
    },
]

private func computing(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout AggregateRequest) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { $0.aggregateRequest = { request, _ in change(&request) } }
}

private func rewriting(
    _ id: String, _ fault: String,
    _ change: @escaping @Sendable (Query.Aggregate, AggregateRequest, Schema) -> Query.Aggregate
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.aggregateRequest = { request, state in
            request.aggregates = request.aggregates.map { change($0, request, state.schema) }
        }
    }
}

private func grouping(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout [AggregateGroup]) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { $0.groups = { groups, _, _ in change(&groups) } }
}

private func changing(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (StoredValue) -> StoredValue
) -> ContractMutant {
    grouping(id, fault) { groups in
        for index in groups.indices { groups[index].values = groups[index].values.map(change) }
    }
}

import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of order, paging and counting.
let orderMutants: [ContractMutant] = [
    sorting("M151", "Null comes last.") { a, b in a.isNull || b.isNull ? !a.isNull && b.isNull : order(a, b) },
    ContractMutant("M152", "Null comes first in reverse too.") { faults in
        faults.answer = { keys, request, state in
            guard let key = request.order.first, key.isReversed, let column = key.value.ownColumn else { return }
            let table = try state.table(request.entity)
            let nulls = keys.filter { table.rows[$0]?[column].isNull ?? false }
            keys = nulls + keys.filter { !nulls.contains($0) }
        }
    },
    ContractMutant("M153", "Rows that tie come in reverse order of their keys.") { faults in
        faults.reverseTies { _ in true }
    },
    ContractMutant("M154", "A reversed order reverses rows that tie as well.") { faults in
        faults.reverseTies { $0.order.contains(where: \.isReversed) }
    },
    sorting("M155", "Text is ordered without regard to case.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return a.lowercased() < b.lowercased()
    },
    sorting("M156", "Text is ordered by the bytes in which it is written.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    },
    sorting("M158", "Numbers are ordered as text.") { a, b in
        switch (a, b) {
        case (.integer(let a), .integer(let b)): "\(a)" < "\(b)"
        case (.double(let a), .double(let b)): "\(a)" < "\(b)"
        case (.decimal(let a), .decimal(let b)): "\(a)" < "\(b)"
        default: nil
        }
    },
    sorting("M159", "Unsigned integers are ordered as signed ones.") { a, b in
        guard case .unsigned(let a) = a, case .unsigned(let b) = b else { return nil }
        return Int64(bitPattern: a) < Int64(bitPattern: b)
    },
    ordering("M160", "Only the first key of an order counts.") { $0 = Array($0.prefix(1)) },
    ordering("M161", "A reversed order is not reversed.") { order in
        for index in order.indices { order[index].isReversed = false }
    },
    ordering("M162", "All keys of an order take the direction of the first.") { order in
        for index in order.indices { order[index].isReversed = order[0].isReversed }
    },
    ordering("M163", "The keys of an order count in the wrong sequence.") { $0.reverse() },
    ordering("M164", "An order over a relationship is passed over.") { $0.removeAll { $0.value.hasReferences } },
    requesting("M165", "An offset is passed over.") { $0.offset = 0 },
    requesting("M166", "A limit is passed over.") { $0.limit = nil },
    requesting("M167", "One row more than the limit is delivered.") {
        $0.limit = $0.limit.map { $0 == .max ? $0 : $0 + 1 }
    },
    requesting("M168", "A limit of zero is none.") { if $0.limit == 0 { $0.limit = nil } },
    requesting("M169", "An offset without a limit is passed over.") { if $0.limit == nil { $0.offset = 0 } },
    ContractMutant("M170", "The limit is applied before the order.") { faults in
        faults.answer = { keys, request, state in
            guard !request.order.isEmpty, request.limit != nil else { return }
            var cut = request
            cut.order = []
            let kept = Set(try state.keys(cut))
            var whole = request
            whole.offset = 0
            whole.limit = nil
            keys = try state.keys(whole).filter(kept.contains)
        }
    },
    ContractMutant("M171", "The limit is applied before the condition.") { faults in
        faults.answer = { keys, request, state in
            guard request.condition != nil, request.limit != nil else { return }
            var cut = request
            cut.condition = nil
            let kept = Set(try state.keys(cut))
            var whole = request
            whole.offset = 0
            whole.limit = nil
            keys = try state.keys(whole).filter(kept.contains)
        }
    },
    ContractMutant("M172", "The offset is applied after the limit.") { faults in
        faults.answer = { keys, request, _ in
            guard let limit = request.limit, request.offset > 0 else { return }
            keys = Array(keys.prefix(max(0, limit - request.offset)))
        }
    },
    counting("M173", "A count takes no regard to the limit.") { $0.limit = nil },
    counting("M174", "A count takes no regard to the offset.") { $0.offset = 0 },
    counting("M175", "A count takes no regard to the condition.") { $0.condition = nil },
    ContractMutant("M176", "Rows without an order come newest first.") { faults in
        faults.answer = { keys, request, _ in if request.order.isEmpty { keys.reverse() } }
    },
    ContractMutant("M177", "A negative limit or offset is taken for zero.") { faults in
        faults.request = { request, _ in
            request.offset = max(0, request.offset)
            request.limit = request.limit.map { max(0, $0) }
        }
    },
    ContractMutant("M178", "A fetch by keys is refused when a key is given that is gone.") { faults in
        faults.byKey = { keys, entity, state in
            if keys.contains(where: { state.row(RowReference(entity: entity.index, key: $0)) == nil }) { keys = [] }
        }
    },
    ContractMutant("M179", "A fetch by keys delivers rows in ascending order.") { faults in
        faults.byKey = { keys, _, _ in keys.sort() }
    },
    ContractMutant("M182", "A fetch by keys takes no more than a hundred keys.") { faults in
        faults.byKey = { keys, _, _ in keys = Array(keys.prefix(100)) }
    },
    sorting("M184", "Dates are ordered by the second.") { a, b in
        guard case .date(let a) = a, case .date(let b) = b else { return nil }
        return a.timeIntervalSinceReferenceDate.rounded(.down) < b.timeIntervalSinceReferenceDate.rounded(.down)
    },
    sorting("M185", "Decimal numbers are ordered as doubles.") { a, b in
        guard case .decimal(let a) = a, case .decimal(let b) = b else { return nil }
        return NSDecimalNumber(decimal: a).doubleValue < NSDecimalNumber(decimal: b).doubleValue
    },
    sorting("M186", "Integers are ordered as doubles.") { a, b in
        guard case .integer(let a) = a, case .integer(let b) = b else { return nil }
        return Double(a) < Double(b)
    },
    sorting("M187", "Minus zero comes before zero.") { a, b in
        guard case .double(let a) = a, case .double(let b) = b else { return nil }
        return a < b || (a == b && a.sign == .minus && b.sign == .plus)
    },
    sorting("M188", "Infinities come first.") { a, b in
        guard case .double(let a) = a, case .double(let b) = b else { return nil }
        return a.isInfinite == b.isInfinite ? a < b : a.isInfinite
    },
    ContractMutant("M189", "A large offset makes a fetch start again from the first row.") { faults in
        faults.request = { request, state in
            let count = try state.table(request.entity).keys.count
            if count > 0, request.offset >= count { request.offset = 0 }
        }
    },
    sorting("M190", "Text is ordered by its length first.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return (a.count, a) < (b.count, b)
    },
    ContractMutant("M191", "The keys of a fetch come in ascending order, whatever the order.") { faults in
        faults.fetchedKeys = { $0.sort() }
    },
    ContractMutant("M192", "A fetch by several keys leaves the last one out.") { faults in
        faults.byKey = { keys, _, _ in if keys.count > 1 { keys.removeLast() } }
    },
    sorting("M193", "Text is ordered by its first 500 bytes.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return Array(a.precomposedStringWithCanonicalMapping.utf8.prefix(500)).lexicographicallyPrecedes(
            Array(b.precomposedStringWithCanonicalMapping.utf8.prefix(500)))
    },
    ContractMutant("M194", "Rows that tie come in another order at each fetch.") { faults in
        let count = Counter()
        faults.reverseTies { _ in count.next() % 2 == 0 }
    },
    ContractMutant("M195", "Rows without an order come in another order at each fetch.") { faults in
        faults.answer = { keys, request, _ in if request.order.isEmpty { keys.shuffle() } }
    },
    sorting("M196", "Text is ordered by its UTF-16 units.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return a.precomposedStringWithCanonicalMapping.utf16.lexicographicallyPrecedes(
            b.precomposedStringWithCanonicalMapping.utf16)
    },
    sorting("M197", "Digits in text are ordered as the numbers that they form.") { a, b in
        guard let a = a.text, let b = b.text else { return nil }
        return a.compare(b, options: .numeric) == .orderedAscending
    },
]

private func sorting(
    _ id: String, _ fault: String, _ isBefore: @escaping @Sendable (StoredValue, StoredValue) -> Bool?
) -> ContractMutant {
    ContractMutant(id, fault) { $0.sortRows { a, b in isBefore(a, b) ?? ((a.isNull || b.isNull) ? order(a, b) : nil) } }
}

private func ordering(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout [Query.SortKey]) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.request = { request, _ in if !request.order.isEmpty { change(&request.order) } }
    }
}

private func requesting(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout FetchRequest) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { faults in faults.request = { request, _ in change(&request) } }
}

private func counting(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout FetchRequest) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.count = { _, request, state in
            var request = request
            change(&request)
            return try state.keys(request).count
        }
    }
}

/// Swift's order of two values of one kind, null first.
private func order(_ a: StoredValue, _ b: StoredValue) -> Bool {
    KeyEncoding.key([a]).bytes.lexicographicallyPrecedes(KeyEncoding.key([b]).bytes)
}

extension Faults {
    fileprivate mutating func reverseTies(_ when: @escaping @Sendable (FetchRequest) -> Bool) {
        answer = { keys, request, state in
            guard !request.order.isEmpty, when(request) else { return }
            var turned = request
            for index in turned.order.indices { turned.order[index].isReversed.toggle() }
            turned.offset = 0
            turned.limit = nil
            keys = Array(try state.keys(turned).reversed().dropFirst(request.offset).prefix(request.limit ?? .max))
        }
    }
}

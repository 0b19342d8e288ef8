import Foundation

extension AggregateClauses {
    /// Rows in groups.
    static let groups: [ContractClause] = [
        ContractClause("AGG-013", "Groups come in ascending order of what their rows have in common, nil first.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let numbers = try context.aggregate(FetchDescriptor<Specimen>(), by: \.maybeNumber, .count())
            let right = Dictionary(grouping: ground.specimens, by: \.maybeNumber)
            probe.expectEqual(
                numbers.map(\.key), [nil] + right.keys.compactMap { $0 }.sorted(), "the keys of groups by a number")
            probe.expectEqual(
                numbers.map(\.values), numbers.map { right[$0.key]?.count ?? 0 }, "the counts of groups by a number")
            let days = try context.aggregate(FetchDescriptor<Specimen>(), by: \.home.row, .count())
            probe.expectEqual(days.map(\.key), [0, 1, 2, 3], "the keys of groups by a field")
            let rarities = try context.aggregate(FetchDescriptor<Specimen>(), by: \.rarity, .count())
            probe.expectEqual(rarities.map(\.key), [.common, .rare, .lost], "the keys of groups by an enum")
        },
        ContractClause("AGG-014", "Each group has the values that are computed of its rows alone.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let descriptor = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number > -5000 && $0.number < 5000 })
            let selected = ground.specimens.filter { $0.number > -5000 && $0.number < 5000 }
            let right = Dictionary(grouping: selected, by: \.stage)
            let groups = try context.aggregate(
                descriptor, by: \.stage, .count(), .sum(\Specimen.number), .average(\Specimen.number),
                .min(\Specimen.text),
                .count(of: \Specimen.maybeOn))
            probe.expectEqual(Set(groups.map(\.key)), Set(right.keys), "the keys of the groups")
            for group in groups {
                let rows = right[group.key] ?? []
                let name = group.key.map { "\($0)" } ?? "nil"
                probe.expectEqual(group.values.0, rows.count, "the count of the group \(name)")
                probe.expectEqual(
                    group.values.1, rows.map(\.number).reduce(0, +), "the sum of the group \(name)")
                probe.expectEqual(
                    group.values.2, Self.mean(rows.map(\.number)), "the mean of the group \(name)")
                probe.expectEqual(group.values.3, rows.map(\.text).min(), "the first text of the group \(name)")
                probe.expectEqual(
                    group.values.4, rows.count { $0.maybeOn != nil }, "the values that are not nil of the group \(name)"
                )
            }
        },
        ContractClause("AGG-015", "Rows are grouped by values of every type, by composites and over relationships.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            func check<Key: Hashable>(_ keyPath: KeyPath<Specimen, Key>, _ what: String) throws {
                probe.expectEqual(
                    try context.countsByValue(keyPath),
                    Dictionary(grouping: ground.specimens) { $0[keyPath: keyPath] }.mapValues(\.count),
                    "the counts by \(what)")
            }
            try check(\.isOn, "a Boolean")
            try check(\.maybeRatio, "an optional double")
            try check(\.maybeAt, "an optional date")
            try check(\.maybePrice, "an optional decimal")
            try check(\.maybeMark, "an optional UUID")
            try check(\.maybeBytes, "optional data")
            try check(\.big, "a UInt64")
            try check(\.spot?.row, "a field of an optional composite")
            try check(\.shelf?.label, "a related text")
            try check(\.shelf?.persistentModelID, "a relationship")
            probe.expectEqual(
                try context.countsByValue(\Specimen.home.depth),
                Dictionary(grouping: ground.specimens, by: \.home.depth).mapValues(\.count),
                "the counts by an optional field of a composite")
        },
        ContractClause("AGG-016", "Two spellings of one text are one group, and nil is another than the empty text.") {
            probe in
            let container = try probe.open(Crop.self, Farm.self)
            let context = ModelContext(container)
            for (number, note) in ["caf\u{E9}", nil, "cafe\u{301}", "", "cafe", "caf\u{E9}"].enumerated() {
                context.insert(Crop("c\(number)", day: number, note: note))
            }
            try context.save()
            let groups = try ModelContext(container).aggregate(
                FetchDescriptor<Crop>(), by: \.note, .count(), .sum(\Crop.day))
            probe.expectEqual(groups.map(\.key), [nil, "", "cafe", "caf\u{E9}"], "the texts of the groups")
            probe.expectEqual(groups.map(\.values.0), [1, 1, 1, 3], "the counts of the groups")
            probe.expectEqual(groups.map(\.values.1), [1, 3, 4, 7], "the sums of the groups")
        },
        ContractClause("AGG-017", "There is no group without rows.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let none = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == 4 })
            probe.expectEqual(
                try context.countsByValue(\.stage, of: none), [:], "the groups of a condition that no row satisfies")
            let common = Rarity.common
            let few = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == 5 && $0.rarity != common })
            probe.expectEqual(
                try context.countsByValue(\.rarity, of: few),
                Dictionary(grouping: ground.specimens.filter { $0.number == 5 && $0.rarity != .common }, by: \.rarity)
                    .mapValues(\.count), "the groups of a condition that some rows satisfy")
        },
        ContractClause(
            "AGG-018", "What a store cannot compute is refused with `unsupportedQuery` before anything is read."
        ) {
            probe in
            let entries = try EntryStore(probe)
            let rows = FetchRequest(entity: entries.entity.index)
            let (word, number) = (try entries.column("word"), try entries.column("number"))
            func refused(_ request: AggregateRequest, _ what: String) {
                probe.expectStoreError(.unsupportedQuery, from: what) { _ = try entries.store.aggregate(request) }
            }
            for when in ["an empty store", "rows"] {
                refused(AggregateRequest(rows: rows, aggregates: [.sum(word)]), "a sum of texts over \(when)")
                refused(
                    AggregateRequest(rows: rows, aggregates: [.average(try entries.column("parent"))]),
                    "a mean of references over \(when)")
                refused(
                    AggregateRequest(rows: FetchRequest(entity: 99), aggregates: [.count]),
                    "a count of an entity that is none, over \(when)")
                refused(
                    AggregateRequest(
                        rows: FetchRequest(
                            entity: entries.entity.index, condition: .compare(word, .less, .literal(.integer(1)))),
                        keys: [number], aggregates: [.count]), "a count of a condition that does not fit, over \(when)")
                try entries.add([try entries.values(number: 2)])
            }
            let groups = try entries.store.aggregate(
                AggregateRequest(rows: rows, keys: [number], aggregates: [.count, .minimum(word)]))
            probe.expectEqual(
                groups, [AggregateGroup(keys: [.integer(2)], values: [.integer(2), .text("w")])],
                "the groups after the refusals")
        },
    ]
}

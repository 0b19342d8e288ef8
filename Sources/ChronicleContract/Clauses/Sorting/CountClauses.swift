import Foundation

extension SortingClauses {
    /// Counts, identifiers and keys, and what is not saved yet.
    static let counts: [ContractClause] = [
        ContractClause("SRT-019", "A count heeds offset and limit as the fetch does.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let bounds: [(Int?, Int?)] = [
                (nil, nil), (3, nil), (nil, 4), (12, 5), (14, nil), (99, 1), (0, 0), (2, .max),
            ]
            for predicate in [nil, #Predicate<Specimen> { $0.isOn }, #Predicate<Specimen> { $0.number > 0 }] {
                for (offset, limit) in bounds {
                    var descriptor = FetchDescriptor<Specimen>(predicate: predicate, sortBy: [SortDescriptor(\.number)])
                    descriptor.fetchOffset = offset
                    descriptor.fetchLimit = limit
                    let all = try ground.specimens.filter { try predicate?.evaluate($0) ?? true }
                    probe.expectEqual(
                        try context.fetchCount(descriptor), all.dropFirst(offset ?? 0).prefix(limit ?? .max).count,
                        "the count with offset \(offset ?? 0) and limit \(limit.map(String.init) ?? "none")")
                }
            }
        },
        ContractClause("SRT-020", "The identifiers of a fetch are those of its models, in order.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            for order in [
                [], [SortDescriptor(\Specimen.number, order: .reverse)], [SortDescriptor(\Specimen.maybeText)],
            ] {
                var descriptor = FetchDescriptor<Specimen>(predicate: #Predicate { $0.home.row > 0 }, sortBy: order)
                for (offset, limit) in [(nil, nil), (2, 3)] as [(Int?, Int?)] {
                    descriptor.fetchOffset = offset
                    descriptor.fetchLimit = limit
                    probe.expectEqual(
                        try context.fetchIdentifiers(descriptor),
                        try context.fetch(descriptor).map(\.persistentModelID),
                        "the identifiers of a fetch with \(order.count) sort keys")
                }
            }
        },
        ContractClause("SRT-021", "A store's keys and count of a request are those of the rows that it delivers.") {
            probe in
            let entries = try EntryStore(probe)
            try entries.add((0..<20).map { try entries.values(number: $0 * 7 % 10, word: "w\($0 % 3)") })
            let (number, word) = (try entries.column("number"), try entries.column("word"))
            let conditions: [Query.Condition?] = [
                nil, .compare(number, .greater, .literal(.integer(4))), .contains(word, .literal(.text("1"))),
            ]
            let orders: [[Query.SortKey]] = [[], [Query.SortKey(number, isReversed: true)], [Query.SortKey(word)]]
            for condition in conditions {
                for order in orders {
                    for (offset, limit) in [(0, nil), (3, 4), (0, 0), (50, 2)] as [(Int, Int?)] {
                        let request = FetchRequest(
                            entity: entries.entity.index, condition: condition, order: order, offset: offset,
                            limit: limit)
                        var keys: [Int64] = []
                        try entries.store.fetch(request) { keys.append($0.key) }
                        probe.expectEqual(try entries.store.fetchKeys(request), keys, "the keys of \(request)")
                        probe.expectEqual(try entries.store.count(request), keys.count, "the count of \(request)")
                    }
                }
            }
        },
        ContractClause("SRT-022", "A negative offset or limit is refused by the store with `unsupportedQuery`.") {
            probe in
            let entries = try EntryStore(probe)
            try entries.add([try entries.values()])
            probe.expectStoreError(.unsupportedQuery, from: "a fetch with a limit of -1") {
                _ = try entries.keys(nil, limit: -1)
            }
            probe.expectStoreError(.unsupportedQuery, from: "a fetch with an offset of -1") {
                _ = try entries.keys(nil, offset: -1)
            }
        },
        ContractClause(
            "SRT-023", "Rows asked for by key come in the order of the keys, without those that do not exist."
        ) { probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add((0..<5).map { try entries.values(number: $0) })
            let asked = [keys[3], keys[0], keys[4] + 1_000_000, keys[2]]
            var seen: [Int64] = []
            try entries.store.fetch(entity: entries.entity.index, keys: asked) { seen.append($0.key) }
            probe.expectEqual(seen, [keys[3], keys[0], keys[2]], "the keys of the rows delivered")
            seen = []
            try entries.store.fetch(entity: entries.entity.index, keys: []) { seen.append($0.key) }
            probe.expectEqual(seen, [], "the rows delivered for no keys")
        },
        ContractClause("SRT-024", "Unsaved changes of a context take part in its order, pages and counts.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let models = try context.all(Specimen.self)
            let new = Specimen("new")
            new.number = 4
            context.insert(new)
            models[0].number = 6
            context.delete(models[3])
            let right = (models.filter { $0 !== models[3] } + [new]).sorted {
                ($0.number, $0.persistentModelID) < ($1.number, $1.persistentModelID)
            }
            var descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.number)])
            probe.expectEqual(
                try context.fetch(descriptor).map(\.code), right.map(\.code), "the rows with unsaved changes")
            descriptor.fetchOffset = 6
            descriptor.fetchLimit = 4
            probe.expectEqual(
                try context.fetch(descriptor).map(\.code), right.dropFirst(6).prefix(4).map(\.code),
                "a page with unsaved changes")
            probe.expectEqual(try context.fetchCount(descriptor), 4, "the count of a page with unsaved changes")
            let all = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number >= 4 && $0.number <= 6 })
            probe.expectEqual(try context.fetchCount(all), 4, "the count of a condition with unsaved changes")
        },
        ContractClause("SRT-025", "A fetch that leaves unsaved changes out gives the rows as they are stored.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let models = try context.all(Specimen.self)
            context.insert(Specimen("new"))
            models[0].number = 5
            context.delete(models[5])
            var descriptor = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == 5 })
            descriptor.includePendingChanges = false
            probe.expectEqual(try context.fetchCount(descriptor), 2, "the stored rows of a condition")
            descriptor.predicate = nil
            probe.expectEqual(try context.fetchCount(descriptor), SpecimenRows.count, "the stored rows")
        },
        ContractClause("SRT-026", "An enumeration and a fetch in batches reach every row once, in order.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.number, order: .reverse)])
            let right = try context.fetch(descriptor).map(\.code)
            for size in [1, 3, 14, 100] {
                var seen: [String] = []
                try context.enumerate(descriptor, batchSize: size) { seen.append($0.code) }
                probe.expectEqual(seen, right, "the rows of an enumeration in batches of \(size)")
                probe.expectEqual(
                    try context.fetch(descriptor, batchSize: size).map(\.code), right,
                    "the rows of a fetch in batches of \(size)")
            }
        },
    ]
}

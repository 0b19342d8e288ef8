import Foundation

extension SortingClauses {
    /// Pages by cursor.
    static let cursors: [ContractClause] = [
        ContractClause(
            "SRT-030", "Pages by cursor over rows that tie hold every row once, in both directions.", cases: ["H19"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<40 { context.insert(Plot("plot \(number)", area: number % 3)) }
            try context.save()
            for order in [SortOrder.forward, .reverse] {
                for (what, key) in [
                    ("one date", SortDescriptor(\Plot.madeAt, order: order)),
                    ("an indexed number", SortDescriptor(\Plot.area, order: order)),
                ] {
                    let descriptor = FetchDescriptor<Plot>(sortBy: [key])
                    probe.expectEqual(
                        try pages(container, descriptor, of: 7).map(\.name),
                        try context.fetch(descriptor).map(\.name), "the pages by \(what), \(order)")
                }
            }
        },
        ContractClause("SRT-031", "Pages by cursor hold the rows without a value once, in both directions.") { probe in
            let ground = try SpecimenGround(probe)
            let keys: [(String, (SortOrder) -> SortDescriptor<Specimen>)] = [
                ("an optional integer", { SortDescriptor(\.maybeNumber, order: $0) }),
                ("one in no index", { SortDescriptor(\.plainMaybeNumber, order: $0) }),
                ("an optional text", { SortDescriptor(\.maybeText, order: $0) }),
                ("an optional date", { SortDescriptor(\.maybeAt, order: $0) }),
                ("an optional field", { SortDescriptor(\.spot?.depth, order: $0) }),
                ("a related number", { SortDescriptor(\.shelf?.number, order: $0) }),
            ]
            for (what, key) in keys {
                for order in [SortOrder.forward, .reverse] {
                    let descriptor = FetchDescriptor<Specimen>(sortBy: [key(order)])
                    let right = ground.specimens.sorted(using: key(order)).map(\.code)
                    for size in [1, 4] {
                        probe.expectEqual(
                            try pages(ground.container, descriptor, of: size).map(\.code), right,
                            "the pages of \(size) by \(what), \(order)")
                    }
                }
            }
        },
        ContractClause("SRT-032", "Pages by cursor go on in an order of several keys, each in its own direction.") {
            probe in
            let ground = try SpecimenGround(probe)
            let orders: [[SortDescriptor<Specimen>]] = [
                [SortDescriptor(\.home.row), SortDescriptor(\.maybeNumber, order: .reverse)],
                [SortDescriptor(\.home.depth, order: .reverse), SortDescriptor(\.ratio), SortDescriptor(\.text)],
                [SortDescriptor(\.shelf?.label, order: .reverse), SortDescriptor(\.price)],
                [],
            ]
            for (number, order) in orders.enumerated() {
                for predicate in [nil, #Predicate<Specimen> { $0.number >= 0 }] {
                    let descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
                    let right = try ground.specimens.filter { try predicate?.evaluate($0) ?? true }
                        .sorted(using: order).map(\.code)
                    probe.expectEqual(
                        try pages(ground.container, descriptor, of: 3).map(\.code), right,
                        "the pages in order \(number)" + (predicate == nil ? "" : " of a condition"))
                }
            }
        },
        ContractClause("SRT-033", "Pages by cursor in the standard order have every row once.", cases: ["H14", "H19"]) {
            probe in
            let container = try probe.open(Crop.self, Farm.self)
            let crops = try Self.hostile(ModelContext(container))
            for order in [SortOrder.forward, .reverse] {
                let key = SortDescriptor(\Crop.note, comparator: .localizedStandard, order: order)
                probe.expectEqual(
                    try pages(container, FetchDescriptor<Crop>(sortBy: [key]), of: 30).map(\.code),
                    crops.sorted(using: key).map(\.code), "the pages in the standard order, \(order)")
            }
        },
        ContractClause(
            "SRT-034", "Rows that come, go and change between pages by cursor disturb none of the others.",
            cases: ["H19"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let writer = ModelContext(container)
            for number in 0..<30 { writer.insert(Plot("\(number)", area: number / 4)) }
            try writer.save()
            var descriptor = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.area, order: .reverse)])
            let kept = try ModelContext(container).fetch(descriptor).map(\.name).filter { (Int($0) ?? 0) % 5 != 0 }
            descriptor.fetchLimit = 6
            var (seen, cursor, number): ([String], FetchCursor<Plot>?, Int) = ([], nil, 0)
            repeat {
                let page = try ModelContext(container).fetchPage(descriptor, after: cursor)
                seen += page.models.map(\.name)
                cursor = page.next
                // Some that were seen and some that come are gone; the cursor's own row moves away, and others come before it.
                let goes = Set(["\(number * 5)", "\(25 - number * 5)"])
                try writer.delete(model: Plot.self, where: #Predicate { goes.contains($0.name) })
                writer.insert(Plot("before \(number)", area: 100))
                writer.insert(Plot("after \(number)", area: -1))
                try writer.save()
                number += 1
            } while cursor != nil && number < 20
            probe.expectEqual(
                seen.filter { Int($0).map { $0 % 5 != 0 } ?? false }, kept, "the rows that stayed where they were")
            probe.expectEqual(Set(seen).count, seen.count, "the number of different rows on the pages")
            probe.expect(!seen.contains { $0.hasPrefix("before") }, "a row that came before the cursor is on a page")
        },
        ContractClause(
            "SRT-035", "A cursor that was written down goes on where it was after the store was reopened.",
            requires: [.persistence]
        ) { probe in
            var (seen, text): ([String], Data?) = ([], nil)
            for page in 0..<3 {
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                if page == 0 {
                    for number in 0..<20 {
                        context.insert(Plot("plot \(number)", note: number % 2 == 0 ? nil : "e\u{301}"))
                    }
                    try context.save()
                }
                var descriptor = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.note, order: .reverse)])
                descriptor.fetchLimit = 8
                let cursor = try text.map { try JSONDecoder().decode(FetchCursor<Plot>.self, from: $0) }
                let found = try context.fetchPage(descriptor, after: cursor)
                seen += found.models.map(\.name)
                text = try found.next.map { try JSONEncoder().encode($0) }
                try container.close()
            }
            let halves = (0..<20).map { $0 * 2 + 1 }.filter { $0 < 20 } + (0..<10).map { $0 * 2 }
            probe.expectEqual(seen, halves.map { "plot \($0)" }, "the pages of three openings")
            probe.expect(text == nil, "there is a place after the last page")
        },
    ]

    /// The models of all pages of a size, each read by a context of its own.
    private static func pages<T: PersistentModel>(
        _ container: ModelContainer, _ descriptor: FetchDescriptor<T>, of size: Int
    ) throws -> [T] {
        var descriptor = descriptor
        descriptor.fetchLimit = size
        var (models, cursor): ([T], FetchCursor<T>?) = ([], nil)
        repeat {
            let page = try ModelContext(container).fetchPage(descriptor, after: cursor)
            models += page.models
            cursor = page.next
            // A wrong store must not send it round for ever.
        } while cursor != nil && models.count <= 200
        return models
    }
}

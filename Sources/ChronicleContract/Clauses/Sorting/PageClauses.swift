import Foundation

extension SortingClauses {
    /// Offsets and limits.
    static let pages: [ContractClause] = [
        ContractClause("SRT-013", "An offset passes over rows of the ordered result, and a limit ends it.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.number), offset: 3, limit: 4, what: "rows 3 to 6 by number")
            try ground.checkOrder(SortDescriptor(\.number), offset: 12, what: "the rows from the 12th")
            try ground.checkOrder(
                SortDescriptor(\.maybeNumber, order: .reverse), limit: 5, what: "the first five in reverse")
            try ground.checkOrder(offset: 2, limit: 3, what: "rows 2 to 4 in no order")
        },
        ContractClause("SRT-014", "A limit of zero gives no row, and an offset of zero passes over none.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.number), limit: 0, what: "a limit of zero")
            try ground.checkOrder(limit: 0, what: "a limit of zero in no order")
            try ground.checkOrder(SortDescriptor(\.number), offset: 0, what: "an offset of zero")
            try ground.checkOrder(offset: 0, limit: 2, what: "an offset of zero with a limit")
        },
        ContractClause("SRT-015", "Beyond the end there are no rows, however great offset and limit are.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.number), offset: 14, what: "an offset of the number of rows")
            try ground.checkOrder(SortDescriptor(\.number), offset: 500, limit: 5, what: "an offset beyond the end")
            try ground.checkOrder(
                SortDescriptor(\.number), offset: 10, limit: .max, what: "the greatest limit there is")
            try ground.checkOrder(offset: .max, limit: .max, what: "the greatest offset there is")
            try ground.checkOrder(limit: 500, what: "a limit beyond the end")
        },
        ContractClause(
            "SRT-016", "A limit counts the rows that the condition selects, in the order asked for.", cases: ["H18"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(
                SortDescriptor(\.number, order: .reverse), where: #Predicate { $0.isOn }, limit: 3,
                what: "the three greatest of a condition")
            try ground.checkOrder(
                SortDescriptor(\.text), where: #Predicate { $0.number > 0 }, offset: 1, limit: 2,
                what: "two of an indexed condition by an indexed text")
            try ground.checkOrder(
                where: #Predicate { $0.home.row == 1 }, offset: 1, limit: 1, what: "one of a condition in no order")
        },
        ContractClause(
            "SRT-017", "Pages over rows that tie hold every row once, though rows are changed between pages.",
            cases: ["H19"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<60 { context.insert(Plot("plot \(number)", area: number % 2)) }
            try context.save()
            let byInsertion = (0..<60).map { "plot \($0)" }
            for order in [SortOrder.forward, .reverse] {
                probe.expectEqual(
                    try pages(container, SortDescriptor(\.madeAt, order: order)), byInsertion,
                    "the pages by one date, \(order)")
            }
            let halves = byInsertion.enumerated()
            let odd = halves.filter { $0.0 % 2 == 1 }.map(\.1)
            let even = halves.filter { $0.0 % 2 == 0 }.map(\.1)
            probe.expectEqual(
                try pages(container, SortDescriptor(\.area)), even + odd, "the pages by an indexed number")
            probe.expectEqual(
                try pages(container, SortDescriptor(\.area, order: .reverse)), odd + even,
                "the pages by an indexed number in reverse")
        },
        ContractClause(
            "SRT-018", "Pages go on after the store was reopened where they were.", requires: [.persistence],
            cases: ["H19"]
        ) { probe in
            var seen: [String] = []
            for page in 0..<3 {
                let container = try probe.open(Plot.self)
                let context = ModelContext(container)
                if page == 0 {
                    for number in 0..<30 { context.insert(Plot("plot \(number)")) }
                    try context.save()
                }
                var descriptor = FetchDescriptor<Plot>(sortBy: [SortDescriptor(\.madeAt, order: .reverse)])
                descriptor.fetchOffset = page * 10
                descriptor.fetchLimit = 10
                seen += try context.fetch(descriptor).map(\.name)
                try container.close()
            }
            probe.expectEqual(seen, (0..<30).map { "plot \($0)" }, "the pages of three openings")
        },
    ]

    /// The names of all pages of ten, with an unrelated save between them.
    private static func pages(_ container: ModelContainer, _ order: SortDescriptor<Plot>) throws -> [String] {
        var names: [String] = []
        for page in 0..<6 {
            var descriptor = FetchDescriptor<Plot>(sortBy: [order])
            descriptor.fetchOffset = page * 10
            descriptor.fetchLimit = 10
            let context = ModelContext(container)
            let plots = try context.fetch(descriptor)
            names += plots.map(\.name)
            plots.first?.note = "seen on page \(page)"
            plots.last?.stage = .cut
            try context.save()
        }
        return names
    }
}

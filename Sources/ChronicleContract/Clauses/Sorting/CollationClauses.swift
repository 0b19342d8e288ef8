import Foundation

extension SortingClauses {
    /// Orders for people's eyes.
    static let collations: [ContractClause] = [
        ContractClause(
            "SRT-027",
            "In the standard order case and accents count only between texts that are equal otherwise, and digits as numbers.",
            cases: ["H14"]
        ) { probe in
            let sorted = [
                "", " a", "-a", "+a", "9", "10", "a", "A", "\u{E1}", "\u{C1}", "ab", "file 2", "file 10", "file 010",
                "z", "\u{44F}",
            ]
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for name in sorted.reversed() { context.insert(Plot(name)) }
            try context.save()
            for (order, right) in [(SortOrder.forward, sorted), (.reverse, sorted.reversed())] {
                probe.expectEqual(
                    try ModelContext(container).all(
                        Plot.self, by: SortDescriptor(\.name, comparator: .localizedStandard, order: order)
                    ).map(\.name), right, "the names in the standard order, \(order)")
            }
        },
        ContractClause(
            "SRT-028", "Every text stands in the standard order, and in the one without case, where Swift sorts it.",
            cases: ["H14", "H15"]
        ) { probe in
            let container = try probe.open(Crop.self, Farm.self)
            let keeper = ModelContext(container)
            let crops = try Self.hostile(keeper)
            for comparator in [TextComparator.localizedStandard, .caseInsensitive] {
                for order in [SortOrder.forward, .reverse] {
                    let kind = SortDescriptor(\Crop.kind, comparator: comparator, order: order)
                    let note = SortDescriptor(\Crop.note, comparator: comparator, order: order)
                    for (what, keys) in [("a text", [kind]), ("an optional text", [note, SortDescriptor(\.day)])] {
                        probe.expectEqual(
                            try ModelContext(container).fetch(FetchDescriptor<Crop>(sortBy: keys)).map(\.code),
                            crops.sorted(using: keys).map(\.code), "the rows by \(what), \(comparator), \(order)")
                    }
                }
            }
        },
        ContractClause(
            "SRT-029", "Pages by offset in the standard order have every row once, those that tie by identifier.",
            cases: ["H19"]
        ) { probe in
            let container = try probe.open(Crop.self, Farm.self)
            let crops = try Self.hostile(ModelContext(container))
            for comparator in [TextComparator.localizedStandard, .caseInsensitive] {
                for order in [SortOrder.forward, .reverse] {
                    let key = SortDescriptor(\Crop.note, comparator: comparator, order: order)
                    var descriptor = FetchDescriptor<Crop>(sortBy: [key])
                    descriptor.fetchLimit = 17
                    var seen: [String] = []
                    for page in 0..<8 {
                        descriptor.fetchOffset = page * 17
                        seen += try ModelContext(container).fetch(descriptor).map(\.code)
                    }
                    probe.expectEqual(
                        seen, crops.sorted(using: key).map(\.code), "the rows of eight pages, \(comparator), \(order)")
                }
            }
        },
    ]

    /// Two rows of each hostile text, one of them with the text in an optional attribute; in the order of their identifiers.
    static func hostile(_ context: ModelContext) throws -> [Crop] {
        var crops: [Crop] = []
        for (number, text) in (HostileTexts.all + HostileTexts.all.reversed()).enumerated() {
            let crop = Crop("c\(number)", kind: text, day: number % 7, note: number % 5 == 0 ? nil : text)
            context.insert(crop)
            crops.append(crop)
        }
        try context.save()
        return crops
    }
}

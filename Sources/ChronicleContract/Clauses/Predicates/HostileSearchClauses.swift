import Foundation

extension PredicateClauses {
    /// Search and comparison as people expect them, over texts on which they go wrong.
    static let hostileSearches: [ContractClause] = [
        ContractClause(
            "QRY-064", "`localizedStandardContains` finds in every text what Swift finds in it, whatever is sought.",
            cases: ["H13", "H14", "H15"]
        ) { probe in
            let (context, crops) = try hostile(probe)
            for sought in [
                "A", "\u{C1}", "strasse", "ss", "FI", "full", "izmir", "βορρας", "\u{304B}", "\u{1F1EA}", "%", "_",
                "\\",
                "[", "e\u{301}", "\u{301}", "b\0", "\n", "9", "l\u{E9}LE", "",
            ] {
                try check(
                    probe, context, crops, #Predicate { $0.kind.localizedStandardContains(sought) },
                    "a search for \(sought.debugDescription)")
                try check(
                    probe, context, crops, #Predicate { $0.note?.localizedStandardContains(sought) ?? true },
                    "a search for \(sought.debugDescription) in an optional text")
            }
        },
        ContractClause(
            "QRY-065", "`caseInsensitiveCompare` tells of every two texts what Swift tells of them.",
            cases: ["H14", "H15"]
        ) { probe in
            let (context, crops) = try hostile(probe)
            let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
            for other in ["ab", "STRASSE", "\u{C1}", "творог", "e\u{323}\u{301}", "AB\0", "", "FILE 9"] {
                try check(
                    probe, context, crops, #Predicate { $0.kind.caseInsensitiveCompare(other) == same },
                    "equal to \(other.debugDescription) without case")
                try check(
                    probe, context, crops, #Predicate { $0.kind.caseInsensitiveCompare(other) == before },
                    "before \(other.debugDescription) without case")
            }
        },
        ContractClause(
            "QRY-066", "`localizedCompare` tells of every two texts where they stand in the standard order.",
            cases: ["H14", "H15"]
        ) { probe in
            let (context, crops) = try hostile(probe)
            let (after, before) = (ComparisonResult.orderedDescending, ComparisonResult.orderedAscending)
            for other in ["file 9", "\u{E1}", "A", "10", "\u{304B}", "strasse", ""] {
                try check(
                    probe, context, crops, #Predicate { $0.kind.localizedCompare(other) == before },
                    "before \(other.debugDescription) in the standard order")
                try check(
                    probe, context, crops, #Predicate { $0.kind.localizedCompare(other) == after && $0.day < 5 },
                    "after \(other.debugDescription) in the standard order")
            }
        },
        ContractClause("QRY-067", "Searches reach over relationships, and find nothing where these lead nowhere.") {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plant> { $0.plot?.name.localizedStandardContains("arz") == true },
                #Predicate<Plant> { $0.plot?.name.localizedStandardContains("arz") != true },
                #Predicate<Plant> { $0.plot.flatMap { $0.note }?.localizedStandardContains("E") == true })
            try ground.check(
                #Predicate<Plot> { $0.plants.contains { $0.label.localizedStandardContains("RO") } },
                #Predicate<Plot> { $0.plants.allSatisfy { $0.label.localizedStandardContains("O") } })
        },
    ]

    private static func hostile(_ probe: ContractProbe) throws -> (ModelContext, [Crop]) {
        let container = try probe.open(Crop.self, Farm.self)
        let crops = try SortingClauses.hostile(ModelContext(container))
        return (ModelContext(container), crops)
    }

    private static func check(
        _ probe: ContractProbe, _ context: ModelContext, _ crops: [Crop], _ predicate: Predicate<Crop>, _ what: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let right = try crops.filter { try predicate.evaluate($0) }.map(\.code)
        let seen = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.code)
        guard let problem = SpecimenGround.difference(seen, right) else { return }
        probe.record(
            "\(what): other rows than Predicate.evaluate over the same models: \(problem)",
            ContractSite("\(fileID)", "\(filePath)", line, column))
    }
}

import Foundation

extension PredicateClauses {
    /// To-many relationships.
    static let related: [ContractClause] = [
        ContractClause("QRY-054", "A to-many relationship is empty, or counted, by the rows that are related.") {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.plants.isEmpty }, #Predicate<Plot> { !$0.plants.isEmpty },
                #Predicate<Plot> { $0.plants.count == 2 }, #Predicate<Plot> { $0.plants.count > $0.area })
        },
        ContractClause("QRY-055", "`contains(where:)` holds where one related row satisfies the condition.") { probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.plants.contains { $0.label == "rose" } },
                #Predicate<Plot> { $0.plants.contains { $0.secret == nil } },
                #Predicate<Plot> { !$0.plants.contains { $0.secret != nil && $0.height > 1 } })
        },
        ContractClause(
            "QRY-056", "`allSatisfy` holds where no related row fails the condition, also where there is none."
        ) {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.plants.allSatisfy { $0.secret != nil } },
                #Predicate<Plot> { $0.plants.allSatisfy { $0.height > 0 } })
        },
        ContractClause("QRY-057", "Filtered related rows are counted, and looked into, as they are.") { probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.plants.filter { $0.secret == nil }.count == 1 },
                #Predicate<Plot> { $0.plants.filter { $0.height > 1 }.isEmpty },
                #Predicate<Plot> { $0.plants.filter { $0.height > 1 }.contains { $0.label == "rose" } })
        },
        ContractClause("QRY-058", "A relationship of many to many is asked about from both ends.") { probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.tags.isEmpty }, #Predicate<Plot> { $0.tags.contains { $0.word == "red" } },
                #Predicate<Plot> { $0.tags.count == 2 })
            try ground.check(
                #Predicate<Tag> { $0.plots.isEmpty }, #Predicate<Tag> { $0.plots.contains { $0.area > 2 } },
                #Predicate<Tag> { $0.plots.allSatisfy { $0.area > 2 } })
        },
        ContractClause("QRY-059", "A condition over related rows may speak of the rows outside of it.") { probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { plot in plot.plants.contains { $0.label == plot.name } },
                #Predicate<Plot> { plot in
                    plot.tags.contains { tag in
                        tag.plots.contains { other in
                            other.area != plot.area && other.plants.contains { $0.label > plot.name }
                        }
                    }
                })
        },
        ContractClause(
            "QRY-060", "Related rows are reached over to-one relationships, and are none where these are nil."
        ) {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plant> { ($0.plot?.plants.count ?? 0) > 1 },
                #Predicate<Plant> { $0.plot?.plants.isEmpty == nil },
                #Predicate<Plant> { $0.plot?.tags.contains { $0.word == "red" } == true },
                #Predicate<Plant> { plant in plant.plot.flatMap { $0.plants.contains(plant) } == true })
        },
    ]

    /// Search and comparison as people expect them.
    static let searches: [ContractClause] = [
        ContractClause("QRY-061", "`localizedStandardContains` passes over the case of letters.", cases: ["H14"]) {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.name.localizedStandardContains("ROSE") },
                #Predicate<Plot> { $0.name.localizedStandardContains("творог") },
                #Predicate<Plot> { $0.name.localizedStandardContains("STRASSE") })
        },
        ContractClause(
            "QRY-062", "`localizedStandardContains` passes over accents, and finds no empty text.", cases: ["H14"]
        ) {
            probe in
            let ground = try PlotGround(probe)
            try ground.check(
                #Predicate<Plot> { $0.name.localizedStandardContains("arzte") },
                #Predicate<Plot> { $0.name.localizedStandardContains("") },
                #Predicate<Plot> { $0.note?.localizedStandardContains("e") == nil })
        },
        ContractClause(
            "QRY-063", "`caseInsensitiveCompare` and `localizedCompare` compare without a locale.", cases: ["H14"]
        ) {
            probe in
            let ground = try PlotGround(probe)
            let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
            try ground.check(
                #Predicate<Plot> { $0.name.caseInsensitiveCompare("ROSE") == same },
                #Predicate<Plot> { $0.name.caseInsensitiveCompare("ärzte") == same },
                #Predicate<Plot> { $0.name.localizedCompare("b") == before })
        },
    ]
}

import Foundation

extension ShapingClauses {
    /// Fetches of some properties.
    static let properties: [ContractClause] = [
        ContractClause(
            "SHP-001", "A property that a fetch left out is read when it is first asked for, as it is stored."
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let models = try context.fetch(some())
            probe.expectEqual(models.map(\.code), ground.specimens.map(\.code), "the property that was named")
            probe.expectEqual(models.map(\.home), ground.specimens.map(\.home), "the composite whose field was named")
            probe.expectEqual(models.map(\.number), ground.specimens.map(\.number), "integers that were left out")
            probe.expectEqual(models.map(\.maybeText), ground.specimens.map(\.maybeText), "texts that were left out")
            probe.expectEqual(models.map(\.bytes), ground.specimens.map(\.bytes), "data that was left out")
            probe.expectEqual(models.map(\.spot), ground.specimens.map(\.spot), "composites that were left out")
            probe.expectEqual(models.map(\.price), ground.specimens.map(\.price), "decimals that were left out")
            probe.expectEqual(
                models.map { $0.shelf?.label }, ground.specimens.map { $0.shelf?.label }, "related texts")
        },
        ContractClause("SHP-002", "What a fetch left out of a row is read in one fetch, and what it read in none.") {
            probe in
            let faults = FaultInjection()
            let container = try probe.open(Specimen.self, counting: faults)
            let writer = ModelContext(container)
            let specimens = SpecimenRows.all()
            // Its long data may be more than may be indexed.
            specimens[5].bytes = Data([5])
            for specimen in specimens { writer.insert(specimen) }
            try writer.save()
            let fetches = try faults.counts(of: .fetch, expected: [1, 0, 1]) { mark in
                let context = ModelContext(container)
                mark()
                let models = try context.fetch(some())
                mark()
                probe.expectEqual(models.map(\.code), specimens.map(\.code), "the named property")
                mark()
                probe.expectEqual(models[2].number, -1, "an integer that was left out")
                probe.expectEqual(models[2].text, "A", "a text that was left out")
                probe.expectEqual(models[2].maybeRatio, nil, "a double that was left out")
                mark()
            }
            probe.expectEqual(
                fetches, [1, 0, 1], "the fetches of some properties, for these, and for three others of one row")
        },
        ContractClause("SHP-003", "A save of a row that was read in part changes nothing that was not set.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let models = try context.fetch(some())
            func change(_ models: [Specimen]) {
                models[3].code = "renamed"
                models[4].maybeText = "set"
                models[5].maybeNumber = nil
                models[7].home = Spot(row: 9, depth: nil)
                models[8].spot = nil
            }
            change(models)
            context.delete(models[13])
            try context.save()
            // What the rows are made of knows every property.
            change(ground.specimens)
            let stored = try ModelContext(ground.container).all(Specimen.self)
            probe.expectEqual(stored.count, 13, "the rows after the save")
            for (number, specimen) in stored.enumerated() {
                probe.expectEqual(
                    Self.summary(specimen), Self.summary(ground.specimens[number]), "row \(number) after the save")
            }
        },
        ContractClause("SHP-004", "Conditions and orders look at properties that the fetch leaves out.") { probe in
            let ground = try SpecimenGround(probe)
            let predicates: [Predicate<Specimen>?] = [
                nil, #Predicate { $0.number > 0 }, #Predicate { $0.plainText.contains("a") && $0.maybeOn != true },
                #Predicate { $0.shelf?.room?.level == 1 || $0.maybeNumber == nil },
            ]
            for (number, predicate) in predicates.enumerated() {
                for order in [
                    [SortDescriptor(\Specimen.number, order: .reverse)],
                    [SortDescriptor(\Specimen.maybeText), SortDescriptor(\Specimen.at)],
                ] {
                    var whole = FetchDescriptor(predicate: predicate, sortBy: order)
                    let right = try ModelContext(ground.container).fetch(whole).map(\.code)
                    whole.propertiesToFetch = [\.code]
                    let seen = try ModelContext(ground.container).fetch(whole).map(\.code)
                    probe.expectEqual(seen, right, "the rows of condition \(number) in \(order.count) keys' order")
                    whole.fetchLimit = 3
                    whole.fetchOffset = 1
                    probe.expectEqual(
                        try ModelContext(ground.container).fetch(whole).map(\.code), Array(right.dropFirst().prefix(3)),
                        "three rows of condition \(number)")
                }
            }
        },
        ContractClause("SHP-005", "A second fetch adds the properties that it names to those that are known.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let models = try context.fetch(some())
            models[1].code = "changed"
            var more = some()
            more.propertiesToFetch = [\.text, \.maybeNumber]
            probe.expectEqual(try context.fetch(more).count, SpecimenRows.count, "the rows of the second fetch")
            probe.expectEqual(models.map(\.text), ground.specimens.map(\.text), "what the second fetch named")
            probe.expectEqual(models[1].code, "changed", "an unsaved change after the second fetch")
            probe.expectEqual(
                models.map(\.maybeNumber), ground.specimens.map(\.maybeNumber), "what the second fetch named as well")
        },
    ]

    /// All rows in order, of which two properties are read.
    private static func some() -> FetchDescriptor<Specimen> {
        var descriptor = FetchDescriptor<Specimen>()
        descriptor.propertiesToFetch = [\.code, \.home.row]
        return descriptor
    }

    private static func summary(_ row: Specimen) -> String {
        "\(row.code) \(row.number) \(String(describing: row.maybeNumber)) \(row.big) \(row.ratio) \(row.text) "
            + "\(String(describing: row.maybeText)) \(row.at.timeIntervalSinceReferenceDate.bitPattern) \(row.price) "
            + "\(row.mark) \(row.bytes.count) \(String(describing: row.stage)) \(String(describing: row.spot)) \(row.home)"
    }
}

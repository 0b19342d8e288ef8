import Foundation

extension PlanClauses {
    /// Orders that indexes have.
    static let orders: [ContractClause] = [
        ContractClause(
            "PLN-009", "Ten rows in the order of an index are about ten rows looked at.", requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            try ground.check(
                nil, by: [SortDescriptor(\.day)], limit: 10, returns: 10, reads: 12, what: "the first ten by a number")
            try ground.check(
                nil, by: [SortDescriptor(\.code)], limit: 10, returns: 10, reads: 12,
                what: "the first ten by a unique text")
            try ground.check(nil, limit: 10, returns: 10, reads: 12, what: "the first ten in no order")
        },
        ContractClause(
            "PLN-010", "Ten rows in the reverse order of an index are about ten rows looked at, also where some tie.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            try ground.check(
                nil, by: [SortDescriptor(\.day, order: .reverse)], limit: 10, returns: 10, reads: 12,
                what: "the last ten by a number")
            // Those that tie come in the order of their identifiers, for which all of them may have to be looked at.
            try ground.check(
                nil, by: [SortDescriptor(\.weight, order: .reverse)], limit: 10, returns: 10, reads: 21,
                what: "the last ten by a number that ten rows have")
        },
        ContractClause(
            "PLN-011", "An index over two attributes answers a value of the first in the order of the second.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            for order in [SortOrder.forward, .reverse] {
                try ground.check(
                    #Predicate { $0.kind == "kind 5" }, by: [SortDescriptor(\.day, order: order)], limit: 5,
                    returns: 5, reads: 7, what: "five of a kind by number, \(order)")
            }
            let day = CropGround.day(45)
            try ground.check(
                #Predicate { $0.kind == "kind 5" && $0.day == day }, returns: 1, reads: 1,
                what: "by the values of both attributes")
        },
        ContractClause(
            "PLN-012", "Ten rows from a place on in the order of an index are about ten rows looked at.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let days = (0..<ground.count).map(CropGround.day).sorted()
            let place = days[ground.count / 2]
            try ground.check(
                #Predicate { $0.day >= place }, by: [SortDescriptor(\.day)], limit: 10, returns: 10, reads: 12,
                what: "ten from the middle on")
            try ground.check(
                #Predicate { $0.day < place }, by: [SortDescriptor(\.day, order: .reverse)], limit: 10, returns: 10,
                reads: 12, what: "ten from the middle back")
        },
    ]

    /// What explanations say.
    static let explanations: [ContractClause] = [
        ContractClause("PLN-013", "A count asks for a count: no row is delivered, and none is missed.") { probe in
            let faults = FaultInjection()
            let ground = try CropGround(probe, counting: faults)
            let context = ModelContext(ground.container)
            let predicate = #Predicate<Crop> { $0.kind == "kind 7" }
            probe.expectEqual(
                try context.fetchCount(FetchDescriptor(predicate: predicate)), ground.ofKind,
                "the count of an indexed value")
            probe.expectEqual(try context.fetchCount(FetchDescriptor<Crop>()), ground.count, "the count of all rows")
            probe.expectEqual(faults.count(of: .row), 0, "the rows delivered for two counts")
            probe.expectEqual(faults.count(of: .count), 2, "the counts asked for")
        },
        ContractClause(
            "PLN-014", "A measured explanation tells the rows that the fetch returns, and no fewer that were looked at."
        ) { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let predicates: [Predicate<Specimen>?] = [
                nil, #Predicate { $0.number > 2 }, #Predicate { $0.plainText.contains("a") },
                #Predicate { $0.shelf?.number == 1 || $0.text == "b" },
            ]
            for (number, predicate) in predicates.enumerated() {
                for limit in [nil, 3] as [Int?] {
                    var descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.ratio)])
                    descriptor.fetchLimit = limit
                    let explanation = try context.explain(descriptor)
                    let figures = try probe.require(explanation.figures, "the figures of a measured explanation")
                    probe.expectEqual(
                        figures.rowsReturned, try context.fetch(descriptor).count,
                        "the rows returned that explanation \(number) tells of")
                    probe.expect(
                        figures.rowsRead >= figures.rowsReturned,
                        "explanation \(number) tells of \(figures.rowsRead) rows read for \(figures.rowsReturned)")
                    probe.expectEqual(explanation.entity, "Specimen", "the entity that explanation \(number) names")
                    probe.expect(!explanation.description.isEmpty, "explanation \(number) is an empty text")
                }
            }
        },
        ContractClause("PLN-015", "An explanation that is not to be measured has no figures, and changes nothing.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let descriptor = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == 5 })
            let explanation = try context.explain(descriptor, measuring: false)
            probe.expect(
                explanation.figures == nil,
                "an explanation that is not to be measured has the figures \(String(describing: explanation.figures))")
            probe.expectEqual(
                try context.explain(descriptor).access, explanation.access, "the access of the measured explanation")
            probe.expectEqual(try context.fetchCount(descriptor), 2, "the rows after two explanations")
        },
        ContractClause("PLN-016", "What a fetch refuses as `unsupportedQuery`, the explanation refuses as well.") {
            probe in
            let entries = try EntryStore(probe)
            try entries.add([try entries.values()])
            let word = try entries.column("word")
            for (what, request) in [
                ("of an entity that is none", FetchRequest(entity: 99)),
                (
                    "of a text above a number",
                    FetchRequest(
                        entity: entries.entity.index, condition: .compare(word, .greater, .literal(.integer(1))))
                ),
                ("with a limit of -1", FetchRequest(entity: entries.entity.index, limit: -1)),
            ] {
                for measuring in [true, false] {
                    probe.expectStoreError(.unsupportedQuery, from: "an explanation \(what), measured: \(measuring)") {
                        _ = try entries.store.explain(request, measuring: measuring)
                    }
                }
            }
        },
    ]
}

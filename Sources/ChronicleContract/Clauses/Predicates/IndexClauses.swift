import Foundation

extension PredicateClauses {
    /// What an index must not change.
    static let indexes: [ContractClause] = [
        ContractClause("QRY-048", "A condition selects the same rows whether its attribute is in an index or not.") {
            probe in
            let ground = try SpecimenGround(probe)
            for value in [Int.min, -7, 0, 5, .max] {
                try ground.check(
                    #Predicate<Specimen> { $0.number == value }, #Predicate<Specimen> { $0.plainNumber == value },
                    #Predicate<Specimen> { $0.number < value }, #Predicate<Specimen> { $0.plainNumber < value })
            }
            for value in [-Double.infinity, -0.0, 0.3, .infinity] {
                try ground.check(
                    #Predicate<Specimen> { $0.ratio >= value }, #Predicate<Specimen> { $0.plainRatio >= value },
                    #Predicate<Specimen> { $0.ratio == value }, #Predicate<Specimen> { $0.plainRatio == value })
            }
            for value in ["", "A", "b", "item9"] {
                try ground.check(
                    #Predicate<Specimen> { $0.text > value }, #Predicate<Specimen> { $0.plainText > value },
                    #Predicate<Specimen> { $0.text == value }, #Predicate<Specimen> { $0.plainText == value })
            }
        },
        ContractClause(
            "QRY-049", "A range over an indexed attribute has exactly its rows, at the ends of the type too.",
            cases: ["H17"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            let (least, most, past, future) = (Int.min, Int.max, Date.distantPast, Date.distantFuture)
            try ground.check(
                #Predicate<Specimen> { $0.number >= least && $0.number <= most },
                #Predicate<Specimen> { $0.number > least && $0.number < most },
                #Predicate<Specimen> { $0.number >= most && $0.number <= most })
            try ground.check(
                #Predicate<Specimen> { $0.at >= past && $0.at < future },
                #Predicate<Specimen> { $0.at > past && $0.at <= future },
                #Predicate<Specimen> { $0.plainAt > past && $0.plainAt <= future })
            let (zero, one) = (SpecimenRows.mark(0), SpecimenRows.mark(6))
            try ground.check(
                #Predicate<Specimen> { $0.mark > zero && $0.mark <= one },
                #Predicate<Specimen> { $0.maybeNumber != nil && $0.number < 0 })
        },
        ContractClause("QRY-050", "An index over two attributes answers for both of them, nil in the second too.") {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.isOn == true && $0.maybeText == nil },
                #Predicate<Specimen> { $0.isOn == false && $0.maybeText == nil },
                #Predicate<Specimen> { $0.isOn == true && $0.maybeText != nil })
            try ground.check(
                #Predicate<Specimen> { $0.isOn == true && $0.maybeText == "" },
                #Predicate<Specimen> { $0.isOn == true && $0.maybeText != "abc" },
                #Predicate<Specimen> { $0.isOn == false && ($0.maybeText ?? "z") > "b" })
        },
        ContractClause("QRY-051", "After an update a row is found by its new value, and no longer by its old one.") {
            probe in
            let ground = try SpecimenGround(probe)
            ground.specimens[5].number = 77
            ground.specimens[5].maybeText = nil
            ground.specimens[6].text = "moved"
            ground.specimens[0].maybeNumber = 5
            try ground.keeper.save()
            try ground.check(
                #Predicate<Specimen> { $0.number == 5 }, #Predicate<Specimen> { $0.number == 77 },
                #Predicate<Specimen> { $0.number > 42 }, #Predicate<Specimen> { $0.text == "item9" })
            try ground.check(
                #Predicate<Specimen> { $0.text == "moved" }, #Predicate<Specimen> { $0.text >= "item9" },
                #Predicate<Specimen> { $0.maybeNumber == nil }, #Predicate<Specimen> { $0.maybeNumber == 5 })
            try ground.check(#Predicate<Specimen> { $0.isOn == false && $0.maybeText == nil })
        },
        ContractClause("QRY-052", "A deleted row is found by none of its values, and its neighbours still are.") {
            probe in
            let ground = try SpecimenGround(probe)
            ground.keeper.delete(ground.specimens[5])
            try ground.keeper.save()
            try ground.check(#Predicate<Specimen> { $0.number == 5 }, selects: [6])
            try ground.check(#Predicate<Specimen> { $0.text == "item10" }, selects: [])
            try ground.check(#Predicate<Specimen> { $0.number >= 5 && $0.number < 43 }, selects: [6, 7, 11])
            try ground.check(#Predicate<Specimen> { $0.maybeNumber == 5 }, selects: [])
        },
        ContractClause("QRY-053", "A save that fails leaves no trace in an index.") { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let (first, second) = (Plot("first", area: 1), Plot("second", area: 2))
            try context.add(first, second)
            context.insert(Plot("third", area: 3))
            first.area = 30
            second.name = "first"
            probe.expectStoreError(.uniqueViolation, from: "a save that renames a row to another's unique name") {
                try context.save()
            }
            let reader = ModelContext(container)
            probe.expectEqual(
                try reader.all(Plot.self, #Predicate { $0.area >= 3 }).map(\.name), [],
                "the names found by values that were not saved")
            probe.expectEqual(
                try reader.all(Plot.self, #Predicate { $0.area == 1 }).map(\.name), ["first"],
                "the names found by a value as it was")
            probe.expectEqual(
                try reader.all(Plot.self, #Predicate { $0.name == "second" }).map(\.area), [2],
                "the areas found by a name as it was")
        },
    ]
}

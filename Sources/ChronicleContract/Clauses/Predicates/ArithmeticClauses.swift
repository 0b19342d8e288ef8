import Foundation

extension PredicateClauses {
    /// Calculating and choosing.
    static let arithmetic: [ContractClause] = [
        ContractClause("QRY-025", "Integers are added, multiplied, divided and negated as Swift does it.") { probe in
            let ground = try SpecimenGround(probe)
            // Extremes would overflow, so the arithmetic is on the small numbers.
            try ground.check(
                #Predicate<Specimen> { ($0.maybeNumber ?? 0) / 2 == 21 || $0.home.row + 1 == 2 },
                #Predicate<Specimen> { $0.home.row * 3 - 1 > 4 }, #Predicate<Specimen> { -$0.home.row < -1 })
            try ground.check(
                #Predicate<Specimen> { $0.home.row % 2 == 1 }, #Predicate<Specimen> { ($0.home.row - 3) / 2 == -1 },
                #Predicate<Specimen> { ($0.home.row - 3) % 2 == -1 })
        },
        ContractClause("QRY-026", "Doubles and decimals are calculated with as Swift does it.") { probe in
            let ground = try SpecimenGround(probe)
            let tenth = Decimal(string: "0.1") ?? 0
            try ground.check(
                #Predicate<Specimen> { $0.ratio + 0.2 == 0.3 }, #Predicate<Specimen> { $0.ratio * 2 > 3 },
                #Predicate<Specimen> { $0.ratio / 2 < 0.1 }, #Predicate<Specimen> { -$0.ratio > 0 })
            try ground.check(
                #Predicate<Specimen> { $0.price + tenth == tenth + tenth },
                #Predicate<Specimen> { $0.price - tenth < 0 })
        },
        ContractClause(
            "QRY-027",
            "Arithmetic that overflows or divides by zero ends the fetch with `unsupportedQuery`, and harms nothing."
        ) { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let failing = [
                #Predicate<Specimen> { $0.number + 1 > 0 }, #Predicate<Specimen> { $0.number * 2 == 10 },
                #Predicate<Specimen> { 10 / $0.number == 2 }, #Predicate<Specimen> { -$0.number > 0 },
            ]
            for predicate in failing {
                let name = "a fetch with \(SpecimenGround.name(of: predicate))"
                probe.expectStoreError(.unsupportedQuery, from: name) { _ = try context.all(Specimen.self, predicate) }
                probe.expectStoreError(.unsupportedQuery, from: "as a count, \(name)") {
                    _ = try context.fetchCount(FetchDescriptor(predicate: predicate))
                }
            }
            try ground.check(#Predicate<Specimen> { $0.number == 5 })
        },
        ContractClause("QRY-028", "A conditional takes one side or the other, row by row.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.isOn ? $0.number > 3 : $0.text == "a" },
                #Predicate<Specimen> { ($0.stage == nil ? $0.home.row : 9) > 1 },
                #Predicate<Specimen> { ($0.maybeNumber == nil ? $0.maybeText : "x") == nil })
        },
    ]
}

import Foundation

extension PredicateClauses {
    /// Comparisons where there may be nothing.
    static let absence: [ContractClause] = [
        ContractClause("QRY-013", "A row without a value differs from every value.", cases: ["H12"]) { probe in
            let ground = try SpecimenGround(probe)
            let (number, ratio): (Int?, Double?) = (5, 1.5)
            let text: String? = "a"
            let at: Date? = Date(timeIntervalSinceReferenceDate: 0.1)
            try ground.check(
                #Predicate<Specimen> { $0.maybeNumber != number }, #Predicate<Specimen> { $0.maybeRatio != ratio },
                #Predicate<Specimen> { $0.maybeText != text }, #Predicate<Specimen> { $0.maybeAt != at })
            try ground.check(
                #Predicate<Specimen> { !($0.maybeNumber == number) }, #Predicate<Specimen> { !($0.maybeText == text) },
                #Predicate<Specimen> { $0.maybeOn != false })
            try ground.check(
                #Predicate<Specimen> { $0.maybeNumber != 5 }, selects: [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13])
        },
        ContractClause(
            "QRY-014",
            "A comparison with nil selects the rows without a value; zero, false and the empty text are values.",
            cases: ["H12", "H16"]
        ) { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.maybeNumber == nil }, #Predicate<Specimen> { $0.maybeNumber != nil },
                #Predicate<Specimen> { $0.maybeText == nil }, #Predicate<Specimen> { $0.maybeText != nil })
            try ground.check(
                #Predicate<Specimen> { $0.maybeOn == nil }, #Predicate<Specimen> { $0.maybeBytes == nil },
                #Predicate<Specimen> { $0.maybeRatio == nil }, #Predicate<Specimen> { $0.maybePrice != nil })
            try ground.check(
                #Predicate<Specimen> { $0.maybeMark == nil }, #Predicate<Specimen> { $0.maybeAt == nil },
                #Predicate<Specimen> { $0.stage == nil })
        },
        ContractClause("QRY-015", "An order with nothing does not hold, and its negation does.", cases: ["H12"]) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.maybeNumber.flatMap { $0 > 1 } ?? false },
                #Predicate<Specimen> { !($0.maybeNumber.flatMap { $0 > 1 } ?? false) },
                #Predicate<Specimen> { $0.maybeNumber.flatMap { $0 <= 1 } ?? true })
            try ground.check(
                #Predicate<Specimen> { $0.maybeText.flatMap { $0 < "b" } == true },
                #Predicate<Specimen> { $0.maybeText.flatMap { $0 < "b" } != true })
        },
        ContractClause("QRY-016", "`??` takes the other value exactly where there is none.", cases: ["H12"]) { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { ($0.maybeNumber ?? 0) > 1 }, #Predicate<Specimen> { ($0.maybeNumber ?? 7) == 7 },
                #Predicate<Specimen> { ($0.maybeText ?? "a") == "a" },
                #Predicate<Specimen> { ($0.maybeText ?? $0.text) == $0.text })
            try ground.check(
                #Predicate<Specimen> { ($0.maybeNumber ?? $0.number) == $0.number },
                #Predicate<Specimen> { $0.maybeOn ?? false }, #Predicate<Specimen> { !($0.maybeOn ?? true) })
        },
        ContractClause("QRY-017", "Two attributes without a value are equal to each other.", cases: ["H12"]) { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.maybeNumber == $0.plainMaybeNumber },
                #Predicate<Specimen> { $0.maybeNumber != $0.plainMaybeNumber },
                #Predicate<Specimen> { $0.maybeText == $0.shelf?.label },
                #Predicate<Specimen> { $0.maybeNumber != $0.shelf?.number })
        },
        ContractClause(
            "QRY-018", "One query asked with nil and with values in turn gives each value's rows.", cases: ["H12"]
        ) { probe in
            let ground = try SpecimenGround(probe)
            for value: Int? in [5, nil, 0, nil, .max] {
                try ground.check(
                    #Predicate<Specimen> { $0.maybeNumber == value }, #Predicate<Specimen> { $0.maybeNumber != value })
            }
            for value: String? in [nil, "a", nil, ""] {
                try ground.check(
                    #Predicate<Specimen> { $0.maybeText == value }, #Predicate<Specimen> { $0.maybeText != value })
            }
        },
        ContractClause("QRY-019", "What is asked of a missing value is missing too: it is neither true nor false.") {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.maybeText?.contains("a") == true },
                #Predicate<Specimen> { $0.maybeText?.contains("a") == false },
                #Predicate<Specimen> { $0.maybeText?.contains("a") == nil })
            try ground.check(
                #Predicate<Specimen> { $0.maybeText?.starts(with: "i") ?? true },
                #Predicate<Specimen> { $0.maybeText?.isEmpty == true },
                #Predicate<Specimen> { $0.maybeText?.isEmpty != false })
        },
    ]
}

import Foundation

extension PredicateClauses {
    /// Comparisons of numbers.
    static let numbers: [ContractClause] = [
        ContractClause("QRY-001", "Integers are compared as Swift compares them, at both ends of their range too.") {
            probe in
            let ground = try SpecimenGround(probe)
            let (least, most) = (Int.min, Int.max)
            try ground.check(
                #Predicate<Specimen> { $0.number == 5 }, #Predicate<Specimen> { $0.number != 5 },
                #Predicate<Specimen> { $0.number > least }, #Predicate<Specimen> { $0.number >= most })
            try ground.check(
                #Predicate<Specimen> { $0.number < most }, #Predicate<Specimen> { $0.number <= least },
                #Predicate<Specimen> { $0.number < 0 }, #Predicate<Specimen> { $0.number == most })
            let tiniest = Int8.min
            try ground.check(#Predicate<Specimen> { $0.tiny == tiniest }, #Predicate<Specimen> { $0.tiny > 12 })
        },
        ContractClause("QRY-002", "64-bit unsigned integers are compared over their full range.", cases: ["H16"]) {
            probe in
            let ground = try SpecimenGround(probe)
            let (half, top): (UInt64, UInt64) = (1 << 63, .max)
            try ground.check(
                #Predicate<Specimen> { $0.big == top }, #Predicate<Specimen> { $0.big >= half },
                #Predicate<Specimen> { $0.big < half }, #Predicate<Specimen> { $0.big > 8 })
        },
        ContractClause(
            "QRY-003", "Doubles are compared as Swift compares them: -0.0 equals 0.0, infinities are the ends.",
            cases: ["H16"]
        ) { probe in
            let ground = try SpecimenGround(probe)
            let (zero, minus, infinity) = (0.0, -0.0, Double.infinity)
            try ground.check(
                #Predicate<Specimen> { $0.ratio == zero }, #Predicate<Specimen> { $0.ratio == minus },
                #Predicate<Specimen> { $0.ratio != minus }, #Predicate<Specimen> { $0.ratio == infinity })
            try ground.check(
                #Predicate<Specimen> { $0.ratio < infinity }, #Predicate<Specimen> { $0.ratio > minus },
                #Predicate<Specimen> { $0.ratio < zero }, #Predicate<Specimen> { $0.ratio <= -infinity })
            try ground.check(#Predicate<Specimen> { $0.maybeRatio == minus }, #Predicate<Specimen> { $0.ratio == 0.3 })
        },
        ContractClause(
            "QRY-004", "Nothing equals NaN or stands in an order with it, and everything differs from it.",
            cases: ["H16"]
        ) { probe in
            let ground = try SpecimenGround(probe)
            let odd = Double.nan
            let maybeOdd: Double? = .nan
            let list: [Double] = [.nan, 1.5]
            try ground.check(
                #Predicate<Specimen> { $0.ratio == odd }, #Predicate<Specimen> { $0.ratio != odd },
                #Predicate<Specimen> { $0.ratio < odd }, #Predicate<Specimen> { !($0.ratio >= odd) })
            try ground.check(
                #Predicate<Specimen> { $0.maybeRatio == maybeOdd }, #Predicate<Specimen> { $0.maybeRatio != maybeOdd },
                #Predicate<Specimen> { list.contains($0.ratio) })
        },
        ContractClause("QRY-005", "Decimals are compared by value, to the last digit.") { probe in
            let ground = try SpecimenGround(probe)
            let tenth = Decimal(string: "0.100") ?? 0
            let long = Decimal(string: "12345678901234567.89") ?? 0
            let huge = Decimal(string: "100000000000000000000") ?? 0
            try ground.check(
                #Predicate<Specimen> { $0.price == tenth }, #Predicate<Specimen> { $0.price == long },
                #Predicate<Specimen> { $0.price < long }, #Predicate<Specimen> { $0.price >= long })
            try ground.check(
                #Predicate<Specimen> { $0.price == huge }, #Predicate<Specimen> { $0.price < 0 },
                #Predicate<Specimen> { $0.maybePrice != tenth }, #Predicate<Specimen> { $0.price > 99 })
        },
    ]
}

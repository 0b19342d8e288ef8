import Foundation

extension PredicateClauses {
    /// How conditions are put together.
    static let shapes: [ContractClause] = [
        ContractClause("QRY-042", "`&&`, `||` and `!` nest as in Swift, missing values among them.", cases: ["H12"]) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.isOn && $0.number > 0 || $0.maybeText == nil },
                #Predicate<Specimen> { $0.isOn && ($0.number > 0 || $0.maybeText == nil) },
                #Predicate<Specimen> { !($0.isOn && $0.maybeNumber == 5) })
            try ground.check(
                #Predicate<Specimen> { !(!$0.isOn || !($0.number < 4)) },
                #Predicate<Specimen> { ($0.maybeNumber == 5) == ($0.number == 5) },
                #Predicate<Specimen> { !($0.maybeNumber != 5 && $0.maybeText != "a") })
        },
        ContractClause("QRY-043", "A constant condition selects every row or none.") { probe in
            let ground = try SpecimenGround(probe)
            let (yes, no) = (true, false)
            try ground.check(#Predicate<Specimen> { _ in true }, selects: Array(0..<SpecimenRows.count))
            try ground.check(#Predicate<Specimen> { _ in no }, selects: [])
            try ground.check(
                #Predicate<Specimen> { yes && $0.number > 0 }, #Predicate<Specimen> { no || $0.number > 0 },
                #Predicate<Specimen> { no && $0.number > 0 })
        },
        ContractClause("QRY-044", "Conditions that exclude each other select nothing.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.number > 5 && $0.number < 3 },
                #Predicate<Specimen> { $0.number == 5 && $0.number == 3 },
                #Predicate<Specimen> { $0.text > "b" && $0.text < "a" })
            try ground.check(#Predicate<Specimen> { $0.number >= 5 && $0.number <= 5 && $0.number != 5 }, selects: [])
            try ground.check(
                #Predicate<Specimen> { $0.number > 3 && $0.number >= 5 && $0.number < 1000 && $0.number <= 42 })
        },
        ContractClause("QRY-045", "A condition of 1,500 terms is answered like a short one.", cases: ["H18"]) { probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add([1, 1_200, 5_000].map { try entries.values(number: $0, word: "word \($0)") })
            let (number, word) = (try entries.column("plain"), try entries.column("word"))
            let terms = (0..<1_500).map { Query.Condition.compare(number, .equal, .literal(.integer(Int64($0)))) }
            probe.expectEqual(
                try entries.keys(.or(terms)), Array(keys.prefix(2)), "the rows of 1,500 terms joined by ||")
            probe.expectEqual(
                try entries.keys(.and(terms.map { .not($0) })), [keys[2]],
                "the rows of 1,500 negated terms joined by &&")
            let texts = (0..<1_500).map { Query.Condition.contains(word, .literal(.text("\($0)x"))) }
            probe.expectEqual(try entries.keys(.or(texts)), [], "the rows of 1,500 searches joined by ||")
            var deep = Query.Condition.compare(number, .equal, .literal(.integer(1)))
            for _ in 0..<750 { deep = .not(.and([.not(deep), .constant(true)])) }
            probe.expectEqual(try entries.keys(deep), [keys[0]], "the rows of a condition 1,500 levels deep")
        },
        ContractClause("QRY-046", "No terms joined by && hold for every row, joined by || for none.", cases: ["H18"]) {
            probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add([1, 2].map { try entries.values(number: $0) })
            probe.expectEqual(try entries.keys(.and([])), keys, "the rows of an empty conjunction")
            probe.expectEqual(try entries.keys(.or([])), [], "the rows of an empty disjunction")
            probe.expectEqual(try entries.keys(.not(.and([]))), [], "the rows of a negated empty conjunction")
            probe.expectEqual(
                try entries.keys(.isTrue(.condition(.constant(true)))), keys, "the rows of a condition as a value")
            probe.expectEqual(try entries.keys(.isTrue(.literal(.null))), [], "the rows where nothing is true")
        },
        ContractClause("QRY-047", "A count is the number of rows that the fetch gives.") { probe in
            let ground = try SpecimenGround(probe)
            let list = [1, 5, 42]
            let predicates = [
                #Predicate<Specimen> { $0.number > 0 }, #Predicate<Specimen> { $0.maybeNumber != 5 },
                #Predicate<Specimen> { $0.text.contains("a") }, #Predicate<Specimen> { list.contains($0.number) },
                #Predicate<Specimen> { $0.shelf?.label == "low" }, #Predicate<Specimen> { $0.home.row * 2 == 4 },
                #Predicate<Specimen> { _ in false },
            ]
            let context = ModelContext(ground.container)
            for predicate in predicates {
                let descriptor = FetchDescriptor(predicate: predicate)
                let right = try ground.specimens.count { try predicate.evaluate($0) }
                probe.expectEqual(
                    try context.fetchCount(descriptor), right, "the count of \(SpecimenGround.name(of: predicate))")
                probe.expectEqual(
                    try context.fetch(descriptor).count, right, "the rows of \(SpecimenGround.name(of: predicate))")
            }
            probe.expectEqual(
                try context.fetchCount(FetchDescriptor<Specimen>()), SpecimenRows.count, "the count of all rows")
        },
    ]
}

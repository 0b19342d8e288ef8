import Foundation

extension PredicateClauses {
    /// Comparing and searching text.
    static let texts: [ContractClause] = [
        ContractClause("QRY-029", "Two spellings of one text are equal.", cases: ["H15"]) { probe in
            let ground = try SpecimenGround(probe)
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            let maybe: String? = "caf\u{E9}"
            let list = [decomposed]
            try ground.check(
                #Predicate<Specimen> { $0.text == composed }, #Predicate<Specimen> { $0.text == decomposed },
                #Predicate<Specimen> { $0.plainText == decomposed }, #Predicate<Specimen> { $0.text != decomposed })
            try ground.check(
                #Predicate<Specimen> { $0.maybeText == maybe }, #Predicate<Specimen> { list.contains($0.text) })
            try ground.check(#Predicate<Specimen> { $0.text == decomposed }, selects: [7])
        },
        ContractClause("QRY-030", "Text is ordered by the scalars of its composed form, upper case before lower.") {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.text < "a" }, #Predicate<Specimen> { $0.text >= "b" },
                #Predicate<Specimen> { $0.text > "item9" }, #Predicate<Specimen> { $0.text <= "" })
            try ground.check(
                #Predicate<Specimen> { $0.text >= "A" && $0.text < "a" },
                #Predicate<Specimen> { $0.plainText > "item10" },
                #Predicate<Specimen> { $0.text > "z" })
        },
        ContractClause(
            "QRY-031", "Text is searched by whole characters: an accent is part of its letter.", cases: ["H14", "H15"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            let (plain, accented) = ("cafe", "f\u{E9}")
            let flag = "\u{1F1EA}\u{1F1EB}"
            try ground.check(
                #Predicate<Specimen> { $0.text.contains(plain) }, #Predicate<Specimen> { $0.text.contains(accented) },
                #Predicate<Specimen> { $0.text.starts(with: plain) }, #Predicate<Specimen> { $0.text.contains(flag) })
            try ground.check(#Predicate<Specimen> { $0.text.contains(plain) }, selects: [])
            try ground.check(#Predicate<Specimen> { $0.text.contains(accented) }, selects: [7, 8])
        },
        ContractClause(
            "QRY-032", "A search tells upper from lower case, and accents from none.", cases: ["H13", "H14"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.text.contains("A") }, #Predicate<Specimen> { $0.text.contains("A_B") },
                #Predicate<Specimen> { $0.text.starts(with: "STRA") }, #Predicate<Specimen> { $0.text.contains("ß") })
            try ground.check(#Predicate<Specimen> { $0.text.contains("A") }, selects: [2])
            try ground.check(#Predicate<Specimen> { $0.text == "A" }, selects: [2])
        },
        ContractClause("QRY-033", "The empty text is in every text, and every text starts with it.", cases: ["H13"]) {
            probe in
            let ground = try SpecimenGround(probe)
            let empty = ""
            try ground.check(
                #Predicate<Specimen> { $0.text.contains(empty) }, #Predicate<Specimen> { $0.text.starts(with: empty) },
                #Predicate<Specimen> { $0.text.isEmpty }, #Predicate<Specimen> { $0.maybeText?.contains(empty) == true }
            )
            try ground.check(
                #Predicate<Specimen> { $0.text.contains(empty) }, selects: Array(0..<SpecimenRows.count))
        },
        ContractClause("QRY-034", "What is searched for is taken literally, at any length.", cases: ["H13"]) { probe in
            let container = try probe.open(Plant.self)
            let context = ModelContext(container)
            let most = min(60_000, (container.limits.textBytes ?? .max) - 8)
            let long = String((0..<12_000).map { "\($0)" }.joined(separator: "x").prefix(most))
            let names = ["50% off", "50 off", "a_b", "axb", "c\\d", "e[f]", "g*h", "i'j", "say \(long) end"]
            for name in names { context.insert(Plant(name)) }
            try context.save()
            // The places of the names that contain a text, and of those that start with it.
            let searches: [(String, [Int], [Int])] = [
                ("%", [0], []), ("_", [2], []), ("\\", [4], []), ("[f]", [5], []), ("*", [6], []), ("'", [7], []),
                ("50%", [0], [0]), ("a_", [2], [2]), ("c\\", [4], [4]), (long, [8], []), (long + "x", [], []),
                ("say \(long)", [8], [8]),
            ]
            for (text, containing, starting) in searches {
                let reader = ModelContext(container)
                let what = "\(text.prefix(20))"
                probe.expectEqual(
                    try reader.all(Plant.self, #Predicate { $0.label.contains(text) }).map {
                        names.firstIndex(of: $0.label)
                    },
                    containing, "the places of the names that contain \(what)")
                probe.expectEqual(
                    try reader.all(Plant.self, #Predicate { $0.label.starts(with: text) }).map {
                        names.firstIndex(of: $0.label)
                    },
                    starting, "the places of the names that start with \(what)")
            }
        },
        ContractClause("QRY-035", "Text goes on after a NUL, in comparisons and in searches.", cases: ["H16"]) {
            probe in
            let ground = try SpecimenGround(probe)
            let (whole, head, tail) = ("ab\0cd", "ab", "\0cd")
            try ground.check(
                #Predicate<Specimen> { $0.text == whole }, #Predicate<Specimen> { $0.text == head },
                #Predicate<Specimen> { $0.text.contains("cd") }, #Predicate<Specimen> { $0.text.contains(tail) })
            try ground.check(
                #Predicate<Specimen> { $0.text > head }, #Predicate<Specimen> { $0.text.starts(with: whole) },
                #Predicate<Specimen> { $0.plainText == whole })
        },
        ContractClause(
            "QRY-036", "Long texts that differ only in their last character are told apart, also by an index.",
            cases: ["H25"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let limit = min(container.limits.indexedBytes ?? .max, container.limits.textBytes ?? .max)
            let stems = [0, 509, 510, 511, 600].map { String(repeating: "k", count: min($0, limit - 1)) }
            var names: [String] = []
            for stem in stems {
                for end in ["a", "b"] where !names.contains(stem + end) { names.append(stem + end) }
            }
            for name in names { context.insert(Plot(name)) }
            try context.save()
            for name in names {
                let found = try ModelContext(container).all(Plot.self, #Predicate { $0.name == name }).map(\.name)
                probe.expectEqual(found, [name], "the names equal to one of \(name.count) characters")
                let after = try ModelContext(container).fetchCount(
                    FetchDescriptor<Plot>(predicate: #Predicate { $0.name > name }))
                probe.expectEqual(
                    after, names.count { $0 > name }, "the number of names after one of \(name.count) characters")
            }
        },
    ]
}

extension ModelContainer {
    /// The limits of the container's only store.
    var limits: StoreLimits { stores.first?.store.capabilities.limits ?? StoreLimits() }
}

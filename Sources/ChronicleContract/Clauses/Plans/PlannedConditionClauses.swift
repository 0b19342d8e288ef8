import Foundation

extension PlanClauses {
    /// Conditions that indexes answer.
    static let conditions: [ContractClause] = [
        ContractClause(
            "PLN-001", "A fetch by an indexed value looks at the rows that have it, and at no others.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let (kind, day) = ("kind 7", CropGround.day(3))
            try ground.check(
                #Predicate { $0.kind == kind }, returns: ground.ofKind, reads: ground.ofKind, what: "by one value")
            try ground.check(#Predicate { $0.day == day }, returns: 1, reads: 1, what: "by a value that one row has")
            try ground.check(#Predicate { $0.day == -1 }, returns: 0, reads: 0, what: "by a value that no row has")
        },
        ContractClause(
            "PLN-002", "A fetch by two bounds of an indexed value looks at the rows between them only.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            try ground.check(
                #Predicate { $0.weight >= 3 && $0.weight < 5 }, returns: 20, reads: 20, what: "by a range")
            try ground.check(
                #Predicate { $0.day > -3 && $0.day <= 0 }, returns: 1, reads: 1, what: "by a range below zero")
            let last = Double((ground.count - 1) / 10)
            try ground.check(
                #Predicate { $0.weight > last - 1 && $0.weight <= last }, returns: (ground.count - 1) % 10 + 1,
                reads: 10, what: "by a range that ends with the last")
        },
        ContractClause(
            "PLN-003", "A fetch by the beginning of an indexed text looks at the rows that have it only.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            try ground.check(
                #Predicate { $0.code.starts(with: "F39") }, returns: Self.beginning("F39", ground.count),
                reads: Self.beginning("F39", ground.count), what: "by the beginning of a text")
            try ground.check(
                #Predicate { $0.code.starts(with: "G") }, returns: 0, reads: 0, what: "by a beginning that none has")
        },
        ContractClause(
            "PLN-004", "A fetch by a unique value, or by an identifier, looks at one row.", requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            try ground.check(#Predicate { $0.code == "F77" }, returns: 1, reads: 1, what: "by a unique value")
            let identifier = try ModelContext(ground.container).fetchIdentifiers(FetchDescriptor<Crop>())[5]
            try ground.check(
                #Predicate { $0.persistentModelID == identifier }, returns: 1, reads: 1, what: "by an identifier")
        },
        ContractClause(
            "PLN-005", "A fetch by either of two indexed values looks at the rows that have one of them only.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let (first, second) = (CropGround.day(11), CropGround.day(301))
            // A row that has both may be looked at twice.
            try ground.check(
                #Predicate { $0.day == first || $0.code == "F12" || $0.day == second }, returns: 3, reads: 6,
                what: "by one of three values of two attributes")
            try ground.check(
                #Predicate { $0.kind == "kind 1" || $0.weight == 0 }, returns: ground.ofKind + 9,
                reads: 2 * (ground.ofKind + 10), what: "by a value of many rows or of another attribute")
        },
        ContractClause(
            "PLN-006", "Membership in a list of ten values or identifiers looks at the rows in the list only.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let all = try ModelContext(ground.container).fetchIdentifiers(FetchDescriptor<Crop>())
            let identifiers = (0..<10).map { all[$0 * 37] }
            try ground.check(
                #Predicate { identifiers.contains($0.persistentModelID) }, returns: 10, reads: 10,
                what: "ten identifiers")
            let days = (0..<10).map { CropGround.day($0 * 31) }
            try ground.check(
                #Predicate { days.contains($0.day) }, returns: 10, reads: 10, what: "ten values of an index")
        },
        ContractClause(
            "PLN-007",
            "A condition on an indexed value at the end of a relationship looks at the rows that refer there.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let crops = (0..<ground.count).filter { $0 / 40 % 20 == 3 }.count
            try ground.check(
                #Predicate { $0.farm?.name == "farm 3" }, returns: crops, reads: crops, what: "over a relationship")
            try ground.check(
                #Predicate { $0.farm?.name == "no farm" }, returns: 0, reads: 0,
                what: "over a relationship to no row")
        },
        ContractClause(
            "PLN-008", "The rows of a to-many relationship are found by the reference that they hold.",
            requires: [.indexedQueries]
        ) { probe in
            let ground = try CropGround(probe)
            let context = ModelContext(ground.container)
            let farm = try probe.require(
                try context.all(Farm.self, #Predicate { $0.name == "farm 2" }).first, "a farm by its name")
            let crops = (0..<ground.count).filter { $0 / 40 % 20 == 2 }.count
            probe.expectEqual(farm.crops.count, crops, "the number of related rows")
            let identifier = farm.persistentModelID
            try ground.check(
                #Predicate { $0.farm?.persistentModelID == identifier }, returns: crops, reads: crops,
                what: "the rows that refer to one")
        },
    ]

    /// How many of the codes F0, F1 and so on begin with a text.
    private static func beginning(_ text: String, _ count: Int) -> Int {
        (0..<count).filter { "F\($0)".hasPrefix(text) }.count
    }
}

import Foundation

extension PredicateClauses {
    /// Membership in captured collections.
    static let collections: [ContractClause] = [
        ContractClause("QRY-037", "No row is in an empty list, and every row is not in it.", cases: ["H18"]) { probe in
            let ground = try SpecimenGround(probe)
            let (none, noTexts): ([Int], [String]) = ([], [])
            let noIdentifiers: [PersistentIdentifier] = []
            let all = Array(0..<SpecimenRows.count)
            try ground.check(#Predicate<Specimen> { none.contains($0.number) }, selects: [])
            try ground.check(#Predicate<Specimen> { !none.contains($0.number) }, selects: all)
            try ground.check(#Predicate<Specimen> { !noTexts.contains($0.text) }, selects: all)
            try ground.check(#Predicate<Specimen> { noIdentifiers.contains($0.persistentModelID) }, selects: [])
            try ground.check(#Predicate<Specimen> { !noIdentifiers.contains($0.persistentModelID) }, selects: all)
        },
        ContractClause(
            "QRY-038", "Membership in lists of one to a thousand values is Swift's, duplicates included.",
            cases: ["H18"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            for count in [1, 2, 1_000] {
                let list = (0..<count).map { $0 * 2 % 999 } + [5, 5]
                try ground.check(
                    #Predicate<Specimen> { list.contains($0.number) },
                    #Predicate<Specimen> { !list.contains($0.number) },
                    #Predicate<Specimen> { list.contains($0.plainNumber) && $0.isOn })
            }
            let ratios: Set<Double> = [-0.0, .infinity, 0.3]
            let texts: Set = ["", "A", "ab\0cd", "cafe\u{301}"]
            let marks = [SpecimenRows.mark(3), SpecimenRows.mark(9), UUID()]
            try ground.check(
                #Predicate<Specimen> { ratios.contains($0.ratio) }, #Predicate<Specimen> { texts.contains($0.text) },
                #Predicate<Specimen> { marks.contains($0.mark) })
        },
        ContractClause(
            "QRY-039", "A list of 40,000 values is answered like a short one, with its order and limit over the whole.",
            cases: ["H18"]
        ) { probe in
            let ground = try SpecimenGround(probe)
            let list = Set((0..<40_000).map { $0 - 20_000 })
            let context = ModelContext(ground.container)
            var descriptor = FetchDescriptor<Specimen>(
                predicate: #Predicate { list.contains($0.number) }, sortBy: [SortDescriptor(\.number, order: .reverse)])
            let inside = ground.specimens.filter { list.contains($0.number) }
            let sorted = inside.sorted { ($0.number, $1.persistentModelID) > ($1.number, $0.persistentModelID) }
            probe.expectEqual(
                try context.fetch(descriptor).map(\.code), sorted.map(\.code), "the rows of the list, greatest first")
            descriptor.fetchLimit = 3
            probe.expectEqual(
                try context.fetch(descriptor).map(\.code), sorted.prefix(3).map(\.code), "the first three of them")
            descriptor.fetchLimit = nil
            descriptor.predicate = #Predicate { !list.contains($0.number) && $0.isOn }
            probe.expectEqual(
                try context.fetchCount(descriptor), ground.specimens.count { !list.contains($0.number) && $0.isOn },
                "the number of rows outside the list with a second condition")
        },
        ContractClause("QRY-040", "A missing value is in a list exactly when nil is.", cases: ["H12", "H18"]) { probe in
            let ground = try SpecimenGround(probe)
            let (with, without): ([Int?], [Int?]) = ([nil, 5, nil], [5, 0])
            let texts: [String?] = [nil, "a"]
            let stages: [Stage?] = [.sown]
            try ground.check(
                #Predicate<Specimen> { with.contains($0.maybeNumber) },
                #Predicate<Specimen> { !with.contains($0.maybeNumber) },
                #Predicate<Specimen> { without.contains($0.maybeNumber) },
                #Predicate<Specimen> { !without.contains($0.maybeNumber) })
            try ground.check(
                #Predicate<Specimen> { texts.contains($0.maybeText) },
                #Predicate<Specimen> { !texts.contains($0.maybeText) },
                #Predicate<Specimen> { !stages.contains($0.stage) })
        },
        ContractClause(
            "QRY-041", "A range contains both its ends when closed, and not its upper end otherwise.", cases: ["H17"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            let (least, most) = (Int.min, Int.max)
            try ground.check(
                #Predicate<Specimen> { (1...5).contains($0.number) },
                #Predicate<Specimen> { (1..<5).contains($0.number) },
                #Predicate<Specimen> { (least...most).contains($0.number) },
                #Predicate<Specimen> { (least..<most).contains($0.number) })
            let low = Date(timeIntervalSinceReferenceDate: 0.1)
            let high = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
            try ground.check(
                #Predicate<Specimen> { (low...high).contains($0.at) },
                #Predicate<Specimen> { (low..<high).contains($0.at) },
                #Predicate<Specimen> { (5...5).contains($0.number) },
                #Predicate<Specimen> { ("A"..<"b").contains($0.text) })
            try ground.check(
                #Predicate<Specimen> { (-0.0...0.3).contains($0.ratio) },
                #Predicate<Specimen> { (0.0..<2).contains($0.ratio) })
        },
    ]
}

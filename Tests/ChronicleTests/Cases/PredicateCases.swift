import Chronicle
import Foundation
import Testing

/// The right answer is what Swift gives over the same models.
private func expectSwift(
    _ context: ModelContext, _ predicate: Predicate<Bed>, count: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let models = try context.fetch(FetchDescriptor<Bed>())
    let right = try models.filter { try predicate.evaluate($0) }.map(\.name)
    let got = try context.fetch(FetchDescriptor<Bed>(predicate: predicate)).map(\.name)
    #expect(got == right, sourceLocation: sourceLocation)
    #expect(
        try context.fetchCount(FetchDescriptor<Bed>(predicate: predicate)) == right.count,
        sourceLocation: sourceLocation)
    if let count { #expect(right.count == count, sourceLocation: sourceLocation) }
}

@Suite struct PredicateCases {
    /// H12
    @Test(arguments: Backend.allCases) func comparisonsWithNilAreSwifts(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try context.add(Bed("a", stage: .sown), Bed("b", stage: .grown), Bed("c"), Bed("d", note: "n"))
        let sown: Stage? = .sown
        try expectSwift(context, #Predicate { $0.stage != sown }, count: 3)
        try expectSwift(context, #Predicate { !($0.stage == sown) }, count: 3)
        let one: [Stage?] = [.sown]
        try expectSwift(context, #Predicate { !one.contains($0.stage) }, count: 3)
        let withNil: [Stage?] = [nil, .sown]
        try expectSwift(context, #Predicate { withNil.contains($0.stage) }, count: 3)
        try expectSwift(context, #Predicate { $0.stage != nil }, count: 2)
        try expectSwift(context, #Predicate { ($0.note ?? "n") == "n" }, count: 4)
        try expectSwift(context, #Predicate { $0.note == $0.note }, count: 4)
        try expectSwift(context, #Predicate { ($0.spot?.row ?? 3) > 2 }, count: 4)
        try expectSwift(context, #Predicate { !($0.moisture > 1) }, count: 4)
    }

    /// H13
    @Test(arguments: Backend.allCases) func searchTextIsTakenLiterally(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let long = String(repeating: "x", count: 60_000)
        for name in ["50% off", "50 off", "a_b", "axb", "c\\d", "e[f]", "g*h", "say \(long) end"] {
            context.insert(Bed(name))
        }
        try context.save()
        for text in ["%", "_", "\\", "[f]", "*", "", long, "A_B"] {
            try expectSwift(context, #Predicate { $0.name.contains(text) })
            try expectSwift(context, #Predicate { $0.name.starts(with: text) })
        }
        let percent = "%"
        try expectSwift(context, #Predicate { $0.name.contains(percent) }, count: 1)
    }

    /// H15
    @Test(arguments: Backend.allCases) func twoSpellingsOfOneTextAreOne(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        try context.add(Bed(composed, moisture: 1))
        try expectSwift(context, #Predicate { $0.name == decomposed }, count: 1)
        let list = [decomposed]
        try expectSwift(context, #Predicate { list.contains($0.name) }, count: 1)
        try context.add(Bed(decomposed, moisture: 2))
        let beds = try ModelContext(context.container).all(Bed.self)
        #expect(beds.count == 1)
        let plain = "cafe"
        try expectSwift(context, #Predicate { $0.name.contains(plain) }, count: 0)
        try context.add(Bed("x\u{301}", moisture: 5))
        let stored = try ModelContext(context.container).all(Bed.self, #Predicate { $0.moisture == 5 })
        #expect(stored.first.map { Array($0.name.utf8) } == Array("x\u{301}".utf8))
    }

    @Test(arguments: Backend.allCases) func rangesArithmeticAndCompositesAreSwifts(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for number in 0..<20 {
            let bed = Bed("bed \(number)", moisture: number - 5)
            if number % 3 == 0 { bed.spot = Spot(row: number, depth: number % 2 == 0 ? nil : 1.5) }
            bed.target = number * 2
            context.insert(bed)
        }
        try context.save()
        try expectSwift(context, #Predicate { (0...4).contains($0.moisture) }, count: 5)
        try expectSwift(context, #Predicate { (0..<4).contains($0.moisture) }, count: 4)
        try expectSwift(context, #Predicate { $0.moisture * 2 + 10 == $0.target }, count: 20)
        try expectSwift(context, #Predicate { $0.moisture % 2 == 0 && $0.moisture / 2 > 1 })
        try expectSwift(context, #Predicate { -$0.moisture > 2 }, count: 3)
        try expectSwift(context, #Predicate { $0.spot?.row == 9 }, count: 1)
        try expectSwift(context, #Predicate { $0.spot?.depth == nil })
        try expectSwift(context, #Predicate { $0.spot == nil }, count: 13)
        let spot: Spot? = Spot(row: 9, depth: 1.5)
        #expect(try context.all(Bed.self, #Predicate { $0.spot == spot }).map(\.name) == ["bed 9"])
    }

    @Test(arguments: Backend.allCases) func toOnePathsReachRelatedRows(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let wet = Bed("wet", moisture: 9)
        try context.add(wet)
        context.insert(Plant("p1", bed: wet))
        context.insert(Plant("p2"))
        try context.save()
        #expect(try context.all(Plant.self, #Predicate { $0.bed?.name == "wet" }).map(\.label) == ["p1"])
        #expect(try context.all(Plant.self, #Predicate { ($0.bed?.moisture ?? 0) < 5 }).map(\.label) == ["p2"])
        #expect(try context.all(Plant.self, #Predicate { $0.bed == nil }).map(\.label) == ["p2"])
        wet.moisture = 1
        #expect(try context.all(Plant.self, #Predicate { ($0.bed?.moisture ?? 0) > 5 }).isEmpty)
        let sorted = try context.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.bed?.name, order: .reverse)]))
        #expect(sorted.map(\.label) == ["p1", "p2"])
    }

    @Test(arguments: Backend.allCases) func whatCannotBeAskedIsRefused(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        #expect { try context.all(Bed.self, #Predicate { $0.plants.first == nil }) } throws: {
            ($0 as? ChronicleError)?.code == .unsupportedPredicate
        }
    }
}

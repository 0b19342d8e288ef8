import Chronicle
import Foundation
import Testing

/// H18: lists of thousands of members and conditions of thousands of terms.
@Suite struct LargeConditionCases {
    private func context(_ backend: Backend) throws -> (ModelContext, Place) {
        let place = try Place(backend, Item.self, Keeper.self, Mark.self)
        let context = ModelContext(try place.open())
        for number in 0..<300 {
            let item = Item(number)
            item.count = number % 17
            item.spare = number % 5 == 0 ? nil : number
            context.insert(item)
        }
        try context.save()
        return (context, place)
    }

    @Test(arguments: Backend.allCases) func membersOfAnyNumber(_ backend: Backend) throws {
        let (context, place) = try context(backend)
        defer { withExtendedLifetime(place) {} }
        for size in backend == .sqlite ? [0, 1, 1000, 40_000, 300_000] : [0, 1, 1000, 40_000] {
            let numbers = Set((0..<size).map { $0 * 3 })
            let expected = (0..<300).filter { numbers.contains($0) }
            let found = try context.fetch(
                FetchDescriptor<Item>(
                    predicate: #Predicate { numbers.contains($0.number) }, sortBy: [SortDescriptor(\.number)]))
            #expect(found.map(\.number) == expected)
            let others = try context.fetch(
                FetchDescriptor<Item>(predicate: #Predicate { !numbers.contains($0.number) }))
            #expect(others.count == 300 - expected.count)
            var limited = FetchDescriptor<Item>(
                predicate: #Predicate { numbers.contains($0.number) && $0.count > 3 },
                sortBy: [SortDescriptor(\.number, order: .reverse)])
            limited.fetchLimit = 10
            #expect(
                try context.fetch(limited).map(\.number)
                    == Array(expected.filter { $0 % 17 > 3 }.reversed().prefix(10)))
        }
        let optional: [Int?] = [nil, 3, 3, 4, nil]
        try expectSwiftsAnswer(context, #Predicate<Item> { optional.contains($0.spare) }, count: 62)
        try expectSwiftsAnswer(context, #Predicate<Item> { !optional.contains($0.spare) }, count: 238)
    }

    @Test(arguments: Backend.allCases, [false, true]) func chainsOfManyTerms(_ backend: Backend, leansRight: Bool)
        throws
    {
        let (context, place) = try context(backend)
        defer { withExtendedLifetime(place) {} }
        for isConjunction in [false, true] {
            let predicate = Predicate<Item> { item in
                let number = path(item, \.number)
                var chain = equal(number, value(0), isConjunction)
                for term in 1..<1500 {
                    let next = equal(number, value(term * 2), isConjunction)
                    let (first, second) = leansRight ? (next, chain) : (chain, next)
                    chain = isConjunction ? and(first, second) : or(first, second)
                }
                return chain
            }
            let found = try context.fetch(FetchDescriptor<Item>(predicate: predicate)).map(\.number)
            #expect(Set(found) == Set((0..<300).filter { ($0 % 2 == 0) != isConjunction }))
        }
    }

    @Test(arguments: Backend.allCases) func conditionsInManyOthers(_ backend: Backend) throws {
        let (context, place) = try context(backend)
        defer { withExtendedLifetime(place) {} }
        let predicate = Predicate<Item> { item in
            var nested: Expr<Bool> = compared(path(item, \.count), value(5), .lessThan)
            for _ in 0..<300 { nested = not(nested) }
            return nested
        }
        try expectSwiftsAnswer(context, predicate)
    }
}

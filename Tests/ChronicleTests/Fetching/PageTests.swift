import Chronicle
import Foundation
import Testing

@Suite struct PageTests {
    private func identifiers(_ context: ModelContext, _ descriptor: FetchDescriptor<Crate>) throws
        -> [PersistentIdentifier]
    {
        try models(context, descriptor).map(\.persistentModelID)
    }

    private func names(
        _ context: ModelContext, _ descriptor: FetchDescriptor<Crate>, between: (Int) throws -> Void
    ) throws -> [String] {
        var names: [String] = []
        _ = try models(context, descriptor) { page, models in
            names += models.map(\.name)
            try between(page)
        }
        return names
    }

    private func models(
        _ context: ModelContext, _ descriptor: FetchDescriptor<Crate>,
        between: (Int, [Crate]) throws -> Void = { _, _ in }
    ) throws -> [Crate] {
        var (models, cursor, page) = ([Crate](), FetchCursor<Crate>?.none, 0)
        repeat {
            let found = try context.fetchPage(descriptor, after: cursor)
            models += found.models
            // As it would be kept outside of the process.
            cursor = try found.next.map {
                try JSONDecoder().decode(FetchCursor<Crate>.self, from: try JSONEncoder().encode($0))
            }
            page += 1
            try between(page, found.models)
        } while cursor != nil
        return models
    }

    /// H19
    @Test(arguments: Backend.allCases) func pagesByCursorOverTiesHaveEveryRowOnce(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        var container = try backend.depot(place)
        let context = ModelContext(container)
        for number in 0..<200 { context.insert(Crate("crate \(number)")) }
        try context.save()
        for order in [SortOrder.forward, .reverse] {
            var descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.packedAt, order: order)])
            descriptor.fetchLimit = 20
            var pages: [String] = []
            var cursor: FetchCursor<Crate>?
            repeat {
                let reader = ModelContext(container)
                let page = try reader.fetchPage(descriptor, after: cursor)
                #expect(page.models.count == 20)
                pages += page.models.map(\.name)
                cursor = page.next
                page.models.last?.label = "seen"
                try reader.save()
                if pages.count == 100 {
                    try container.close()
                    container = try backend.depot(place)
                }
            } while cursor != nil
            #expect(pages == (0..<200).map { "crate \($0)" })
        }
    }

    @Test(arguments: Backend.allCases) func pagesAreTheWholeFetchInPartsInEveryOrder(_ backend: Backend) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededRandom(seed)
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        let shelves = (0..<4).map { Shelf("shelf \($0)") }
        for number in 0..<90 {
            let crate = Crate(
                ["a", "B", "A", "\u{e4}", "9", "10"][number % 6], amount: .random(in: 0..<4, using: &random))
            crate.label = [nil, "", "a", "e\u{301}", "\u{e9}", "z", "Z"].randomElement(using: &random) ?? nil
            crate.rank = Bool.random(using: &random) ? nil : .random(in: -2...2, using: &random)
            crate.weight = [-0.0, 0.0, 1.5, -3, .infinity].randomElement(using: &random) ?? 0
            crate.price = [nil, Decimal(string: "0.1"), 0, -7].randomElement(using: &random) ?? nil
            crate.former = Bool.random(using: &random) ? nil : Position(aisle: .random(in: 0...2, using: &random))
            crate.large = [0, 1, .max].randomElement(using: &random) ?? 0
            crate.shelf = Bool.random(using: &random) ? nil : shelves.randomElement(using: &random)
            context.insert(crate)
        }
        let keys: [(SortOrder) -> SortDescriptor<Crate>] = [
            { SortDescriptor(\.amount, order: $0) }, { SortDescriptor(\.label, order: $0) },
            { SortDescriptor(\.rank, order: $0) }, { SortDescriptor(\.weight, order: $0) },
            { SortDescriptor(\.price, order: $0) }, { SortDescriptor(\.large, order: $0) },
            { SortDescriptor(\.shelf?.name, order: $0) }, { SortDescriptor(\.position.height, order: $0) },
            { SortDescriptor(\.packedAt, order: $0) }, { SortDescriptor(\.former?.aisle, order: $0) },
            { SortDescriptor(\.former?.height, order: $0) },
            { SortDescriptor(\.name, comparator: .localizedStandard, order: $0) },
        ]
        for round in 0..<40 {
            if round == 20 { try context.save() }
            let chosen = keys.shuffled(using: &random).prefix(.random(in: 0...3, using: &random))
            var descriptor = FetchDescriptor<Crate>(
                sortBy: chosen.map { $0(Bool.random(using: &random) ? .forward : .reverse) })
            if Bool.random(using: &random) { descriptor.predicate = #Predicate { $0.amount > 0 } }
            let whole = try context.fetch(descriptor).map(\.persistentModelID)
            descriptor.fetchLimit = .random(in: 1...40, using: &random)
            #expect(try identifiers(context, descriptor) == whole, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: Backend.allCases) func rowsThatComeAndGoBetweenPagesDisturbNoOthers(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        let writer = ModelContext(container)
        for number in 0..<60 { writer.insert(Crate(String(format: "%03d", number), amount: number / 7)) }
        try writer.save()
        var descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount, order: .reverse)])
        descriptor.fetchLimit = 10
        let kept = try ModelContext(container).fetch(FetchDescriptor<Crate>(sortBy: descriptor.sortBy)).map(\.name)
            .filter { Int($0).map { $0 % 5 != 0 } ?? true }
        let seen = try names(ModelContext(container), descriptor) { page in
            // Rows already seen, the very last one among them, and rows to come are deleted; new ones come before and after.
            for crate in try writer.fetch(FetchDescriptor<Crate>()) where Int(crate.name).map({ $0 % 5 == 0 }) ?? false
            {
                if Int(crate.name)! / 5 % 6 == page % 6 { writer.delete(crate) }
            }
            writer.insert(Crate("before \(page)", amount: 100))
            writer.insert(Crate("after \(page)", amount: -1))
            try writer.save()
        }
        #expect(seen.filter { Int($0).map { $0 % 5 != 0 } ?? false } == kept)
        #expect(Set(seen).count == seen.count)
        #expect(!seen.contains { $0.hasPrefix("before") })
    }

    @Test(arguments: Backend.allCases) func aCursorIsForItsOrderAndStore(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        for number in 0..<5 { context.insert(Crate("crate \(number)", amount: number)) }
        try context.save()
        var descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)])
        let third = try context.fetch(descriptor)[2]
        let cursor = try context.cursor(after: third, in: descriptor)
        descriptor.fetchLimit = 2
        let page = try context.fetchPage(descriptor, after: cursor)
        #expect(page.models.map(\.amount) == [3, 4] && page.next == nil)
        descriptor.sortBy = [SortDescriptor(\.amount, order: .reverse)]
        let error = #expect(throws: ChronicleError.self) { try context.fetchPage(descriptor, after: cursor) }
        #expect(error?.code == .invalidCursor)
        let other = ModelContext(try ModelContainer(for: Crate.self))
        descriptor.sortBy = [SortDescriptor(\.amount)]
        let foreign = #expect(throws: ChronicleError.self) { try other.fetchPage(descriptor, after: cursor) }
        #expect(foreign?.code == .invalidCursor)
        #expect(throws: ChronicleError.self) { try other.cursor(after: third, in: descriptor) }
        descriptor.fetchLimit = 0
        let none = try context.fetchPage(descriptor, after: cursor)
        #expect(none.models.isEmpty && none.next == cursor)
        descriptor.fetchLimit = nil
        #expect(try context.fetchPage(descriptor, after: cursor).models.count == 2)
        third.amount = 40
        #expect(try context.fetchPage(descriptor, after: cursor).models.map(\.amount) == [3, 4, 40])
        descriptor.includePendingChanges = false
        let stored = try context.cursor(after: third, in: descriptor)
        #expect(stored == cursor)
    }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

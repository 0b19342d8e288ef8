import Chronicle
import ChronicleStore
import Foundation
import Testing

/// What a store does that implements fetches alone.
final class PlainDataStore: DataStore {
    let base: any DataStore
    init(_ base: any DataStore) { self.base = base }
    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities { base.capabilities }
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws { try base.fetch(request, body) }
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try base.fetch(entity: entity, keys: keys, body)
    }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation { base.observeCommits(handler) }
    func close() throws { try base.close() }
}

@Suite struct AggregateTests {
    private static func fill(_ context: ModelContext, _ count: Int, _ random: inout SeededRandom) {
        let halls = [Hall("North"), Hall("South")]
        let shelves = (0..<6).map { number in
            let shelf = Shelf("shelf \(number % 4)", hall: number == 5 ? nil : halls[number % 2])
            shelf.place = Position(aisle: number % 2)
            shelf.load = number % 3 == 0 ? nil : number * 7
            return shelf
        }
        for number in 0..<count { context.insert(crate(number, shelves, &random)) }
    }

    private static func crate(_ number: Int, _ shelves: [Shelf], _ random: inout SeededRandom) -> Crate {
        let crate = Crate("crate \(number)", amount: .random(in: -50...50, using: &random))
        crate.label = [nil, "", "caf\u{e9}", "cafe\u{301}", "z", "a", "a\0b"].randomElement(using: &random) ?? nil
        crate.rank = Bool.random(using: &random) ? nil : .random(in: 0...3, using: &random)
        crate.small = .random(in: 0...1, using: &random)
        crate.large = .random(in: 0...(UInt64.max / 1000), using: &random)
        crate.weight = [0.1, 0.2, -0.0, 0.0, 1e100, -1e100, 3].randomElement(using: &random) ?? 0
        crate.ratio = [nil, 0.5, 0.1, -2].randomElement(using: &random) ?? nil
        crate.price =
            [nil, Decimal(string: "0.1"), Decimal(string: "19.99"), Decimal(string: "-1e-20"), 1_000_000]
            .randomElement(using: &random) ?? nil
        crate.packedAt = Date(timeIntervalSinceReferenceDate: .random(in: -1e6...1e6, using: &random))
        crate.code =
            Bool.random(using: &random)
            ? nil
            : UUID(
                uuid: (
                    .random(in: 0...255, using: &random), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                    .random(in: 0...255, using: &random)
                ))
        crate.isOpen = .random(using: &random)
        crate.kind = [nil, Kind.dry, .cold, .live].randomElement(using: &random) ?? nil
        crate.position = Position(
            aisle: .random(in: 0...2, using: &random), height: Bool.random(using: &random) ? nil : 2.5)
        crate.former = Bool.random(using: &random) ? nil : Position(aisle: .random(in: 0...1, using: &random))
        crate.shelf = Bool.random(using: &random) ? nil : shelves.randomElement(using: &random)
        return crate
    }

    /// Compares every aggregate with what Swift computes of the fetched models.
    private func check(_ context: ModelContext, _ descriptor: FetchDescriptor<Crate>, _ comment: Comment) throws {
        let models = try context.fetch(descriptor)
        #expect(try context.sum(\.amount, of: descriptor) == models.map(\.amount).reduce(0, +), comment)
        #expect(try context.sum(\.rank, of: descriptor) == models.compactMap(\.rank).reduce(0, +), comment)
        #expect(try context.sum(\.large, of: descriptor) == models.map(\.large).reduce(0, +), comment)
        #expect(try context.sum(\.weight, of: descriptor) == models.map(\.weight).reduce(0, +), comment)
        #expect(try context.sum(\.price, of: descriptor) == models.compactMap(\.price).reduce(0, +), comment)
        let ratios = models.compactMap(\.ratio).map(Double.init).reduce(0, +)
        #expect(try context.sum(\.ratio, of: descriptor) == Float(ratios), comment)
        #expect(
            try context.sum(\.shelf?.load, of: descriptor) == models.compactMap(\.shelf?.load).reduce(0, +), comment)
        #expect(
            try context.sum(\.position.aisle, of: descriptor) == models.map(\.position.aisle).reduce(0, +), comment)
        func mean(_ values: [Int]) -> Double? {
            values.isEmpty ? nil : Double(values.reduce(0, +)) / Double(values.count)
        }
        #expect(try context.average(\.amount, of: descriptor) == mean(models.map(\.amount)), comment)
        #expect(try context.average(\.rank, of: descriptor) == mean(models.compactMap(\.rank)), comment)
        let weights = models.map(\.weight)
        #expect(
            try context.average(\.weight, of: descriptor)
                == (weights.isEmpty ? nil : weights.reduce(0, +) / Double(weights.count)), comment)
        let prices = models.compactMap(\.price)
        #expect(
            try context.average(\.price, of: descriptor)
                == (prices.isEmpty ? nil : prices.reduce(0, +) / Decimal(prices.count)), comment)
        #expect(try context.minimum(\.amount, of: descriptor) == models.map(\.amount).min(), comment)
        #expect(try context.maximum(\.rank, of: descriptor) == models.compactMap(\.rank).max(), comment)
        #expect(try context.minimum(\.label, of: descriptor) == models.compactMap(\.label).min(), comment)
        #expect(try context.maximum(\.label, of: descriptor) == models.compactMap(\.label).max(), comment)
        #expect(try context.maximum(\.large, of: descriptor) == models.map(\.large).max(), comment)
        #expect(try context.minimum(\.weight, of: descriptor) == models.map(\.weight).min(), comment)
        #expect(try context.minimum(\.price, of: descriptor) == models.compactMap(\.price).min(), comment)
        #expect(try context.maximum(\.packedAt, of: descriptor) == models.map(\.packedAt).max(), comment)
        #expect(try context.minimum(\.code, of: descriptor) == models.compactMap(\.code).min(), comment)
        #expect(
            try context.maximum(\.shelf?.hall?.name, of: descriptor) == models.compactMap(\.shelf?.hall?.name).max(),
            comment)
        #expect(
            try context.maximum(\.position.height, of: descriptor) == models.compactMap(\.position.height).max(),
            comment)
        #expect(
            try context.sum(\.former?.aisle, of: descriptor) == models.compactMap(\.former?.aisle).reduce(0, +), comment
        )
        let (count, known, total, newest) = try context.aggregate(
            descriptor, .count(), .count(of: \.kind), .sum(\.amount), .max(\.packedAt))
        #expect(count == models.count && known == models.count { $0.kind != nil }, comment)
        #expect(total == models.map(\.amount).reduce(0, +) && newest == models.map(\.packedAt).max(), comment)
        try checkGroups(context, descriptor, models, \.label, comment)
        try checkGroups(context, descriptor, models, \.rank, comment)
        try checkGroups(context, descriptor, models, \.kind, comment)
        try checkGroups(context, descriptor, models, \.price, comment)
        try checkGroups(context, descriptor, models, \.weight, comment)
        try checkGroups(context, descriptor, models, \.ratio, comment)
        try checkGroups(context, descriptor, models, \.large, comment)
        try checkGroups(context, descriptor, models, \.code, comment)
        try checkGroups(context, descriptor, models, \.isOpen, comment)
        try checkGroups(context, descriptor, models, \.position, comment)
        try checkGroups(context, descriptor, models, \.former, comment)
        try checkGroups(context, descriptor, models, \.position.aisle, comment)
        try checkGroups(context, descriptor, models, \.former?.aisle, comment)
        try checkGroups(context, descriptor, models, \.shelf?.place.aisle, comment)
        try checkGroups(context, descriptor, models, \.shelf?.name, comment)
        try checkGroups(context, descriptor, models, \.shelf?.hall?.name, comment)
        try checkGroups(context, descriptor, models, \.shelf?.persistentModelID, comment)
        try checkGroups(context, descriptor, models, \.persistentModelID, comment)
    }

    private func checkGroups<Key: Hashable>(
        _ context: ModelContext, _ descriptor: FetchDescriptor<Crate>, _ models: [Crate],
        _ keyPath: KeyPath<Crate, Key>,
        _ comment: Comment
    ) throws {
        let right = Dictionary(grouping: models) { $0[keyPath: keyPath] }
        #expect(try context.countsByValue(keyPath, of: descriptor) == right.mapValues(\.count), comment)
        let groups = try context.aggregate(
            descriptor, by: keyPath, .count(), .sum(\.amount), .average(\.rank), .min(\.price), .max(\.weight),
            .sum(\Crate.weight))
        #expect(groups.count == right.count, comment)
        for group in groups {
            let members = right[group.key] ?? []
            let ranks = members.compactMap(\.rank)
            #expect(group.values.0 == members.count, comment)
            #expect(group.values.1 == members.map(\.amount).reduce(0, +), comment)
            #expect(
                group.values.2 == (ranks.isEmpty ? nil : Double(ranks.reduce(0, +)) / Double(ranks.count)), comment)
            #expect(group.values.3 == members.compactMap(\.price).min(), comment)
            #expect(group.values.4 == members.map(\.weight).max(), comment)
            #expect(group.values.5 == members.map(\.weight).reduce(0, +), comment)
        }
    }

    @Test(arguments: Backend.allCases) func aggregatesAreWhatSwiftComputesOfTheModels(_ backend: Backend) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededRandom(seed)
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        let context = ModelContext(container)
        try check(context, FetchDescriptor(), "no rows")
        Self.fill(context, 120, &random)
        try check(context, FetchDescriptor(), "seed \(seed), unsaved")
        try context.save()
        let conditions: [Predicate<Crate>?] = [
            nil, #Predicate { $0.amount > 10 }, #Predicate { $0.label == "cafe\u{301}" },
            #Predicate { $0.amount > 1000 },
            #Predicate { $0.shelf?.name == "shelf 1" }, #Predicate { $0.amount * 2 > 7 || $0.rank == nil },
        ]
        for (round, condition) in (conditions + conditions).enumerated() {
            var descriptor = FetchDescriptor<Crate>(predicate: condition)
            if round.isMultiple(of: 2) { descriptor.sortBy = [SortDescriptor(\.weight), SortDescriptor(\.name)] }
            if round >= conditions.count {
                descriptor.fetchLimit = 17
                descriptor.fetchOffset = 3
            }
            let reader = ModelContext(container)
            try check(reader, descriptor, "seed \(seed), round \(round)")
            // Changes of the rows, and of rows at the ends of paths.
            for crate in try reader.fetch(FetchDescriptor<Crate>()) where .random(in: 0..<10, using: &random) == 0 {
                if Bool.random(using: &random) { reader.delete(crate) } else { crate.amount += 5 }
            }
            reader.insert(Self.crate(1000, try reader.fetch(FetchDescriptor<Shelf>()), &random))
            try reader.fetch(FetchDescriptor<Shelf>()).first?.load = 1
            try check(reader, descriptor, "seed \(seed), round \(round), with changes")
            descriptor.includePendingChanges = false
            let (count, total) = try reader.aggregate(descriptor, .count(), .sum(\Crate.amount))
            let stored = try ModelContext(container).fetch(descriptor)
            #expect(count == stored.count && total == stored.map(\.amount).reduce(0, +))
        }
    }

    @Test(arguments: Backend.allCases) func aStoreWithFetchesAloneAggregatesAsWell(_ backend: Backend) throws {
        var random = SeededRandom(7)
        let place = try Place.depot(backend)
        var configuration = backend.configuration(at: place.path)
        let open = configuration.open
        configuration.open = { PlainDataStore(try open($0)) }
        let container = try ModelContainer(
            for: [Crate.self, Shelf.self, Hall.self, ShelfMark.self], configurations: [configuration])
        let context = ModelContext(container)
        Self.fill(context, 60, &random)
        try context.save()
        try check(context, FetchDescriptor(), "plain")
        try check(context, FetchDescriptor(predicate: #Predicate { $0.shelf?.hall?.name == "North" }), "plain")
        #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 60)
    }

    @Test(arguments: Backend.allCases) func aSumThatItsTypeCannotHoldIsATypedError(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        for (number, amount) in [Int.max, 1, -1].enumerated() {
            let crate = Crate("crate \(number)", amount: amount)
            crate.small = 100
            crate.large = .max / 2 + 1
            crate.price = [Decimal(string: "1e30"), Decimal(string: "1e-30"), nil][number]
            context.insert(crate)
        }
        try context.save()
        // The way there may be beyond the type, the sum is not.
        #expect(try context.sum(\Crate.amount) == .max)
        #expect(try context.average(\Crate.amount) == Double(Int.max) / 3)
        func overflows(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
            #expect(error?.code == .overflow, sourceLocation: sourceLocation)
        }
        overflows { _ = try context.sum(\Crate.small) }
        overflows { _ = try context.sum(\Crate.large) }
        overflows { _ = try context.sum(\Crate.price) }
        let positive = FetchDescriptor<Crate>(predicate: #Predicate { $0.amount > 0 })
        overflows { _ = try context.sum(\.amount, of: positive) }
        context.insert(Crate("more", amount: 5))
        overflows { _ = try context.sum(\Crate.amount) }
        overflows { _ = try context.aggregate(FetchDescriptor<Crate>(), by: \.isOpen, .sum(\Crate.large)) }
        let mean = try context.average(\Crate.large)
        #expect(mean == Double(UInt64.max / 2 + 1) * 3 / 4)
    }

    @Test(arguments: Backend.allCases) func whatCannotBeAggregatedIsRefusedBeforeReading(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        let calls = context.calls {
            let codable = #expect(throws: ChronicleError.self) { try context.countsByValue(\Crate.notes) }
            #expect(codable?.code == .unsupportedKeyPath)
            #expect(throws: ChronicleError.self) { try context.countsByValue(\Crate.shelf) }
            #expect(throws: ChronicleError.self) { try context.countsByValue(\Shelf.crates) }
            #expect(throws: ChronicleError.self) { try context.countsByValue(\Crate.hashValue) }
        }
        #expect(calls.all == 0)
    }

    @Test(arguments: Backend.allCases) func anAggregateIsOneCallOfTheStore(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        let writer = ModelContext(container)
        for number in 0..<20 { writer.insert(Crate("crate \(number)", amount: number)) }
        try writer.save()
        let context = ModelContext(container)
        let calls = try context.calls {
            _ = try context.aggregate(FetchDescriptor<Crate>(), by: \.kind, .sum(\.amount), .max(\.packedAt), .count())
            let sum = try context.sum(\Crate.amount)
            #expect(sum == 190)
        }
        #expect(calls.aggregates == 2 && calls.all == 2)
        #expect(context.registeredModelCount == 0)
    }
}

extension ModelContext {
    fileprivate var registeredModelCount: Int { insertedModelsArray.count + changedModelsArray.count }
}

import Chronicle
import ChronicleMemory
import ChronicleStore
import Foundation
import Testing

/// A store that does not know what related rows are; being asked about them is an error.
private final class PlainStore: DataStore {
    struct Asked: Error {}

    private let base: MemoryStore

    init(_ schema: Schema) { base = MemoryStore(schema: schema) }

    var identifier: String { base.identifier }
    var schema: Schema { base.schema }
    var capabilities: StoreCapabilities {
        var capabilities = base.capabilities
        capabilities.relatedRows = false
        capabilities.history = false
        return capabilities
    }

    private func check(_ request: FetchRequest) throws {
        if request.usesRelatedRows { throw Asked() }
    }

    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try check(request)
        try base.fetch(request, body)
    }
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try base.fetch(entity: entity, keys: keys, body)
    }
    func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        base.observeCommits(handler)
    }
    func close() throws { try base.close() }
}

/// What a store cannot answer is answered above it.
@Suite struct PlainStoreTests {
    @Test(arguments: [false, true]) func relatedRowsAreAnsweredAboveTheStore(isPending: Bool) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var choices = Choices(seed: seed)
        let world = QueryWorld(&choices, items: 20)
        let configuration = ModelConfiguration(name: "plain", location: "plain:") { PlainStore($0) }
        let context = ModelContext(
            try ModelContainer(for: Item.self, Keeper.self, Mark.self, configurations: configuration))
        try world.fill(context)
        if isPending { try world.edit(context) }
        for number in 0..<60 {
            var generator = PredicateGenerator(Choices(seed: seed &+ UInt64(number)))
            let query = RandomQuery(&generator)
            let all = try context.fetch(FetchDescriptor<Item>())
            var right = try all.filter { try query.descriptor.predicate?.evaluate($0) ?? true }
            if !query.descriptor.sortBy.isEmpty { right = right.sorted(using: query.descriptor.sortBy) }
            right = Array(
                right.dropFirst(query.descriptor.fetchOffset ?? 0).prefix(query.descriptor.fetchLimit ?? .max))
            #expect(
                try context.fetch(query.descriptor).map(\.number) == right.map(\.number), "seed \(seed)\n\(query)")
            #expect(try context.fetchCount(query.descriptor) == right.count)
        }
    }
}

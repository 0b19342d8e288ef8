import Chronicle
import Foundation
import Testing

/// The same random operations on every store: each answer is what Swift gives over plain values, and all stores tell one story.
@Suite struct RandomOperationsTests {
    @Test func randomOperationsComeOutAlikeOnEveryStore() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CHRONICLE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...9_999_999)
        let steps = environment["CHRONICLE_STEPS"].flatMap(Int.init) ?? 400
        print("CHRONICLE_SEED=\(seed) CHRONICLE_STEPS=\(steps)")
        var first: [String]?
        for backend in Backend.allCases {
            var run = try RandomRun(backend, seed: seed)
            for _ in 0..<steps { try run.step() }
            let story = try run.finish()
            if let first {
                let difference = zip(first, story).enumerated().first { $0.element.0 != $0.element.1 }
                #expect(
                    first == story,
                    "\(backend) differs from memory at seed \(seed): step \(difference?.offset ?? -1), \(difference?.element.0 ?? "") against \(difference?.element.1 ?? "")"
                )
            } else {
                first = story
            }
        }
    }
}

/// One run of random operations by two contexts.
private struct RandomRun {
    private var generator: SeededGenerator
    private let place: Place
    private var container: ModelContainer
    private var contexts: [ModelContext]
    private var story: [String] = []
    private let start: Int64

    init(_ backend: Backend, seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        place = try Place(backend, Bed.self)
        container = try place.open()
        contexts = [ModelContext(container), ModelContext(container)]
        let marker = Bed("marker")
        try contexts[0].add(marker)
        start = marker.persistentModelID.primaryKey
    }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    // No two spellings of one letter: `String.<` of Swift 6.3.1 does not order "\u{E9}1" and "e\u{301}10" consistently.
    private mutating func name() -> String {
        ["a", "b", "é", "u\u{308}", "long name \(number(4))", ""][number(6)] + "\(number(12))"
    }

    mutating func step() throws {
        let context = contexts[number(2)]
        switch number(14) {
        case 0...3:
            let bed = Bed(
                name(), moisture: number(10), note: number(3) == 0 ? nil : "n\(number(3))",
                stage: number(2) == 0 ? nil : .grown)
            if number(2) == 0 { bed.spot = Spot(row: number(5), depth: number(2) == 0 ? nil : Double(number(4)) / 2) }
            context.insert(bed)
            if number(2) == 0 { context.insert(Plant("p\(number(5))", bed: bed)) }
        case 4...6:
            let beds = try context.all(Bed.self)
            guard !beds.isEmpty else { return }
            let bed = beds[number(beds.count)]
            switch number(4) {
            case 0: bed.moisture = number(10)
            case 1: bed.note = number(2) == 0 ? nil : "edited \(number(3))"
            case 2: bed.plants.append(Plant("extra \(number(3))"))
            default: bed.stage = number(2) == 0 ? .cut : nil
            }
        case 7:
            let beds = try context.all(Bed.self)
            if !beds.isEmpty { context.delete(beds[number(beds.count)]) }
        case 8:
            let limit = number(3)
            try context.delete(model: Plant.self, where: #Predicate { ($0.bed?.moisture ?? 9) < limit })
        case 9...10:
            context.author = number(2) == 0 ? "App" : nil
            do { try context.save(); note("saved") } catch {
                note(
                    "refused: \((error as? StoreError)?.code.rawValue ?? (error as? ChronicleError)?.code.rawValue ?? "\(error)")"
                )
                context.rollback()
            }
        case 11: context.rollback()
        default: try compare(context)
        }
    }

    private mutating func note(_ text: String) { story.append(text) }

    /// Fetches with a random predicate and order, and compares with Swift over all models.
    private mutating func compare(_ context: ModelContext) throws {
        let (low, note, prefix) = (number(10), number(2) == 0 ? nil : "n\(number(3))", ["a", "é", "long"][number(3)])
        let predicates: [Predicate<Bed>] = [
            #Predicate { $0.moisture >= low },
            #Predicate { $0.note == note },
            #Predicate { $0.note != note && $0.moisture < low },
            #Predicate { $0.name.starts(with: prefix) || $0.moisture == low },
            #Predicate { ($0.spot?.row ?? 0) < low },
            #Predicate { !($0.name < prefix) },
        ]
        let predicate = predicates[number(predicates.count)]
        var descriptor = FetchDescriptor<Bed>(predicate: predicate)
        let orders: [[SortDescriptor<Bed>]] = [
            [], [SortDescriptor(\.moisture), SortDescriptor(\.note, order: .reverse)],
            [SortDescriptor(\.name, order: .reverse)],
        ]
        descriptor.sortBy = orders[number(orders.count)]
        let all = try context.fetch(FetchDescriptor<Bed>())
        let right = try all.filter { try predicate.evaluate($0) }.sorted(using: descriptor.sortBy)
        #expect(try context.fetchCount(descriptor) == right.count)
        descriptor.fetchOffset = number(3)
        if number(2) == 0 { descriptor.fetchLimit = number(5) }
        let cut = Array(right.dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? .max))
        let got = try context.fetch(descriptor)
        #expect(got.map(\.name) == cut.map(\.name))
        story.append(got.map(describe).joined(separator: ";"))
    }

    private func describe(_ bed: Bed) -> String {
        "\(bed.name)|\(bed.moisture)|\(bed.note ?? "-")|\(bed.stage?.rawValue ?? "-")|\(bed.spot.map { "\($0)" } ?? "-")|"
            + bed.plants.map(\.label).joined(separator: ",")
    }

    /// The end state after reopening, and the history.
    mutating func finish() throws -> [String] {
        contexts = []
        try container.close()
        container = try place.open()
        let context = ModelContext(container)
        for bed in try context.all(Bed.self) { story.append(describe(bed)) }
        for transaction in try context.history() {
            let changes = transaction.changes.map { change in
                switch change {
                case .insert: "insert"
                case .update(let update): "update \(update.updatedAttributeNames)"
                case .delete(let deletion as DefaultHistoryDelete<Bed>):
                    "delete \(deletion.tombstone[\.name] as? String ?? "?")"
                case .delete: "delete"
                }
            }
            story.append("\(transaction.author ?? "-"): \(changes)")
        }
        return story
    }
}

/// A generator whose numbers follow from a seed.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
        // xorshift64*, which is enough to shuffle operations.
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

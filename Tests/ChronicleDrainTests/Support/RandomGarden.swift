import ChronicleDrain
import Foundation

/// Random numbers that follow from a seed (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// A seed of the environment's, or a new one; printed, so that a failure can be repeated.
func printedSeed(_ test: String) -> UInt64 {
    let seed = ProcessInfo.processInfo.environment["CHRONICLE_SEED"].flatMap(UInt64.init) ?? .random(in: 1...9_999_999)
    print("\(test): CHRONICLE_SEED=\(seed)")
    return seed
}

/// Changes a garden at random, and saves.
struct RandomGarden {
    var generator: SeededGenerator
    let context: ModelContext

    init(seed: UInt64, _ container: ModelContainer) {
        generator = SeededGenerator(seed: seed)
        context = ModelContext(container)
    }

    mutating func save() throws {
        context.author = ["App", "Server", nil][generator.number(3)]
        for _ in 0...generator.number(4) { try change() }
        do { try context.save() } catch let error as StoreError where error.code == .uniqueViolation {
            context.rollback()
        }
    }

    private mutating func change() throws {
        let beds = try context.all(Bed.self)
        switch generator.number(10) {
        case 0...2: context.insert(Bed("bed \(generator.number(12))", moisture: generator.number(5)))
        case 3 where !beds.isEmpty: beds[generator.number(beds.count)].moisture = generator.number(5)
        case 4 where !beds.isEmpty: beds[generator.number(beds.count)].name = "bed \(generator.number(12))"
        case 5 where !beds.isEmpty:
            context.insert(Plant("plant \(generator.number(9))", bed: beds[generator.number(beds.count)]))
        case 6 where !beds.isEmpty:
            let bed = beds[generator.number(beds.count)]
            let tags = try context.all(Tag.self)
            bed.tags = tags.filter { _ in generator.number(2) == 0 }
        case 7: context.insert(Tag("tag \(generator.number(6))"))
        case 8 where !beds.isEmpty: context.delete(beds[generator.number(beds.count)])
        case 9:
            let limit = generator.number(3)
            try context.delete(model: Plant.self, where: #Predicate { ($0.bed?.moisture ?? 9) < limit })
        default: break
        }
    }
}

import Foundation

/// Changes plots, plants and tags at random.
struct RandomPlots {
    var generator: SeededGenerator
    let context: ModelContext

    init(seed: UInt64, _ container: ModelContainer) {
        generator = SeededGenerator(seed: seed)
        context = ModelContext(container)
    }

    /// Makes up to four changes and saves them in one transaction.
    mutating func save() throws {
        context.author = generator.pick(["App", "Server", nil])
        for _ in 0...generator.number(below: 4) { try change() }
        do { try context.save() } catch let error as StoreError where error.code == .uniqueViolation {
            context.rollback()
        }
    }

    private mutating func change() throws {
        let plots = try context.all(Plot.self)
        switch generator.number(below: 10) {
        case 0...2: context.insert(Plot("plot \(generator.number(below: 12))", area: generator.number(below: 5)))
        case 3 where !plots.isEmpty: generator.pick(plots).area = generator.number(below: 5)
        case 4 where !plots.isEmpty: generator.pick(plots).name = "plot \(generator.number(below: 12))"
        case 5 where !plots.isEmpty:
            context.insert(Plant("plant \(generator.number(below: 9))", plot: generator.pick(plots)))
        case 6 where !plots.isEmpty:
            let tags = try context.all(Tag.self)
            generator.pick(plots).tags = tags.filter { _ in generator.once(in: 2) }
        case 7: context.insert(Tag("tag \(generator.number(below: 6))"))
        case 8 where !plots.isEmpty: context.delete(generator.pick(plots))
        case 9:
            let limit = generator.number(below: 3)
            try context.delete(model: Plant.self, where: #Predicate { ($0.plot?.area ?? 9) < limit })
        default: break
        }
    }
}

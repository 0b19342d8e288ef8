extension ModelOperation {
    /// Operations that follow from a seed alone.
    static func random(seed: UInt64, count: Int) -> [ModelOperation] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in random(&generator) }
    }

    private static func random(_ generator: inout SeededGenerator) -> ModelOperation {
        let context = generator.number(below: 2)
        let row = generator.number(below: 40)
        switch generator.number(below: 24) {
        case 0...4:
            return .insert(
                context: context, name: name(&generator), area: generator.number(below: 8), note: note(&generator),
                plant: generator.once(in: 3) ? label(&generator) : nil)
        case 5...8: return .edit(context: context, plot: row, edit(&generator))
        case 9: return .addPlant(context: context, plot: row, label: label(&generator))
        case 10:
            let plot = generator.once(in: 4) ? nil : generator.number(below: 40)
            return .movePlant(context: context, plant: row, plot: plot)
        case 11: return .deletePlot(context: context, plot: row)
        case 12: return .deletePlant(context: context, plant: row)
        case 13:
            guard generator.once(in: 3) else { return .deletePlant(context: context, plant: row) }
            return .deletePlants(context: context, below: generator.number(below: 3))
        case 14...17: return .save(context: context, author: generator.pick(["App", "Server", nil]))
        case 18: return .rollback(context: context)
        case 19...20: return .query(context: context, PlotQuery(&generator))
        case 21: return .plantQuery(context: context, PlantQuery(&generator))
        case 22: return generator.once(in: 3) ? .purge(generator.number(below: 4)) : .readHistory(after: row)
        default: return generator.once(in: 3) ? .reopen : .readHistory(after: row)
        }
    }

    // Few names, so that they collide; in one spelling each, since `String.<` of Swift 6.3 contradicts itself over two.
    private static func name(_ generator: inout SeededGenerator) -> String {
        generator.pick(["", "a", "A", "b", "\u{E9}", "long name "]) + "\(generator.number(below: 4))"
    }

    private static func note(_ generator: inout SeededGenerator) -> String? {
        generator.once(in: 3) ? nil : generator.pick(["", "n", "n2", "z%"])
    }

    private static func label(_ generator: inout SeededGenerator) -> String { "p\(generator.number(below: 6))" }

    private static func edit(_ generator: inout SeededGenerator) -> PlotEdit {
        switch generator.number(below: 6) {
        case 0: .name(name(&generator))
        case 1, 2: .area(generator.number(below: 8))
        case 3: .note(note(&generator))
        case 4: .stage(generator.pick([nil, .sown, .grown, .cut]))
        default:
            .spot(
                generator.once(in: 3)
                    ? nil : Spot(row: generator.number(below: 4), depth: generator.pick([nil, 0.5, -0.0, 2])))
        }
    }
}

import Foundation

/// Plots with plants and tags in a store, and the answers that Swift gives over the same models.
struct PlotGround {
    let probe: ContractProbe
    let container: ModelContainer
    private let keeper: ModelContext

    init(_ probe: ContractProbe) throws {
        self.probe = probe
        container = try probe.open(Plot.self, Plant.self, Tag.self)
        keeper = ModelContext(container)
        let plots = [
            Plot("rose", area: 1, note: "é"), Plot("Ärzte", area: 2), Plot("Straße", area: 3, note: ""),
            Plot("ТВОРОГ", area: 4),
        ]
        for plot in plots { keeper.insert(plot) }
        for (label, plot, secret, height) in [
            ("rose", 0, nil, 2), ("oak", 0, "s", 1), ("tulip", 1, nil, 0.5), ("rose", 2, "t", 0), ("wood", nil, nil, 3),
        ] as [(String, Int?, String?, Double)] {
            let plant = Plant(label, plot: plot.map { plots[$0] }, secret: secret)
            plant.height = height
            keeper.insert(plant)
        }
        let tags = ["red", "blue", "loose"].map { Tag($0) }
        for tag in tags { keeper.insert(tag) }
        plots[0].tags = [tags[0], tags[1]]
        plots[2].tags = [tags[1]]
        try keeper.save()
    }

    /// Records a violation for each predicate that selects other rows than `Predicate.evaluate` over the same models.
    func check<T: PersistentModel>(
        _ predicates: Predicate<T>..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws {
        let context = ModelContext(container)
        let models = try keeper.fetch(FetchDescriptor<T>())
        for predicate in predicates {
            let right = try models.filter { try predicate.evaluate($0) }.map { "\($0.persistentModelID)" }
            let problem: String?
            do {
                let seen = try context.fetch(FetchDescriptor(predicate: predicate)).map { "\($0.persistentModelID)" }
                problem = SpecimenGround.difference(seen, right)
            } catch {
                problem = "the fetch threw \(ContractProbe.describe(error))"
            }
            guard let problem else { continue }
            // A predicate itself cannot be printed when an expression in it is not Foundation's.
            let name = "\(predicate.expression)".prefix(400)
            probe.record(
                "\(name) selects other rows than Predicate.evaluate over the same models: \(problem)",
                ContractSite("\(fileID)", "\(filePath)", line, column))
        }
    }
}

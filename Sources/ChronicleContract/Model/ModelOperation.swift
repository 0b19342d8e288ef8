/// One step of random work. Rows are named by a number that is taken modulo those there are, so that steps can be left out.
enum ModelOperation: Sendable, CustomStringConvertible {
    /// A new plot, with a plant in it when a label is given.
    case insert(context: Int, name: String, area: Int, note: String?, plant: String?)
    case edit(context: Int, plot: Int, PlotEdit)
    case addPlant(context: Int, plot: Int, label: String)
    /// Puts a plant into another plot, or into none.
    case movePlant(context: Int, plant: Int, plot: Int?)
    case deletePlot(context: Int, plot: Int)
    case deletePlant(context: Int, plant: Int)
    /// Deletes the plants whose plot's area is below a number.
    case deletePlants(context: Int, below: Int)
    case save(context: Int, author: String?)
    case rollback(context: Int)
    case query(context: Int, PlotQuery)
    case plantQuery(context: Int, PlantQuery)
    /// Reads history after the token of an earlier transaction.
    case readHistory(after: Int)
    /// Deletes the oldest transactions.
    case purge(Int)
    /// Closes and opens the store where it keeps rows, and begins new contexts.
    case reopen

    var description: String {
        switch self {
        case .insert(let context, let name, let area, let note, let plant):
            "context \(context) inserts plot \"\(name)\" area \(area) note \(note ?? "nil")"
                + (plant.map { " with plant \"\($0)\"" } ?? "")
        case .edit(let context, let plot, let edit): "context \(context) sets \(edit) of plot \(plot)"
        case .addPlant(let context, let plot, let label): "context \(context) adds plant \"\(label)\" to plot \(plot)"
        case .movePlant(let context, let plant, let plot):
            "context \(context) moves plant \(plant) to plot \(plot.map(String.init) ?? "nil")"
        case .deletePlot(let context, let plot): "context \(context) deletes saved plot \(plot)"
        case .deletePlant(let context, let plant): "context \(context) deletes plant \(plant)"
        case .deletePlants(let context, let below):
            "context \(context) deletes plants of plots with an area below \(below)"
        case .save(let context, let author): "context \(context) saves as \(author ?? "nil")"
        case .rollback(let context): "context \(context) rolls back"
        case .query(let context, let query): "context \(context) fetches plots \(query)"
        case .plantQuery(let context, let query): "context \(context) fetches plants \(query)"
        case .readHistory(let after): "history is read after transaction \(after)"
        case .purge(let count): "the oldest \(count) transactions are deleted"
        case .reopen: "the store is reopened"
        }
    }
}

/// A change of one attribute of a plot.
enum PlotEdit: Sendable, CustomStringConvertible {
    case name(String)
    case area(Int)
    case note(String?)
    case stage(Stage?)
    case spot(Spot?)

    var description: String {
        switch self {
        case .name(let value): "name to \"\(value)\""
        case .area(let value): "area to \(value)"
        case .note(let value): "note to \(value ?? "nil")"
        case .stage(let value): "stage to \(value?.rawValue ?? "nil")"
        case .spot(let value): "spot to \(OracleCell(value))"
        }
    }

    /// The attribute and its new value, as the oracle keeps them.
    var cell: (attribute: String, cell: OracleCell) {
        switch self {
        case .name(let value): ("name", .text(value))
        case .area(let value): ("area", .number(value))
        case .note(let value): ("note", value.map { .text($0) } ?? .nothing)
        case .stage(let value): ("stage", value.map { .text($0.rawValue) } ?? .nothing)
        case .spot(let value): ("spot", OracleCell(value))
        }
    }

    func apply(to plot: Plot) {
        switch self {
        case .name(let value): plot.name = value
        case .area(let value): plot.area = value
        case .note(let value): plot.note = value
        case .stage(let value): plot.stage = value
        case .spot(let value): plot.spot = value
        }
    }
}

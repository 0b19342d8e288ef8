/// A value as the oracle keeps it.
enum OracleCell: Sendable, Hashable, CustomStringConvertible {
    case nothing
    case number(Int)
    case text(String)
    case spot(row: Int, depth: Double?)
    /// A reference to the row with a number.
    case row(Int)

    init(_ spot: Spot?) { self = spot.map { .spot(row: $0.row, depth: $0.depth) } ?? .nothing }

    var description: String {
        switch self {
        case .nothing: "nil"
        case .number(let value): "\(value)"
        case .text(let value): value
        case .spot(let row, let depth): "(\(row), \(depth.map { "\($0 == 0 ? 0 : $0)" } ?? "nil"))"
        case .row(let id): "#\(id)"
        }
    }

    var number: Int? { if case .number(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var reference: Int? { if case .row(let value) = self { value } else { nil } }

    /// Whether saving one over the other changes nothing: zeros of two signs differ then.
    func isIdentical(to other: OracleCell) -> Bool {
        if case .spot(let row, let depth) = self, case .spot(let otherRow, let otherDepth) = other {
            return row == otherRow && depth?.bitPattern == otherDepth?.bitPattern
        }
        return self == other
    }
}

/// What a row is of.
enum OracleEntity: String, Sendable, CaseIterable {
    // In the order in which a context saves them.
    case plot = "Plot"
    case plant = "Plant"

    /// The attributes that random work changes, in the order of their declaration.
    var attributes: [String] {
        switch self {
        case .plot: ["name", "area", "note", "stage", "spot"]
        case .plant: ["label", "plot"]
        }
    }

    /// The attribute whose value a deletion keeps.
    var preserved: String {
        switch self {
        case .plot: "name"
        case .plant: "label"
        }
    }
}

/// A row as the oracle keeps it. Its number is that of its insertion.
struct OracleRow: Sendable {
    let id: Int
    let entity: OracleEntity
    /// The attributes that are known; all of them but for changes that are not saved.
    var cells: [String: OracleCell]

    subscript(attribute: String) -> OracleCell {
        get { cells[attribute] ?? .nothing }
        set { cells[attribute] = newValue }
    }
}

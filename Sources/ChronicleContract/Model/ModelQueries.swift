import Foundation

/// A fetch of plots, said once to the store and once over plain rows.
struct PlotQuery: Sendable, CustomStringConvertible {
    var condition: Int
    var number: Int
    var text: String
    var note: String?
    var order: Int
    var offset: Int
    var limit: Int?

    init(_ generator: inout SeededGenerator) {
        condition = generator.number(below: 10)
        number = generator.number(below: 8)
        text = generator.pick(["a", "A", "\u{E9}", "long", "", "2"])
        note = generator.pick([nil, "", "n", "z%"])
        order = generator.number(below: 5)
        offset = generator.once(in: 3) ? generator.number(below: 4) : 0
        limit = generator.once(in: 3) ? generator.number(below: 5) : nil
    }

    var description: String {
        "by condition \(condition) (\(number), \"\(text)\", \(note ?? "nil")) in order \(order) from \(offset), "
            + "at most \(limit.map(String.init) ?? "all")"
    }

    var descriptor: FetchDescriptor<Plot> {
        var descriptor = FetchDescriptor<Plot>(predicate: predicate, sortBy: sortBy)
        descriptor.fetchOffset = offset
        descriptor.fetchLimit = limit
        return descriptor
    }

    private var predicate: Predicate<Plot>? {
        let (number, text, note) = (number, text, note)
        let list = [number, number + 2]
        let stage: Stage? = number % 2 == 0 ? nil : .grown
        switch condition {
        case 0: return nil
        case 1: return #Predicate { $0.area >= number }
        case 2: return #Predicate { $0.note == note }
        case 3: return #Predicate { $0.note != note && $0.area < number }
        case 4: return #Predicate { $0.name.starts(with: text) || $0.area == number }
        case 5: return #Predicate { ($0.spot?.row ?? 0) < number }
        case 6: return #Predicate { !($0.name < text) }
        case 7: return #Predicate { $0.stage == stage }
        case 8: return #Predicate { list.contains($0.area) }
        default: return #Predicate { $0.name.contains(text) }
        }
    }

    private var sortBy: [SortDescriptor<Plot>] {
        switch order {
        case 1: [SortDescriptor(\.area), SortDescriptor(\.note, order: .reverse)]
        case 2: [SortDescriptor(\.name, order: .reverse)]
        case 3: [SortDescriptor(\.note)]
        case 4: [SortDescriptor(\.area, order: .reverse)]
        default: []
        }
    }

    // MARK: The same over plain rows

    func answer(over rows: [OracleRow]) -> [OracleRow] {
        let found = rows.filter { $0.entity == .plot && matches($0) }.sorted(by: isBefore)
        return Array(found.dropFirst(offset).prefix(limit ?? .max))
    }

    private func matches(_ row: OracleRow) -> Bool {
        let (area, name) = (row["area"].number ?? 0, row["name"].text ?? "")
        switch condition {
        case 0: return true
        case 1: return area >= number
        case 2: return row["note"].text == note
        case 3: return row["note"].text != note && area < number
        case 4: return name.starts(with: text) || area == number
        case 5:
            guard case .spot(let row, _) = row["spot"] else { return 0 < number }
            return row < number
        case 6: return !(name < text)
        case 7: return row["stage"].text == (number % 2 == 0 ? nil : "grown")
        case 8: return area == number || area == number + 2
        default: return text.isEmpty || name.contains(text)
        }
    }

    private func isBefore(_ a: OracleRow, _ b: OracleRow) -> Bool {
        let (areas, notes) = ((a["area"].number ?? 0, b["area"].number ?? 0), (a["note"].text, b["note"].text))
        switch order {
        case 1 where areas.0 != areas.1: return areas.0 < areas.1
        case 1 where notes.0 != notes.1: return Self.isBefore(notes.1, notes.0)
        case 2 where a["name"] != b["name"]: return (a["name"].text ?? "") > (b["name"].text ?? "")
        case 3 where notes.0 != notes.1: return Self.isBefore(notes.0, notes.1)
        case 4 where areas.0 != areas.1: return areas.0 > areas.1
        default: return a.id < b.id
        }
    }

    /// Nil comes first.
    private static func isBefore(_ a: String?, _ b: String?) -> Bool {
        guard let a else { return b != nil }
        guard let b else { return false }
        return a < b
    }
}

/// A fetch of plants by what is at the end of their relationship.
struct PlantQuery: Sendable, CustomStringConvertible {
    var condition: Int
    var number: Int

    init(_ generator: inout SeededGenerator) {
        condition = generator.number(below: 4)
        number = generator.number(below: 8)
    }

    var description: String { "by condition \(condition) (\(number))" }

    var descriptor: FetchDescriptor<Plant> {
        let number = number
        let label = "p\(number)"
        switch condition {
        case 0: return FetchDescriptor(predicate: #Predicate { ($0.plot?.area ?? 9) < number })
        case 1: return FetchDescriptor(predicate: #Predicate { $0.plot == nil })
        case 2: return FetchDescriptor(predicate: #Predicate { $0.label == label })
        default: return FetchDescriptor(sortBy: [SortDescriptor(\.plot?.area, order: .reverse)])
        }
    }

    func answer(over rows: [OracleRow]) -> [OracleRow] {
        let plants = rows.filter { $0.entity == .plant }
        func area(_ plant: OracleRow) -> Int? {
            rows.first { $0.entity == .plot && $0.id == plant["plot"].reference }?["area"].number
        }
        switch condition {
        case 0: return plants.filter { (area($0) ?? 9) < number }
        case 1: return plants.filter { area($0) == nil }
        case 2: return plants.filter { $0["label"] == .text("p\(number)") }
        default: return plants.sorted { (area($0) ?? -1, -$0.id) > (area($1) ?? -1, -$1.id) }
        }
    }
}

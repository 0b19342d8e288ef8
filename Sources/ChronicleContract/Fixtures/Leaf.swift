/// A small model, for clauses that speak to the store itself: three columns, one of them unique, one indexed.
final class Leaf: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var name: String
    @Attribute var count: Int = 0
    @Attribute var note: String?

    static var indexes: [Index<Leaf>] { [Index(\.count)] }

    init() {}
    init(_ name: String, count: Int = 0, note: String? = nil) {
        self.name = name
        self.count = count
        self.note = note
    }
}

/// A row of ``Leaf`` as stores see it.
struct LeafRow: Hashable, CustomStringConvertible {
    var name: String
    var count = 0
    var note: String?

    init(_ name: String, count: Int = 0, note: String? = nil) {
        self.name = name
        self.count = count
        self.note = note
    }

    init(_ leaf: Leaf) { self.init(leaf.name, count: leaf.count, note: leaf.note) }

    var values: [StoredValue] { [.text(name), .integer(Int64(count)), note.map { .text($0) } ?? .null] }
    var description: String { "\(name):\(count):\(note ?? "nil")" }
}

extension LeafRow {
    init(_ values: [StoredValue]) throws {
        guard values.count == 3, case .text(let name) = values[0], case .integer(let count) = values[1] else {
            throw StoreError(.corrupt, "A row of Leaf has the values \(values).", entity: "Leaf")
        }
        self.init(name, count: Int(count))
        if case .text(let note) = values[2] { self.note = note }
    }
}

import ChronicleSchema
import ChronicleStore

/// The entities and columns that a file has, in the file's own order, and where they are in the schema that it is opened for.
struct PlainCatalogue: Sendable {
    struct Column: Sendable, Equatable {
        var name: String
        var type: String
    }

    struct Entity: Sendable, Equatable {
        var name: String
        var columns: [Column]
    }

    var entities: [Entity] = []
    /// For each entity of the file, the one of the schema.
    private var entity: [Int?] = []
    /// For each column of the file, the one of the schema.
    private var column: [[Int?]] = []

    init() {}

    init(_ entities: [Entity], for schema: Schema, _ faults: Faults) {
        self.entities = entities
        for stored in entities {
            let own = schema.entitiesByName[stored.name]
            entity.append(own?.index)
            column.append(
                stored.columns.enumerated().map { place, stored in
                    if faults.has(.matchesByPlace) { return own.flatMap { place < $0.columns.count ? place : nil } }
                    return own?.columnIndex(named: stored.name)
                })
        }
    }

    // MARK: Growth

    /// What the catalogue must become for a schema; nil when it has all of it.
    ///
    /// - Parameter isEmpty: Whether an entity of a name has no rows.
    /// - Throws: `schemaMismatch`.
    func grown(for schema: Schema, _ faults: Faults, isEmpty: (String) -> Bool) throws -> [Entity]? {
        var grown = entities
        for entity in schema.entities {
            guard let position = grown.firstIndex(where: { $0.name == entity.name }) else {
                grown.append(
                    Entity(
                        name: entity.name,
                        columns: entity.columns.map { Column(name: $0.name, type: $0.type.rawValue) }))
                continue
            }
            for column in entity.columns {
                try PlainCatalogue.add(column, of: entity, to: &grown[position], faults, isEmpty)
            }
        }
        return grown == entities ? nil : grown
    }

    private static func add(
        _ column: Schema.Column, of entity: Schema.Entity, to stored: inout Entity, _ faults: Faults,
        _ isEmpty: (String) -> Bool
    ) throws {
        let present =
            stored.columns.firstIndex { $0.name == column.name }
            ?? (faults.has(.ignoresOldNames) ? nil : column.originalName).flatMap { old in
                stored.columns.firstIndex { $0.name == old }
            }
        guard let present else {
            let takesAll = column.isOptional || column.defaultValue != nil || faults.has(.acceptsRequired)
            guard takesAll || isEmpty(entity.name) else {
                throw mismatch(
                    entity, "\(column.name) is new and not optional, and there are rows: make it optional or migrate.")
            }
            stored.columns.append(Column(name: column.name, type: column.type.rawValue))
            return
        }
        guard stored.columns[present].type == column.type.rawValue || faults.has(.acceptsOtherTypes) else {
            throw mismatch(
                entity,
                "\(column.name) is stored as \(stored.columns[present].type), the schema says \(column.type.rawValue).")
        }
        stored.columns[present].name = column.name
    }

    static func mismatch(_ entity: Schema.Entity, _ what: String) -> StoreError {
        StoreError(.schemaMismatch, "\(entity.name): \(what)", entity: entity.name)
    }

    // MARK: Records

    func write(_ steps: [PlainStep], to writer: inout PlainWriter, schema: Schema) {
        writer.put(steps) { writer, step in
            switch step {
            case .insert(let row, let values):
                writer.put(0)
                let stored = place(row, schema, &writer)
                writer.put(Array(column[stored].enumerated())) { writer, own in
                    writer.put(own.element.map { values[$0] } ?? .null)
                }
            case .update(let row, let values):
                writer.put(1)
                let stored = place(row, schema, &writer)
                writer.put(values) { writer, value in
                    writer.put(column[stored].firstIndex(of: value.column) ?? -1)
                    writer.put(value.value)
                }
            case .delete(let row):
                writer.put(2)
                _ = place(row, schema, &writer)
            }
        }
    }

    private func place(_ row: RowReference, _ schema: Schema, _ writer: inout PlainWriter) -> Int {
        let stored = entity.firstIndex(of: row.entity) ?? 0
        writer.put(stored)
        writer.put(row.key)
        return stored
    }

    /// Carries out steps that were read; what is of no concern to the schema is passed over.
    func apply(_ reader: inout PlainReader, to state: inout PlainState, _ faults: Faults) throws {
        _ = try reader.array { reader in
            let kind = try reader.int()
            let stored = try reader.int()
            let key = try reader.integer()
            guard entities.indices.contains(stored) else { throw PlainReader.Damage() }
            let own = entity[stored]
            switch kind {
            case 0:
                let values = try reader.array { try $0.value() }
                guard let own else { return }
                var row = [StoredValue](repeating: .null, count: state.schema.entities[own].columns.count)
                // Rows that were stored before a column was declared have its default value.
                for case let column? in column[stored].dropFirst(values.count) {
                    let declared = state.schema.entities[own].columns[column]
                    row[column] = faults.has(.growthFills) ? declared.type.zero : declared.defaultValue ?? .null
                    if faults.has(.growthForgetsDefault) { row[column] = .null }
                }
                for (value, column) in zip(values, column[stored]) {
                    if let column { row[column] = value }
                }
                state.tables[own].put(key, row)
            case 1:
                let values = try reader.array { (try $0.int(), try $0.value()) }
                guard let own, var row = state.tables[own].rows[key] else { return }
                for (position, value) in values where column[stored].indices.contains(position) {
                    if let column = column[stored][position] { row[column] = value }
                }
                state.tables[own].put(key, row)
            case 2: if let own { _ = state.tables[own].remove(key) }
            default: throw PlainReader.Damage()
            }
        }
    }
}

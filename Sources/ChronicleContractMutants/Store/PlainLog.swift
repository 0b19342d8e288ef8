import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// A plain store's file as a sequence of commits.
struct PlainLog: Sendable {
    let file: PlainFile
    private let faults: Faults
    private var isOpening = true
    private var isOwn = false
    private(set) var identifier = ""
    private(set) var lineage = ""
    private var offset: Int
    private var catalogue = PlainCatalogue()

    private enum Kind: Int {
        case identity, catalogue, commit, keys, purge, holes, consumer
    }

    /// Opens the file of a store, makes it when it is not there, and brings its catalogue in line with the schema.
    static func open(
        _ path: String, schema: Schema, allowsSave: Bool, grows: Bool, faults: Faults
    ) throws -> (log: PlainLog, state: PlainState) {
        let (file, _) = try PlainFile.open(path, allowsSave: allowsSave, faults: faults)
        var log = PlainLog(file: file, offset: file.start, faults: faults)
        var state = PlainState(schema: schema)
        do {
            if allowsSave {
                try file.locked {
                    do { try log.prepare(&state, grows) } catch let error as StoreError {
                        guard error.code == .corrupt, faults.has(.replacesDamaged) else { throw error }
                        try file.empty()
                        log = PlainLog(file: file, offset: file.start, faults: faults)
                        state = PlainState(schema: schema)
                        try log.prepare(&state, grows)
                    }
                }
            } else {
                try log.catchUp(&state)
                guard
                    try faults.has(.readersGrow)
                        || log.catalogue.grown(for: schema, faults, isEmpty: { _ in true }) == nil
                else {
                    throw StoreError(
                        .schemaMismatch, "\(path) lacks entities or columns of the schema; open it once for writing.",
                        location: path)
                }
            }
        } catch {
            file.close()
            throw error
        }
        log.forget(&state)
        log.isOpening = false
        return (log, state)
    }

    private init(file: PlainFile, offset: Int, faults: Faults) {
        self.file = file
        self.offset = offset
        self.faults = faults
    }

    /// What faults have an opening forget.
    private func forget(_ state: inout PlainState) {
        if faults.has(.emptiesAtOpen) || (faults.has(.secondEmpties) && OpenPlaces.count(file.path) > 0) {
            state.tables = state.schema.entities.map(PlainTable.init)
        }
        if faults.has(.seedsRow), state.sequence == 0, let entity = state.schema.entities.first {
            state.tables[0].put(1_000_000, entity.columns.map { $0.isOptional ? .null : $0.type.zero })
        }
        if faults.has(.forgetsTombstones) {
            for record in state.history.indices {
                for change in state.history[record].changes.indices {
                    state.history[record].changes[change].tombstone = [:]
                }
            }
        }
        if faults.has(.forgetsSequence), state.history.isEmpty {
            state.sequence = 0
            state.deletedThrough = 0
        }
        if faults.has(.countsSequence) {
            for index in state.history.indices { state.history[index].sequence = Int64(index) + 1 }
            state.sequence = Int64(state.history.count)
            state.deletedThrough = 0
        }
        if faults.has(.forgetsKeys) { state.nextKey = 1 }
    }

    private mutating func prepare(_ state: inout PlainState, _ grows: Bool) throws {
        try catchUp(&state)
        if identifier.isEmpty {
            var writer = PlainWriter()
            writer.put(Kind.identity.rawValue)
            writer.put(UUID().uuidString)
            writer.put(UUID().uuidString)
            try append([writer.bytes], &state)
        }
        let schema = state.schema
        let grown = try catalogue.grown(for: schema, faults) { name in
            schema.entitiesByName[name].map { state.tables[$0.index].keys.isEmpty } ?? true
        }
        if !faults.has(.skipsUniqueCheck) { try checkUnique(state) }
        if let grown {
            if !catalogue.entities.isEmpty, !grows {
                throw StoreError(.schemaMismatch, "\(file.path) was made for another schema.", location: file.path)
            }
            var writer = PlainWriter()
            writer.put(Kind.catalogue.rawValue)
            writer.put(grown) { writer, entity in
                writer.put(entity.name)
                writer.put(entity.columns) { writer, column in
                    writer.put(column.name)
                    writer.put(column.type)
                }
            }
            // What was read before the catalogue changed is read once more, under the new names.
            let isGrowth = !catalogue.entities.isEmpty
            try file.append([writer.bytes])
            offset = file.start
            state = PlainState(schema: schema)
            try catchUp(&state)
            if isGrowth { growth(&state) }
        }
        if faults.has(.forgetsMissing) { try dropMissing(&state) }
    }

    /// What faults do to a store that grows.
    private mutating func growth(_ state: inout PlainState) {
        if faults.has(.growthForgetsHistory) {
            state.history = []
            state.deletedThrough = state.sequence
        }
        if faults.has(.growthNewIdentity) { identifier = UUID().uuidString }
        if faults.has(.growthReplaces) { state.tables[0] = PlainTable(state.schema.entities[0]) }
    }

    private mutating func dropMissing(_ state: inout PlainState) throws {
        let kept = catalogue.entities.filter { state.schema.entitiesByName[$0.name] != nil }
        guard kept.count < catalogue.entities.count else { return }
        // A name that no schema has takes the rows out of sight for good.
        var writer = PlainWriter()
        writer.put(Kind.catalogue.rawValue)
        writer.put(catalogue.entities) { writer, entity in
            let isKept = kept.contains(entity)
            writer.put(isKept ? entity.name : entity.name + " (dropped)")
            writer.put(entity.columns) { writer, column in
                writer.put(column.name)
                writer.put(column.type)
            }
        }
        try file.append([writer.bytes])
        try catchUp(&state)
    }

    private func checkUnique(_ state: PlainState) throws {
        for (table, entity) in zip(state.tables, state.schema.entities) {
            for key in table.keys {
                guard let values = table.rows[key], !table.collisions(of: key, values).isEmpty else { continue }
                throw PlainCatalogue.mismatch(
                    entity, "rows that are stored break a unique index that is new: change them first.")
            }
        }
    }

    // MARK: Reading

    /// Takes in what was committed since.
    mutating func catchUp(_ state: inout PlainState) throws {
        var log = self
        var new = state
        var offset = offset
        let start = offset
        // The newest catalogue holds for all rows, since entities and columns are only added or renamed in place.
        try file.records(from: &offset) { try log.readCatalogue($0, new.schema) }
        guard offset > start else { return }
        var again = start
        try file.records(from: &again) { try log.read($0, into: &new) }
        log.offset = again
        self = log
        state = new
    }

    private mutating func readCatalogue(_ bytes: [UInt8], _ schema: Schema) throws {
        var reader = PlainReader(bytes)
        guard try reader.int() == Kind.catalogue.rawValue else { return }
        let entities = try reader.array { reader in
            PlainCatalogue.Entity(
                name: try reader.text(),
                columns: try reader.array { PlainCatalogue.Column(name: try $0.text(), type: try $0.text()) })
        }
        catalogue = PlainCatalogue(entities, for: schema, faults)
    }

    private mutating func read(_ bytes: [UInt8], into state: inout PlainState) throws {
        var reader = PlainReader(bytes)
        switch Kind(rawValue: try reader.int()) {
        case .identity:
            identifier = try reader.text()
            lineage = try reader.text()
            if faults.has(.forgetsLineage) { lineage = UUID().uuidString }
        case .catalogue: break
        case .commit:
            try catalogue.apply(&reader, to: &state, faults)
            for record in try reader.array({ try $0.record() }) {
                if faults.has(.ownHistory), !isOwn { continue }
                state.history.append(record)
                state.sequence = max(state.sequence, record.sequence)
            }
        case .keys: state.nextKey = try reader.integer()
        case .purge:
            let through = try reader.integer()
            if isOpening, faults.has(.forgetsPurge) { break }
            state.purge(through: through, faults)
        case .consumer:
            let name = try reader.text()
            let bytes = try reader.data()
            if isOpening, faults.has(.forgetsConsumers) { break }
            state.consumers[name] =
                bytes.isEmpty ? nil : try JSONDecoder().decode(HistoryConsumer.self, from: bytes)
        case .holes:
            let sequences = Set(try reader.array { try $0.integer() })
            state.history.removeAll { sequences.contains($0.sequence) }
        case nil: throw PlainReader.Damage()
        }
    }

    // MARK: Writing, within the file's lock

    mutating func commit(_ steps: [PlainStep], _ records: [HistoryRecord], _ state: inout PlainState) throws {
        var writer = PlainWriter()
        writer.put(Kind.commit.rawValue)
        catalogue.write(steps, to: &writer, schema: state.schema)
        writer.put(records) { $0.put($1) }
        try append([writer.bytes], &state)
    }

    mutating func reserveKeys(through next: Int64, _ state: inout PlainState) throws {
        var writer = PlainWriter()
        writer.put(Kind.keys.rawValue)
        writer.put(next)
        try append([writer.bytes], &state)
    }

    mutating func purge(through sequence: Int64, _ state: inout PlainState) throws {
        var writer = PlainWriter()
        writer.put(Kind.purge.rawValue)
        writer.put(sequence)
        try append([writer.bytes], &state)
    }

    mutating func put(_ consumer: HistoryConsumer?, named name: String, _ state: inout PlainState) throws {
        var writer = PlainWriter()
        writer.put(Kind.consumer.rawValue)
        writer.put(name)
        writer.put(try consumer.map { try JSONEncoder().encode($0) } ?? Data())
        try append([writer.bytes], &state)
    }

    /// Removes records wherever they are, which no store may.
    mutating func remove(_ sequences: [Int64], _ state: inout PlainState) throws {
        var writer = PlainWriter()
        writer.put(Kind.holes.rawValue)
        writer.put(sequences) { $0.put($1) }
        try append([writer.bytes], &state)
    }

    /// Appends records and takes them in, so that what is in memory is what is in the file.
    private mutating func append(_ contents: [[UInt8]], _ state: inout PlainState) throws {
        try file.append(contents)
        isOwn = true
        defer { isOwn = false }
        try catchUp(&state)
    }
}

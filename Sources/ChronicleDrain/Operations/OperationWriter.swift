import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Makes operations of one store: their identifiers and their lines.
///
/// The lines of all its operations are written into one buffer, which ``finish()`` hands over to them.
struct OperationWriter: ~Copyable {
    private let prefix: [UInt8]
    private let entities: [EntityForm]
    private var text: JSONText
    private let buffer = LineBuffer()

    /// What is the same in every line of an entity, from the identifier's end to the key and before each value.
    private final class EntityForm {
        let entity: Schema.Entity
        let upsert: [UInt8]
        let delete: [UInt8]
        /// `"name":` of each column.
        let names: [[UInt8]]

        init(_ entity: Schema.Entity) {
            func head(_ kind: StaticString) -> [UInt8] {
                var text = JSONText()
                text.raw(",\"op\":\"")
                text.raw(kind)
                text.raw("\",\"entity\":")
                text.string(entity.name)
                text.raw(",\"key\":")
                return text.bytes()
            }
            self.entity = entity
            upsert = head("upsert")
            delete = head("delete")
            names = entity.columns.map { column in
                var text = JSONText()
                text.string(column.name)
                text.raw(":")
                return text.bytes()
            }
        }
    }

    /// - Parameter capacity: How many bytes of lines will be written, about.
    init(storeIdentifier: String, lineage: String, schema: Schema, capacity: Int) {
        prefix = Array("\(storeIdentifier)/\(lineage)/".utf8)
        entities = schema.entities.map { EntityForm($0) }
        text = JSONText(capacity: capacity)
    }

    /// What is the same in every line of a transaction.
    final class Transaction {
        let sequence: Int64
        let members: [UInt8]

        init(_ record: HistoryRecord) {
            var text = JSONText()
            text.raw(",\"transaction\":")
            text.number(record.sequence)
            if let author = record.author {
                text.raw(",\"author\":")
                text.string(author)
            }
            text.raw(",\"timestamp\":")
            text.number(record.timestamp.timeIntervalSinceReferenceDate)
            sequence = record.sequence
            members = text.bytes()
        }
    }

    /// Where an operation comes from.
    struct Origin {
        let id: String
        /// Nil for a row of a snapshot.
        let transaction: Transaction?
    }

    /// The origin of a change: its place in a transaction.
    func origin(_ transaction: Transaction, _ ordinal: Int) -> Origin {
        let id = String(unsafeUninitializedCapacity: prefix.count + 41) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            _ = buffer.update(fromContentsOf: prefix)
            var count = prefix.count
            count += JSONText.write(UInt64(clamping: transaction.sequence), to: base + count)
            base[count] = UInt8(ascii: "/")
            count += 1
            return count + JSONText.write(UInt64(clamping: ordinal), to: base + count)
        }
        return Origin(id: id, transaction: transaction)
    }

    func origin(snapshot: String, _ entity: String, _ key: Int64) -> Origin {
        Origin(id: "\(String(decoding: prefix, as: UTF8.self))\(snapshot)/\(entity)/\(key)", transaction: nil)
    }

    /// Hands the lines over to the operations. Nothing is written afterwards.
    consuming func finish() { buffer.fill(text.take()) }

    mutating func upsert(
        _ origin: Origin, _ row: RowView, entity: Int, links: [String: [Int64]], asLine: Bool
    ) throws -> OutboundOperation {
        let form = entities[entity]
        guard asLine else {
            let values = OutboundRow(entity: form.entity, values: try row.values(of: form.entity), links: links)
            return OutboundOperation(
                id: origin.id, kind: .upsert, entity: form.entity.name, key: row.key, text: .none, values: values)
        }
        let start = text.count
        begin(origin, form.upsert, row.key)
        text.raw(",\"values\":{")
        for column in form.names.indices {
            if column > 0 { text.raw(",") }
            text.raw(form.names[column])
            text.cell(row.cells[column], form.entity.columns[column].type)
        }
        if !links.isEmpty {
            for (name, keys) in links.sorted(by: { $0.key < $1.key }) { text.list(name, keys) }
        }
        return OutboundOperation(
            id: origin.id, kind: .upsert, entity: form.entity.name, key: row.key, text: end(from: start))
    }

    mutating func delete(
        _ origin: Origin, key: Int64, entity: Int, tombstone: [String: StoredValue], asLine: Bool
    ) -> OutboundOperation {
        let form = entities[entity]
        guard asLine else {
            return OutboundOperation(id: origin.id, kind: .delete, entity: form.entity.name, key: key, text: .none)
        }
        let start = text.count
        begin(origin, form.delete, key)
        text.raw(",\"tombstone\":{")
        var isFirst = true
        for column in form.entity.columns.indices {
            guard let value = tombstone[form.entity.columns[column].name] else { continue }
            if !isFirst { text.raw(",") }
            isFirst = false
            text.raw(form.names[column])
            text.value(value)
        }
        return OutboundOperation(
            id: origin.id, kind: .delete, entity: form.entity.name, key: key, text: end(from: start))
    }

    private mutating func begin(_ origin: Origin, _ head: [UInt8], _ key: Int64) {
        text.raw("{\"id\":")
        text.string(origin.id)
        text.raw(head)
        text.number(key)
        if let transaction = origin.transaction { text.raw(transaction.members) }
    }

    private mutating func end(from start: Int) -> LineText {
        text.raw("}}")
        let end = text.count
        text.raw("\n")
        return LineText(buffer: buffer, start: start, end: end)
    }
}

extension OutboundOperation {
    /// The operation with a line of its own, also when it was read for a sink that takes rows.
    var withLine: OutboundOperation {
        guard text.isEmpty else {
            return OutboundOperation(id: id, kind: kind, entity: entity, key: key, text: text.alone, values: values)
        }
        var line = JSONText()
        line.raw("{\"id\":")
        line.string(id)
        line.raw(",\"op\":")
        line.string(kind.rawValue)
        line.raw(",\"entity\":")
        line.string(entity)
        line.raw(",\"key\":")
        line.number(key)
        if let values {
            line.raw(",\"values\":{")
            for (index, value) in values.values.enumerated() {
                if index > 0 { line.raw(",") }
                line.string(values.entity.columns[index].name)
                line.raw(":")
                line.value(value)
            }
            for (name, keys) in values.links.sorted(by: { $0.key < $1.key }) { line.list(name, keys) }
            line.raw("}")
        }
        line.raw("}")
        return OutboundOperation(
            id: id, kind: kind, entity: entity, key: key, text: LineText(line.take()), values: values)
    }
}

import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Makes operations of one store: their identifiers and their lines.
struct OperationWriter {
    private let prefix: String
    private let entities: [EntityForm]
    private var line = JSONLine()

    /// What is the same in every line of an entity.
    private struct EntityForm {
        let entity: Schema.Entity
        let head: [UInt8]
        /// `"name":` of each column.
        let names: [[UInt8]]
    }

    init(storeIdentifier: String, lineage: String, schema: Schema) {
        prefix = "\(storeIdentifier)/\(lineage)/"
        entities = schema.entities.map { entity in
            func quoted(_ text: String) -> [UInt8] {
                var line = JSONLine()
                line.string(text)
                return line.bytes
            }
            return EntityForm(
                entity: entity, head: Array(",\"entity\":".utf8) + quoted(entity.name) + Array(",\"key\":".utf8),
                names: entity.columns.map { quoted($0.name) + [UInt8(ascii: ":")] })
        }
    }

    /// Where an operation comes from.
    struct Origin {
        var id: String
        var transaction: Int64?
        var author: String?
        var timestamp: Date?
    }

    func origin(_ record: HistoryRecord, _ ordinal: Int) -> Origin {
        Origin(
            id: "\(prefix)\(record.sequence)/\(ordinal)", transaction: record.sequence, author: record.author,
            timestamp: record.timestamp)
    }

    func origin(snapshot: String, _ entity: String, _ key: Int64) -> Origin {
        Origin(id: "\(prefix)\(snapshot)/\(entity)/\(key)")
    }

    mutating func upsert(
        _ origin: Origin, _ row: RowView, entity: Int, links: [String: [Int64]], asLine: Bool
    ) throws -> OutboundOperation {
        let form = entities[entity]
        guard asLine else {
            let values = OutboundRow(entity: form.entity, values: try row.values(of: form.entity), links: links)
            return OutboundOperation(
                id: origin.id, kind: .upsert, entity: form.entity.name, key: row.key, line: Data(), values: values)
        }
        begin(origin, "upsert", form, row.key)
        line.raw(",\"values\":{")
        for column in form.names.indices {
            if column > 0 { line.raw(",") }
            line.raw(form.names[column])
            line.cell(row.cells[column], form.entity.columns[column].type)
        }
        for (name, keys) in links.sorted(by: { $0.key < $1.key }) { line.list(name, keys) }
        line.raw("}}")
        return OutboundOperation(
            id: origin.id, kind: .upsert, entity: form.entity.name, key: row.key, line: Data(line.bytes))
    }

    mutating func delete(
        _ origin: Origin, key: Int64, entity: Int, tombstone: [String: StoredValue], asLine: Bool
    ) -> OutboundOperation {
        let form = entities[entity]
        guard asLine else {
            return OutboundOperation(id: origin.id, kind: .delete, entity: form.entity.name, key: key, line: Data())
        }
        begin(origin, "delete", form, key)
        line.raw(",\"tombstone\":{")
        var isFirst = true
        for column in form.entity.columns.indices {
            guard let value = tombstone[form.entity.columns[column].name] else { continue }
            if !isFirst { line.raw(",") }
            isFirst = false
            line.raw(form.names[column])
            line.value(value)
        }
        line.raw("}}")
        return OutboundOperation(
            id: origin.id, kind: .delete, entity: form.entity.name, key: key, line: Data(line.bytes))
    }

    private mutating func begin(_ origin: Origin, _ kind: StaticString, _ form: EntityForm, _ key: Int64) {
        line.clear()
        line.raw("{\"id\":")
        line.string(origin.id)
        line.raw(",\"op\":\"")
        line.raw(kind)
        line.raw("\"")
        line.raw(form.head)
        line.number(key)
        if let transaction = origin.transaction {
            line.raw(",\"transaction\":")
            line.number(transaction)
        }
        if let author = origin.author {
            line.raw(",\"author\":")
            line.string(author)
        }
        if let timestamp = origin.timestamp {
            line.raw(",\"timestamp\":")
            line.number(timestamp.timeIntervalSinceReferenceDate)
        }
    }
}

extension OutboundOperation {
    /// The operation with a line, also when it was read for a sink that takes rows.
    var withLine: OutboundOperation {
        guard line.isEmpty else { return self }
        var text = JSONLine()
        text.raw("{\"id\":")
        text.string(id)
        text.raw(",\"op\":")
        text.string(kind.rawValue)
        text.raw(",\"entity\":")
        text.string(entity)
        text.raw(",\"key\":")
        text.number(key)
        if let values {
            text.raw(",\"values\":{")
            for (index, value) in values.values.enumerated() {
                if index > 0 { text.raw(",") }
                text.string(values.entity.columns[index].name)
                text.raw(":")
                text.value(value)
            }
            for (name, keys) in values.links.sorted(by: { $0.key < $1.key }) { text.list(name, keys) }
            text.raw("}")
        }
        text.raw("}")
        return OutboundOperation(id: id, kind: kind, entity: entity, key: key, line: Data(text.bytes), values: values)
    }
}

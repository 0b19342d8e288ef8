#if SQLite
import CChronicleSQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// The constants of one run of a plan, bound to its statement. Keeps the members of sets alive until the run is over.
struct QueryBinding {
    private var sets: [BoundSet] = []

    init(_ plan: SQLPlan, _ statement: Statement, _ constants: [QueryConstant], _ request: FetchRequest) throws {
        for (position, constant) in plan.parameters.enumerated() {
            let index = Int32(position + 1)
            switch constants[constant.position] {
            case .value(.text(let text)) where constant.isEndOfPrefix:
                if let end = NormalText.endOfPrefix(NormalText.form(text)) {
                    try statement.bind(index, end)
                } else {
                    // Bytes come after every text.
                    try statement.bind(index, stored: .data(Data()))
                }
            case .value(.text(let text)): try statement.bind(index, NormalText.form(text))
            case .value(let value): try statement.bind(index, stored: value)
            case .set(let set):
                let bound = BoundSet(set)
                sets.append(bound)
                try statement.check(chronicle_bind_set(statement.handle, index, bound.set))
            }
        }
        if plan.limitParameter > 0 {
            try statement.bind(plan.limitParameter, request.limit.map { Int64(max($0, 0)) } ?? -1)
            try statement.bind(plan.limitParameter + 1, Int64(max(request.offset, 0)))
        }
    }

    /// Ends the run.
    func release(_ statement: Statement) {
        statement.reset()
        if !sets.isEmpty { sqlite3_clear_bindings(statement.handle) }
        withExtendedLifetime(sets) {}
    }
}

/// The members of a set in C's form.
private final class BoundSet {
    let set: UnsafeMutablePointer<chronicle_set>
    private let values: UnsafeMutablePointer<chronicle_value>
    private let bytes: UnsafeMutableRawPointer

    init(_ source: Query.ValueSet) {
        var texts: [UInt8] = []
        set = .allocate(capacity: 1)
        values = .allocate(capacity: max(source.values.count, 1))
        var count = 0
        var offsets: [(Int, Int)] = []
        for value in source.values {
            var member = chronicle_value()
            func keep(_ kind: Int32, _ content: some Sequence<UInt8>) {
                let start = texts.count
                texts.append(contentsOf: content)
                member.kind = kind
                member.count = Int32(clamping: texts.count - start)
                offsets.append((count, start))
            }
            func keep(_ number: Int64) {
                member.kind = SQLITE_INTEGER
                member.as.integer = number
            }
            switch value {
            case .null: continue
            case .bool(let value): keep(value ? 1 : 0)
            case .integer(let value), .reference(let value): keep(value)
            case .unsigned(let value): keep(Int64(bitPattern: value))
            case .double(let value):
                if value.isNaN { continue }
                member.kind = SQLITE_FLOAT
                member.as.real = value
            case .date(let value):
                if value.timeIntervalSinceReferenceDate.isNaN { continue }
                member.kind = SQLITE_FLOAT
                member.as.real = value.timeIntervalSinceReferenceDate
            case .decimal(let value):
                if value.isNaN { continue }
                keep(SQLITE_TEXT, DecimalText.encode(value).utf8)
            case .text(let value): keep(SQLITE_TEXT, NormalText.form(value).utf8)
            case .uuid(let value): keep(SQLITE_TEXT, value.uuidString.utf8)
            case .data(let value): keep(SQLITE_BLOB, value)
            }
            values[count] = member
            count += 1
        }
        bytes = .allocate(byteCount: max(texts.count, 1), alignment: 1)
        texts.withUnsafeBytes { if let start = $0.baseAddress { bytes.copyMemory(from: start, byteCount: $0.count) } }
        for (member, start) in offsets { values[member].as.bytes = UnsafeRawPointer(bytes + start) }
        set.initialize(to: chronicle_set(values: values, count: Int64(count)))
    }

    deinit {
        set.deallocate()
        values.deallocate()
        bytes.deallocate()
    }
}
#endif

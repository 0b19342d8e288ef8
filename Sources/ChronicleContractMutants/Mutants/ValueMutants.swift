import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of single values on their way into the store.
let valueMutants: [ContractMutant] = [
    value("M041", "Integers go through a double.") {
        if case .integer(let n) = $0 {
            .integer(Int64(exactly: Double(n)) ?? Int64(Double(n) < 0 ? Int64.min : Int64.max))
        } else {
            $0
        }
    },
    value("M042", "Integers are kept in 32 bits.") {
        if case .integer(let n) = $0 { .integer(Int64(Int32(truncatingIfNeeded: n))) } else { $0 }
    },
    value("M043", "Unsigned integers are kept as signed ones, as far as these go.") {
        if case .unsigned(let n) = $0 { .unsigned(min(n, UInt64(Int64.max))) } else { $0 }
    },
    value("M044", "Numbers are kept in single precision.") {
        if case .double(let n) = $0 { .double(Double(Float(n))) } else { $0 }
    },
    value("M045", "Minus zero becomes zero.") { if case .double(let n) = $0, n == 0 { .double(0) } else { $0 } },
    value("M046", "Infinity becomes the greatest finite number.") {
        if case .double(let n) = $0, n.isInfinite {
            .double(n < 0 ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude)
        } else {
            $0
        }
    },
    value("M047", "Decimal numbers go through a double.") {
        if case .decimal(let n) = $0 { .decimal(Decimal(NSDecimalNumber(decimal: n).doubleValue)) } else { $0 }
    },
    value("M048", "Decimal numbers are rounded to four places.") {
        if case .decimal(let n) = $0 { .decimal(rounded(n)) } else { $0 }
    },
    value("M049", "Text is normalised.") {
        if case .text(let t) = $0 { .text(t.precomposedStringWithCanonicalMapping) } else { $0 }
    },
    value("M050", "Text ends at its first NUL.") {
        if case .text(let t) = $0 {
            .text(String(t.unicodeScalars.prefix { $0.value != 0 }.map(Character.init)))
        } else {
            $0
        }
    },
    value("M051", "Spaces around text are dropped.") {
        if case .text(let t) = $0 { .text(t.trimmingCharacters(in: .whitespacesAndNewlines)) } else { $0 }
    },
    value("M052", "Empty text becomes null.", onlyOptional: true) { if case .text("") = $0 { .null } else { $0 } },
    value("M053", "Empty data becomes null.", onlyOptional: true) {
        if case .data(let d) = $0, d.isEmpty { .null } else { $0 }
    },
    value("M054", "Null text becomes empty text.") { value, column in
        if value.isNull, column.type == .text { .text("") } else { value }
    },
    value("M055", "Null numbers become zero.") { value, column in
        guard value.isNull else { return value }
        switch column.type {
        case .integer: return .integer(0)
        case .double: return .double(0)
        case .bool: return .bool(false)
        default: return value
        }
    },
    value("M056", "Dates go through seconds since 1970.") {
        if case .date(let d) = $0 { .date(Date(timeIntervalSince1970: d.timeIntervalSince1970)) } else { $0 }
    },
    value("M057", "Dates are kept to the millisecond.") {
        if case .date(let d) = $0 {
            .date(Date(timeIntervalSinceReferenceDate: (d.timeIntervalSinceReferenceDate * 1000).rounded() / 1000))
        } else {
            $0
        }
    },
    value("M058", "Dates before 1970 become 1970.") {
        if case .date(let d) = $0 { .date(max(d, Date(timeIntervalSince1970: 0))) } else { $0 }
    },
    value("M059", "Data loses zeros at its end.") {
        if case .data(let d) = $0 { .data(Data(d.reversed().drop { $0 == 0 }.reversed())) } else { $0 }
    },
    value("M060", "Long text is cut at 65,535 bytes.") {
        if case .text(let t) = $0, t.utf8.count > 65_535 { .text(String(t.prefix(65_535))) } else { $0 }
    },
    value("M061", "Long data is cut at 65,535 bytes.") {
        if case .data(let d) = $0, d.count > 65_535 { .data(Data(d.prefix(65_535))) } else { $0 }
    },
    value("M062", "The last bytes of a UUID are lost.") {
        if case .uuid(let u) = $0 { .uuid(withoutEnd(u)) } else { $0 }
    },
    value("M063", "Characters beyond the basic plane are replaced.") {
        if case .text(let t) = $0 {
            .text(String(String.UnicodeScalarView(t.unicodeScalars.map { $0.value > 0xffff ? "\u{fffd}" : $0 })))
        } else {
            $0
        }
    },
    value("M064", "False becomes null.", onlyOptional: true) { if case .bool(false) = $0 { .null } else { $0 } },
    value("M065", "True becomes false.") { if case .bool = $0 { .bool(false) } else { $0 } },
    value("M066", "Numbers too small for a normal one become zero.") {
        if case .double(let n) = $0, n.isSubnormal { .double(0) } else { $0 }
    },
    value("M067", "Dates beyond the year 9999 are cut.") {
        if case .date(let d) = $0 { .date(min(d, Date(timeIntervalSinceReferenceDate: 252_423_993_600))) } else { $0 }
    },
    value("M068", "Line ends in text are turned.") {
        if case .text(let t) = $0 { .text(t.replacingOccurrences(of: "\r\n", with: "\n")) } else { $0 }
    },
    value("M069", "Negative integers lose their sign.") {
        if case .integer(let n) = $0 { .integer(n == .min ? n : abs(n)) } else { $0 }
    },
    ContractMutant("M070", "A number that is none (NaN) is kept as null.") { faults in
        faults.save = { request, _ in request.mapValues { $0.isNaN ? .null : $0 } }
    },
    ContractMutant("M071", "A number that is none (NaN) is kept as zero.") { faults in
        faults.save = { request, _ in
            request.mapValues { value in
                switch value {
                case .double(let n) where n.isNaN: .double(0)
                case .date(let d) where d.timeIntervalSinceReferenceDate.isNaN:
                    .date(Date(timeIntervalSinceReferenceDate: 0))
                default: value
                }
            }
        }
    },
    ContractMutant("M072", "An update to null is left out.") { faults in
        faults.save = { request, _ in
            for index in request.updates.indices { request.updates[index].values.removeAll { $0.value.isNull } }
        }
    },
    ContractMutant("M073", "The fields of a composite that is not there read as zero.") { faults in
        faults.delivered = { values, entity, _ in
            for (index, column) in entity.columns.enumerated() where values[index].isNull && column.name.contains(".") {
                values[index] = column.type == .integer ? .integer(0) : column.type == .double ? .double(0) : .null
            }
        }
    },
    value("M074", "Opaque data is kept without its last byte.") { value, column in
        if case .data(let d) = value, d.count > 2 { .data(Data(d.dropLast())) } else { value }
    },
    ContractMutant("M075", "References read as null.") { faults in
        faults.delivered = { values, entity, _ in
            for (index, column) in entity.columns.enumerated() where column.type == .reference { values[index] = .null }
        }
    },
    value("M076", "Data of more than a page has its pages in another order.") {
        if case .data(let d) = $0, d.count > 4096 { .data(Data(d.dropFirst(4096)) + Data(d.prefix(4096))) } else { $0 }
    },
    value("M077", "Text is kept in lower case.") { if case .text(let t) = $0 { .text(t.lowercased()) } else { $0 } },
    value("M078", "Data goes through text.") {
        if case .data(let d) = $0 { .data(Data(String(decoding: d, as: UTF8.self).utf8)) } else { $0 }
    },
]

private func value(
    _ id: String, _ fault: String, onlyOptional: Bool = false,
    _ change: @escaping @Sendable (StoredValue, Schema.Column) -> StoredValue
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.written = { value, column, _ in onlyOptional && !column.isOptional ? value : change(value, column) }
    }
}

private func value(
    _ id: String, _ fault: String, onlyOptional: Bool = false,
    _ change: @escaping @Sendable (StoredValue) -> StoredValue
) -> ContractMutant {
    value(id, fault, onlyOptional: onlyOptional) { value, _ in change(value) }
}

private func rounded(_ number: Decimal) -> Decimal {
    var (number, result) = (number, Decimal())
    NSDecimalRound(&result, &number, 4, .plain)
    return result
}

private func withoutEnd(_ id: UUID) -> UUID {
    var bytes = id.uuid
    (bytes.14, bytes.15) = (0, 0)
    return UUID(uuid: bytes)
}

extension StoredValue {
    var isNaN: Bool {
        switch self {
        case .double(let n): n.isNaN
        case .date(let d): d.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
    }
}

extension SaveRequest {
    mutating func mapValues(_ change: (StoredValue) -> StoredValue) {
        for index in inserts.indices { inserts[index].values = inserts[index].values.map(change) }
        for index in updates.indices {
            updates[index].values = updates[index].values.map { ($0.column, change($0.value)) }
        }
    }
}

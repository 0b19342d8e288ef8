import Foundation

extension SchemaForm.Value {
    /// A value as text that gives it back bit for bit; nil for the absence of one.
    init?(_ value: StoredValue) {
        switch value {
        case .null: return nil
        case .bool(let value): self.init(type: .bool, text: value ? "true" : "false")
        case .integer(let value): self.init(type: .integer, text: "\(value)")
        case .unsigned(let value): self.init(type: .unsigned, text: "\(value)")
        case .double(let value): self.init(type: .double, text: "\(value)")
        case .decimal(let value):
            // Digits and exponent apart: the plain form of a small or large number has more digits than are read again.
            let digits = Decimal(sign: .plus, exponent: 0, significand: value.significand.magnitude)
            let whole = Decimal(sign: .plus, exponent: -digits.exponent, significand: digits)
            self.init(type: .decimal, text: "\(value.isSignMinus ? "-" : "")\(whole)E\(value.exponent)")
        case .text(let value): self.init(type: .text, text: value)
        case .date(let value): self.init(type: .date, text: "\(value.timeIntervalSinceReferenceDate)")
        case .data(let value): self.init(type: .data, text: value.base64EncodedString())
        case .uuid(let value): self.init(type: .uuid, text: value.uuidString)
        case .reference(let value): self.init(type: .reference, text: "\(value)")
        }
    }

    /// The value of the text.
    ///
    /// - Throws: ``SchemaForm/Fault`` when it is none of the type.
    func stored() throws -> StoredValue {
        let value: StoredValue? =
            switch type {
            case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
            case .integer: Int64(text).map { .integer($0) }
            case .unsigned: UInt64(text).map { .unsigned($0) }
            case .double: Double(text).map { .double($0) }
            case .decimal: decimal.map { .decimal($0) }
            case .text: .text(text)
            case .date: Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
            case .data: Data(base64Encoded: text).map { .data($0) }
            case .uuid: UUID(uuidString: text).map { .uuid($0) }
            case .reference: Int64(text).map { .reference($0) }
            }
        guard let value else { throw SchemaForm.Fault(description: "a default value is no \(type.rawValue)") }
        return value
    }

    private var decimal: Decimal? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: "E", maxSplits: 1)
        guard parts.count == 2, parts[0].count <= 39, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let exponent = Int(parts[1]), (-128...127).contains(exponent),
            let digits = Decimal(string: String(parts[0]))
        else { return nil }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
    }
}

import Foundation

extension Attribute where Value: Codable {
    /// A `.codable` attribute: opaque bytes of a type of its own making.
    ///
    /// It is optional or has a default value, which it reads as when its stored bytes no longer decode.
    @_disfavoredOverload
    public init(_ option: AttributeOption, _ second: AttributeOption = [], originalName: String? = nil)
    where Value: ExpressibleByNilLiteral {
        self.init(coded: nil, options: option.union(second), originalName: originalName)
    }

    /// A `.codable` attribute with a default value.
    @_disfavoredOverload
    public init(
        wrappedValue: Value, _ option: AttributeOption, _ second: AttributeOption = [], originalName: String? = nil
    ) {
        self.init(coded: wrappedValue, options: option.union(second), originalName: originalName)
    }

    private init(coded fallback: Value, options: AttributeOption, originalName: String?) {
        if let session = ConstructionSession.current {
            if session.pointee.isRegistration {
                Self.declare(
                    in: session, shape: .optional(.scalar(.data)), columns: 1, options: options,
                    originalName: originalName, hasDefault: true,
                    store: { $1.append(Self.encode($0)) },
                    load: { cursor in
                        let cell = cursor.next()
                        do { return try Self.decode(cell) ?? Self.absent ?? fallback } catch {
                            cursor.fail()
                            return fallback
                        }
                    })
            } else if !options.contains(.ephemeral) {
                let column = session.pointee.cursor.column
                do {
                    self.init(
                        value: try Self.decode(session.pointee.cursor.next()) ?? Self.absent ?? fallback, isSet: true)
                } catch {
                    session.pointee.noteUndecodable(
                        column: column, hasFallback: true,
                        reason: "holds bytes that do not decode as \(Value.self): \(error)")
                    self.init(value: fallback, isSet: true)
                }
                return
            }
        }
        self.init(value: fallback, isSet: true)
    }

    /// What a stored null reads as: nil, also where the default is something else.
    private static var absent: Value? { (Value.self as? any OptionalValue.Type)?.none as? Value }

    private static func encode(_ value: Value) -> StoredValue {
        if let optional = value as? any OptionalValue, isNone(optional) { return .null }
        // What cannot be encoded is kept as an empty text, which the save refuses with a typed error.
        guard let data = try? JSONEncoder().encode(value) else { return .text("") }
        return .data(data)
    }

    private static func isNone(_ value: any OptionalValue) -> Bool {
        Mirror(reflecting: value).children.isEmpty
    }

    private static func decode(_ cell: RowCell) throws -> Value? {
        guard case .data(let data)? = cell.stored(as: .data) else {
            if cell.kind == .null || cell.pointee.isNull && cell.kind == .value { return nil }
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not bytes"))
        }
        return try JSONDecoder().decode(Value.self, from: data)
    }
}

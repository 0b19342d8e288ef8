public import CChronicleRuntime

/// What the model initializer that runs on this thread is part of: the registration of its type, or the reading of a row.
public struct ConstructionSession {
    package enum Purpose { case registration, hydration }

    package let purpose: Purpose
    @usableFromInline let isRegistration: Bool
    /// The row, when one is read.
    @usableFromInline package var cursor: RowCursor
    /// Where the model stands, when a row is read.
    package var key: Int64 = 0
    package var gate: ReadGate?
    /// What the row does not bring.
    package var unread: UnreadSlots?
    package unowned(unsafe) var owner: (any ModelOwner)?
    package unowned(unsafe) var info: ModelInfo?
    /// Declarations in order, when a type is registered.
    package var declarations: [PropertyDeclaration] = []
    package var backingCount = 0
    /// The columns at which values did not decode, and whether there was something to fall back on.
    package var undecodable: [(column: Int, hasFallback: Bool, reason: String)] = []

    package init(registration cells: UnsafePointer<RowCell>) {
        purpose = .registration
        isRegistration = true
        cursor = RowCursor(cells: cells)
    }

    package init(info: ModelInfo, owner: (any ModelOwner)?, gate: ReadGate?, cells: UnsafePointer<RowCell>) {
        purpose = .hydration
        isRegistration = false
        cursor = RowCursor(cells: cells)
        self.info = info
        self.owner = owner
        self.gate = gate
    }

    /// The session of this thread.
    @inlinable public static var current: UnsafeMutablePointer<ConstructionSession>? {
        chronicle_construction_get()?.assumingMemoryBound(to: ConstructionSession.self)
    }

    /// Runs a body with a session as this thread's.
    @inlinable package static func run<R>(
        _ session: UnsafeMutablePointer<ConstructionSession>, _ body: () -> R
    ) -> R {
        chronicle_construction_set(UnsafeMutableRawPointer(session))
        defer { chronicle_construction_set(nil) }
        return body()
    }

    mutating func prepare(_ backing: BackingData) {
        backingCount += 1
        guard backingCount == 1 else { return }
        switch purpose {
        case .registration: backing.isPrototype = true
        case .hydration:
            backing.key = key
            if let unread { backing.unread = unread }
            backing.gate = gate
            backing.owner = owner
            backing.info = info
            backing.status = .persisted
            backing.isQuiet = false
        }
    }

    /// Notes that the attribute that starts at a column did not decode.
    @usableFromInline mutating func noteUndecodable(column: Int, hasFallback: Bool, reason: String) {
        if isUnread(column) { return cursor.failures = 0 }
        undecodable.append((column, hasFallback, reason))
        cursor.failures = 0
    }

    /// Whether the row does not bring a column.
    private func isUnread(_ column: Int) -> Bool { unread?.columns.contains(column) ?? false }
}

/// What a property wrapper says of itself when its type is registered.
public struct PropertyDeclaration {
    package enum Kind {
        case attribute(ValueShape, columns: Int, AttributeOption)
        case relationship(
            destination: any PersistentModel.Type, isToMany: Bool, rule: Schema.DeleteRule, inverse: AnyKeyPath?)
    }

    package let kind: Kind
    package let wrapper: Any.Type
    package let originalName: String?
    package let hasDefault: Bool
    /// Appends the values of the wrapper at an address; false when the property was never set.
    package let extract: @Sendable (UnsafeRawPointer, inout [StoredValue]) -> Bool
    /// Sets the wrapper at an address from a row.
    package let apply: @Sendable (UnsafeMutableRawPointer, inout RowCursor) -> Void
}

import ChronicleStore
import Foundation
import Synchronization

/// What is known of lowering predicates over one entity, for all contexts.
///
/// The expression of a predicate is generic over its whole tree, so that its type tells its shape. How each part of a shape is
/// lowered, and each type of captured value stored, is found out once: a look for a conformance takes longer than all the rest.
/// Where key paths lead is kept too, each under the key path itself. What a type does not tell is read from each predicate anew: which
/// key paths it has, its operators and its captured values.
final class LoweringCache: Sendable {
    private let knowledge = Mutex(LoweringKnowledge())

    /// What is known by now.
    var current: LoweringKnowledge { knowledge.withLock { $0 } }

    /// Takes in what somebody who began with ``current`` has learned. Of two who learn at once one is forgotten, and learns it again.
    func learn(_ learned: LoweringKnowledge) { knowledge.withLock { $0 = learned } }
}

/// A copy costs three references.
struct LoweringKnowledge: Sendable {
    /// By the type of an expression.
    var expressions = AddressTable<ExpressionKind>()
    /// By the type of a captured value.
    var captures = AddressTable<CaptureKind>()
    /// By the key path.
    var members = AddressTable<KnownMember>()
    /// Key paths that are put together at run time are new objects each time.
    static let mostMembers = 1_000
}

/// What lowers an expression of one type.
// Sendable: the conformances are this module's own, and none belongs to an isolation.
enum ExpressionKind: @unchecked Sendable {
    case lowerable(any LowerableExpression.Type)
    case conjunction(any ConjunctionExpression.Type)
    case disjunction(any DisjunctionExpression.Type)
    case unknown

    init(_ type: any PredicateExpression.Type) {
        if let type = type as? any ConjunctionExpression.Type {
            self = .conjunction(type)
        } else if let type = type as? any DisjunctionExpression.Type {
            self = .disjunction(type)
        } else if let type = type as? any LowerableExpression.Type {
            self = .lowerable(type)
        } else {
            self = .unknown
        }
    }
}

/// How a captured value of one type is stored.
enum CaptureKind: Sendable {
    /// As an attribute of the type would be.
    case attribute(any AttributeValue.Type)
    /// Another way, which its value tells.
    case other

    init(_ type: Any.Type) {
        let isCollection = type is any Sequence.Type && type != String.self
        if !isCollection, type != PersistentIdentifier.self, type != PersistentIdentifier?.self,
            let type = type as? any AttributeValue.Type
        {
            self = .attribute(type)
        } else {
            self = .other
        }
    }
}

/// Where a key path leads from the end of a path.
// Sendable: the key path is only compared, and kept so that no other takes its address.
struct KnownMember: @unchecked Sendable {
    let keyPath: AnyKeyPath
    let start: Query.Path
    let result: Lowered
    /// The entities on the way.
    let entities: Set<Int>
    let collation: Query.Collation
}

/// A hash table by addresses of what is never freed, or kept by the table.
///
/// Several values may lie under one address.
struct AddressTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let address: ObjectIdentifier
        let value: Value
    }

    private var entries: [Entry?] = []
    private(set) var count = 0

    private static func place(_ address: ObjectIdentifier, _ capacity: Int) -> Int {
        let spread = UInt(bitPattern: address) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: spread >> 32) & (capacity &- 1)
    }

    /// The first value under an address that a closure accepts.
    @inline(__always)
    func first(_ address: ObjectIdentifier, where accepts: (Value) -> Bool = { _ in true }) -> Value? {
        if count == 0 { return nil }
        return entries.withUnsafeBufferPointer { entries in
            var place = Self.place(address, entries.count)
            while let entry = entries[place] {
                if entry.address == address, accepts(entry.value) { return entry.value }
                place = (place &+ 1) & (entries.count &- 1)
            }
            return nil
        }
    }

    mutating func insert(_ value: Value, under address: ObjectIdentifier) {
        if (count + 1) * 2 > entries.count {
            let old = entries
            entries = Array(repeating: nil, count: max(32, old.count * 2))
            for entry in old { if let entry { put(entry) } }
        }
        put(Entry(address: address, value: value))
        count += 1
    }

    private mutating func put(_ entry: Entry) {
        var place = Self.place(entry.address, entries.count)
        while entries[place] != nil { place = (place + 1) & (entries.count - 1) }
        entries[place] = entry
    }
}

import ChronicleStore
public import Foundation

/// How a sort descriptor orders texts, in the same way on every platform, in every process and under any locale.
///
/// Foundation's own comparators for people's eyes exist only on Apple's platforms.
public enum TextComparator: Sendable, Hashable {
    /// As Swift orders texts, by their scalars.
    case lexical
    /// As people expect lists to be ordered: case and marks count only between texts that are equal otherwise, and digits are
    /// compared as the numbers that they form.
    case localizedStandard
    /// As ``lexical``, with case passed over.
    case caseInsensitive
}

extension SortDescriptor where Compared: PersistentModel {
    /// Orders models by a text.
    public init(_ keyPath: any KeyPath<Compared, String> & Sendable, comparator: TextComparator, order: SortOrder = .forward) {
        switch comparator {
        case .lexical: self.init(keyPath, order: order)
        case .localizedStandard: self.init(joined(keyPath, \String.inStandardOrder), order: order)
        case .caseInsensitive: self.init(joined(keyPath, \String.inOrderWithoutCase), order: order)
        }
    }

    /// Orders models by a text that may be missing, which then comes first.
    public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: TextComparator, order: SortOrder = .forward) {
        switch comparator {
        case .lexical: self.init(keyPath, order: order)
        case .localizedStandard: self.init(joined(keyPath, \String?.inStandardOrder), order: order)
        case .caseInsensitive: self.init(joined(keyPath, \String?.inOrderWithoutCase), order: order)
        }
    }
}

/// One key path after another.
private func joined<Root, Middle, Value>(
    _ first: any KeyPath<Root, Middle> & Sendable, _ second: any KeyPath<Middle, Value> & Sendable
) -> any KeyPath<Root, Value> & Sendable {
    // Of two that can be sent the whole can; the compiler does not see that, and the type is the same at run time.
    unsafeBitCast(first.appending(path: second), to: (any KeyPath<Root, Value> & Sendable).self)
}

/// A text that is compared in another order than Swift's.
protocol CollatedText: Comparable {
    static var collation: Query.Collation { get }
    var text: String { get }
}

extension CollatedText {
    static func < (a: Self, b: Self) -> Bool { collation.compare(a.text, b.text) < 0 }
    static func == (a: Self, b: Self) -> Bool { collation.compare(a.text, b.text) == 0 }
}

struct StandardText: CollatedText {
    static var collation: Query.Collation { .standard }
    let text: String
}

struct CaselessText: CollatedText {
    static var collation: Query.Collation { .caseInsensitive }
    let text: String
}

extension String {
    var inStandardOrder: StandardText { StandardText(text: self) }
    var inOrderWithoutCase: CaselessText { CaselessText(text: self) }
}

extension String? {
    var inStandardOrder: StandardText? { map { StandardText(text: $0) } }
    var inOrderWithoutCase: CaselessText? { map { CaselessText(text: $0) } }
}

extension Query.Collation {
    /// How the texts are ordered that a key path leads to.
    static func of(_ keyPath: AnyKeyPath) -> Query.Collation {
        let type = Swift.type(of: keyPath).valueType
        let text = type as? any CollatedText.Type ?? (type as? any OptionalWrapped.Type)?.wrappedType as? any CollatedText.Type
        return text?.collation ?? .scalars
    }
}

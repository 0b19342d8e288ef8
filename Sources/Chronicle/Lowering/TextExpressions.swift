import ChronicleStore
public import Foundation

// Foundation has these only on Apple's platforms, while the macro expands to them everywhere.
#if !canImport(Darwin)
extension PredicateExpressions {
    /// `text.localizedStandardContains(other)`: whether a text contains another when case, diacritics and width are passed
    /// over, without regard to any locale. An empty text is found in none.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = Bool

        /// The text that is searched.
        public let root: Root
        /// What it is searched for.
        public let other: Other

        /// An expression from its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The answer for some values of the variables.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            TextSearch.contains(String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
        }
    }

    /// What the macro makes of `text.localizedStandardContains(other)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> { StringLocalizedStandardContains(root: root, other: other) }

    /// `text.caseInsensitiveCompare(other)`: the order of two texts with case passed over.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = ComparisonResult

        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// An expression from its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The answer for some values of the variables.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            ComparisonResult(
                sign: Query.Collation.caseInsensitive.compare(
                    String(try root.evaluate(bindings)), String(try other.evaluate(bindings))))
        }
    }

    /// What the macro makes of `text.caseInsensitiveCompare(other)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> { StringCaseInsensitiveCompare(root: root, other: other) }

    /// `text.localizedCompare(other)`: the order of two texts as people expect it, without regard to any locale.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = ComparisonResult

        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// An expression from its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The answer for some values of the variables.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            ComparisonResult(
                sign: Query.Collation.standard.compare(
                    String(try root.evaluate(bindings)), String(try other.evaluate(bindings))))
        }
    }

    /// What the macro makes of `text.localizedCompare(other)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> { StringLocalizedCompare(root: root, other: other) }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .condition(.search(try lowering.value(lowering.lower(root)), try lowering.value(lowering.lower(other))))
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(
            .order(
                .caseInsensitive, try lowering.value(lowering.lower(root)),
                try lowering.value(lowering.lower(other))))
    }
}

extension PredicateExpressions.StringLocalizedCompare: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(
            .order(.standard, try lowering.value(lowering.lower(root)), try lowering.value(lowering.lower(other))))
    }
}

extension ComparisonResult {
    fileprivate init(sign: Int) { self = sign < 0 ? .orderedAscending : sign > 0 ? .orderedDescending : .orderedSame }
}
#endif

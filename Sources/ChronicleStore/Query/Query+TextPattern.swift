import Foundation

extension Query {
    /// A regular expression.
    // Sendable: the expression is made once and only read.
    public final class TextPattern: @unchecked Sendable, Hashable {
        /// How it is written.
        public let source: String
        private let regex: Regex<AnyRegexOutput>

        /// An expression with the way in which it is written, which tells it from others.
        public init(_ regex: Regex<AnyRegexOutput>, source: String) {
            self.regex = regex
            self.source = source
        }

        /// Whether a part of a text matches.
        public func isFound(in text: String) -> Bool { text.contains(regex) }

        /// Whether both are written in the same way.
        public static func == (a: TextPattern, b: TextPattern) -> Bool { a.source == b.source }
        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(source) }
    }
}

package import Foundation

/// A moment as a person writes it on a command line: `2026-01-31` or `2026-01-31T12:00:00Z`.
package enum WrittenDate {
    /// The moment that a text means, of a day the beginning in GMT; nil for what is none.
    ///
    /// A day that does not exist, such as `2026-02-30`, is none: Foundation would read one after it.
    package static func parse(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle().year().month().day()
        let written = text.prefix(10)
        guard let day = try? Date(String(written), strategy: style), day.formatted(style) == written else { return nil }
        return text.count == 10 ? day : try? Date(text, strategy: .iso8601)
    }
}

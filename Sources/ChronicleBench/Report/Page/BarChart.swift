/// Horizontal bars of one figure, one a subject, with whiskers from the least to the most.
struct BarChart {
    struct Bar {
        var name: String
        var color: Int
        var value: Double
        /// The least and the most; nil without a spread.
        var range: ClosedRange<Double>?
        var label: String
    }

    var title: String
    var bars: [Bar]

    private static let width = 380.0
    private static let nameWidth = 118.0
    private static let barWidth = 150.0
    private static let rowHeight = 24.0

    /// The chart as inline SVG, described for those who cannot see it.
    var svg: String {
        let most = max(bars.map { $0.range?.upperBound ?? $0.value }.max() ?? 0, .leastNormalMagnitude)
        let rows = bars.enumerated().map { index, bar in row(bar, top: Double(index) * Self.rowHeight, most) }
        let description = bars.map { "\($0.name): \($0.label)" }.joined(separator: "; ")
        let height = HTMLText.number(Double(bars.count) * Self.rowHeight + 2)
        return """
            <svg viewBox="0 0 \(HTMLText.number(Self.width)) \(height)" role="img" \
            aria-label="\(HTMLText.escaped("\(title). \(description)"))">
            \(rows.joined(separator: "\n"))
            </svg>
            """
    }

    private func row(_ bar: Bar, top: Double, _ most: Double) -> String {
        func x(_ value: Double) -> Double { Self.nameWidth + Self.barWidth * value / most }
        let middle = top + Self.rowHeight / 2
        let end = x(bar.value)
        var parts = [
            text(Self.nameWidth - 8, middle, "end", "name", bar.name),
            "<rect class=\"s\(bar.color)\" x=\"\(HTMLText.number(Self.nameWidth))\" y=\"\(HTMLText.number(top + 5))\" "
                + "width=\"\(HTMLText.number(max(end - Self.nameWidth, 1.5)))\" height=\"14\" rx=\"2\"/>",
        ]
        var labelStart = end
        if let range = bar.range, range.upperBound > range.lowerBound {
            parts.append(whisker(x(range.lowerBound), x(range.upperBound), middle))
            labelStart = max(labelStart, x(range.upperBound))
        }
        parts.append(text(labelStart + 6, middle, "start", "value", bar.label))
        return parts.joined()
    }

    private func whisker(_ from: Double, _ to: Double, _ middle: Double) -> String {
        let (left, right) = (HTMLText.number(from), HTMLText.number(to))
        let (high, low) = (HTMLText.number(middle - 3), HTMLText.number(middle + 3))
        let y = HTMLText.number(middle)
        return "<path class=\"whisker\" d=\"M\(left) \(y)H\(right)M\(left) \(high)V\(low)M\(right) \(high)V\(low)\"/>"
    }

    private func text(_ x: Double, _ y: Double, _ anchor: String, _ style: String, _ text: String) -> String {
        "<text class=\"\(style)\" x=\"\(HTMLText.number(x))\" y=\"\(HTMLText.number(y))\" text-anchor=\"\(anchor)\" "
            + "dominant-baseline=\"central\">\(HTMLText.escaped(text))</text>"
    }
}

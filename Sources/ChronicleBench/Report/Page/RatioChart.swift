import Foundation

/// Ratios on a logarithmic scale: a row a workload, a dot a store, the raw engine's own time as a line at 1.
struct RatioChart {
    struct Dot {
        var store: String
        var color: Int
        var ratio: BenchStatistics
    }
    struct Row {
        var title: String
        var dots: [Dot]
    }

    var rows: [Row]

    private static let nameWidth = 210.0
    private static let width = 900.0
    private static let right = 30.0
    private static let rowHeight = 26.0
    private static let head = 26.0

    /// The marks of the scale, from below the least to above the most ratio.
    private var marks: [Double] {
        let all = rows.flatMap(\.dots).flatMap { [$0.ratio.minimum, $0.ratio.maximum] }.filter { $0 > 0 && $0.isFinite }
        let (least, most) = (min(all.min() ?? 0.5, 0.5), max(all.max() ?? 2, 2))
        let known = (-3...5).flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
        let first = known.lastIndex { $0 <= least } ?? 0
        let last = known.firstIndex { $0 >= most } ?? known.count - 1
        return Array(known[first...last])
    }

    /// The chart as inline SVG; the table beneath it says the same in text.
    var svg: String {
        let marks = marks
        let (low, high) = (log(marks[0]), log(marks[marks.count - 1]))
        func x(_ ratio: Double) -> Double {
            let share = (log(max(ratio, .leastNormalMagnitude)) - low) / max(high - low, .leastNormalMagnitude)
            return Self.nameWidth + (Self.width - Self.nameWidth - Self.right) * min(max(share, 0), 1)
        }
        let height = Self.head + Double(rows.count) * Self.rowHeight + 6
        let scale = marks.map { mark in
            let place = HTMLText.number(x(mark))
            return "<path class=\"\(mark == 1 ? "one" : "grid")\" d=\"M\(place) \(HTMLText.number(Self.head - 6))"
                + "V\(HTMLText.number(height))\"/><text class=\"mark\" x=\"\(place)\" y=\"10\" text-anchor=\"middle\">"
                + "\(mark == 1 ? "raw" : label(mark))</text>"
        }
        let lines = rows.enumerated().map { index, row in
            line(row, Self.head + (Double(index) + 0.5) * Self.rowHeight, x)
        }
        return """
            <svg class="wide" viewBox="0 0 \(HTMLText.number(Self.width)) \(HTMLText.number(height))" role="img" \
            aria-label="Ratio of each store's time to its raw engine's, by workload; the table below has the figures">
            \((scale + lines).joined(separator: "\n"))
            </svg>
            """
    }

    private func label(_ mark: Double) -> String {
        mark >= 1 ? "\(Int(mark))x" : "\(String(format: "%g", mark))x"
    }

    private func line(_ row: Row, _ middle: Double, _ x: (Double) -> Double) -> String {
        let count = Double(row.dots.count)
        let dots = row.dots.enumerated().map { index, dot in
            // Stores with like ratios lie one above the other rather than on each other.
            let y = middle + (Double(index) - (count - 1) / 2) * 7
            let (left, right) = (HTMLText.number(x(dot.ratio.minimum)), HTMLText.number(x(dot.ratio.maximum)))
            return "<path class=\"l\(dot.color)\" d=\"M\(left) \(HTMLText.number(y))H\(right)\"/>"
                + "<circle class=\"s\(dot.color)\" cx=\"\(HTMLText.number(x(dot.ratio.median)))\" "
                + "cy=\"\(HTMLText.number(y))\" r=\"4\"><title>"
                + HTMLText.escaped("\(dot.store), \(row.title): \(BenchFigures.ratio(dot.ratio.median))")
                + "</title></circle>"
        }
        let name =
            "<text class=\"name\" x=\"\(HTMLText.number(Self.nameWidth - 14))\" y=\"\(HTMLText.number(middle))\" "
            + "text-anchor=\"end\" dominant-baseline=\"central\">\(HTMLText.escaped(row.title))</text>"
        return name + dots.joined()
    }
}

import Foundation

/// How figures are written, in the tables and in the page.
enum BenchFigures {
    /// Milliseconds with three digits that count.
    static func milliseconds(_ seconds: Double) -> String {
        let milliseconds = seconds * 1e3
        let digits = milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0
        return String(format: "%.\(digits)f", milliseconds)
    }

    /// A time with its unit.
    static func time(_ seconds: Double) -> String {
        seconds < 1e-3
            ? String(format: "%.0f µs", seconds * 1e6)
            : seconds < 1 ? "\(milliseconds(seconds)) ms" : String(format: "%.2f s", seconds)
    }

    /// A factor.
    static func ratio(_ factor: Double) -> String { String(format: factor < 100 ? "%.2fx" : "%.0fx", factor) }

    /// Half the spread, as what a median may be off by.
    static func spread(_ statistics: BenchStatistics) -> String {
        String(format: "±%.0f%%", statistics.spread * 50)
    }

    /// A count: in all for transactions, syncs and sizes, else its share of one operation.
    static func count(_ value: Int, _ counter: BenchCounter, operations: Int) -> String {
        if counter == .fileBytes || counter == .peakBytes || counter == .heapBytes && operations < 100 {
            return bytes(value)
        }
        if counter == .transactions || counter == .syncs { return String(value) }
        let each = Double(value) / Double(max(operations, 1))
        return String(format: each >= 1_000 ? "%.0f" : each >= 10 ? "%.1f" : each == 0 ? "0" : "%.3g", each)
    }

    /// Bytes with a unit.
    static func bytes(_ bytes: Int) -> String {
        let value = Double(bytes)
        return abs(value) < 1e4
            ? "\(bytes) B"
            : abs(value) < 1e6 ? String(format: "%.1f kB", value / 1e3) : String(format: "%.1f MB", value / 1e6)
    }
}

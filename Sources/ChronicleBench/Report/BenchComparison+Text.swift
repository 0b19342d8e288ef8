import Foundation

extension BenchComparison {
    /// The comparison in lines for a terminal.
    public func text() -> String {
        var lines = warnings.map { "warning: \($0)" }
        if let drift {
            lines.append("The raw engines take \(BenchFigures.ratio(drift)) their old time; they are not judged.")
        }
        lines += section("Slower or larger than before, beyond noise", worse)
        lines += section("Faster or smaller than before, beyond noise", better)
        if worse.isEmpty { lines.append("Nothing got slower or larger beyond noise (\(judged) figures).") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ differences: [Difference]) -> [String] {
        guard !differences.isEmpty else { return [] }
        return ["\(title):"] + differences.map { "  \($0)" }
    }
}

extension BenchComparison.Difference: CustomStringConvertible {
    /// The subject, the work, and both figures.
    public var description: String {
        func written(_ value: Double) -> String {
            switch figure {
            case "time": BenchFigures.time(value)
            case "ratio": "\(BenchFigures.ratio(value)) of the baseline"
            default: value == value.rounded() ? String(Int(value)) : String(value)
            }
        }
        let times = factor.isFinite ? BenchFigures.ratio(factor) : "from none"
        let limit = String(format: "%.0f %%", noise * 100)
        return
            "\(subject), \(workload.title), \(figure): \(written(before)) -> \(written(after)) (\(times), noise \(limit))"
    }
}

import Foundation

extension BenchReport {
    /// The report as a table for a terminal: a row a workload, a column a subject, in each cell the median time in
    /// milliseconds and, in brackets, how many times the baseline's time that is.
    public func table() -> String {
        let header = ["median ms"] + subjects
        let workloads = BenchWorkload.allCases.filter { workload in results.contains { $0.workload == workload } }
        let rows = workloads.map { workload in
            [title(workload)] + subjects.map { subject in result(workload, of: subject).map(cell) ?? "-" }
        }
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        return ([summary, "", line(header), rule] + rows.map(line)).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let engines = environment.engines.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let parts = ["\(environment.flights) flights", "\(environment.rounds) rounds", "\(environment.cores) cores"]
        let warning = environment.isDebugBuild ? "\nThis is a debug build: its figures say nothing." : ""
        return (parts + engines).joined(separator: ", ") + warning
    }

    private func title(_ workload: BenchWorkload) -> String {
        let operations = results.first { $0.workload == workload }?.operations ?? 1
        return operations == 1 ? workload.title : "\(workload.title) (\(operations))"
    }

    private func cell(_ result: BenchResult) -> String {
        let milliseconds = result.seconds.median * 1e3
        let digits = milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0
        let time = String(format: "%.\(digits)f", milliseconds)
        guard let ratio = result.ratio else { return time }
        return "\(time) (\(String(format: "%.2f", ratio))x)"
    }
}

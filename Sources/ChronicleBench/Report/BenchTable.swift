import Foundation

extension BenchReport {
    /// What a column is headed by.
    private var names: [String] { subjects.map(\.name) }

    /// The stores, without the raw engines.
    public var stores: [Subject] { subjects.filter { !$0.isEngine } }

    /// The report as tables for a terminal.
    ///
    /// First the times: a row a workload, a column a subject, in each cell the median in milliseconds, how far the rounds
    /// lay apart, and in brackets how many times the baseline's time it is. Then store against store, what history costs,
    /// and the sizes.
    public func table() -> String {
        let warning =
            environment.isDebugBuild
            ? ["This is a debug build: its times say nothing. Use `-c release`; counts hold."] : []
        let parts = [[environment.summary] + warning, times, storeAgainstStore, history, sizes]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private var times: [String] {
        let rows = workloads.map { workload in
            [title(workload)] + names.map { result(workload, of: $0).map(cell) ?? "-" }
        }
        return TextTable(header: ["median ms ± spread (of the raw engine)"] + names, rows: rows).lines
    }

    func title(_ workload: BenchWorkload) -> String {
        let operations = results.first { $0.workload == workload }?.operations ?? 1
        return operations == 1 ? workload.title : "\(workload.title) (\(operations))"
    }

    private func cell(_ result: BenchResult) -> String {
        let time = "\(BenchFigures.milliseconds(result.seconds.median)) \(BenchFigures.spread(result.seconds))"
        return result.ratio.map { "\(time) (\(BenchFigures.ratio($0.median)))" } ?? time
    }

    /// How many times the fastest store's time each store takes.
    private var storeAgainstStore: [String] {
        guard stores.count > 1 else { return [] }
        let rows: [[String]] = workloads.compactMap { workload in
            let medians = stores.map { result(workload, of: $0.name)?.seconds.median }
            guard let least = medians.compactMap(\.self).min(), medians.count(where: { $0 != nil }) > 1 else {
                return nil
            }
            return [workload.title] + medians.map { $0.map { BenchFigures.ratio($0 / max(least, 1e-12)) } ?? "-" }
        }
        guard !rows.isEmpty else { return [] }
        return TextTable(header: ["store against store (of the fastest)"] + stores.map(\.name), rows: rows).lines
    }

    /// How much longer an insertion takes with history than without, by subject, in parts of the time without.
    public var historyCost: [(subject: String, factor: Double)] {
        names.compactMap { name in
            guard let with = result(.insertBatches, of: name), let without = result(.insertBatchesNoHistory, of: name),
                without.seconds.median > 0
            else { return nil }
            return (name, with.seconds.median / without.seconds.median)
        }
    }

    private var history: [String] {
        guard !historyCost.isEmpty else { return [] }
        let parts = historyCost.map { "\($0.subject) \(BenchFigures.ratio($0.factor))" }
        return ["insert in batches with history, of that without: " + parts.joined(separator: ", ")]
    }

    private var sizes: [String] {
        let wanted: [(BenchCounter, BenchWorkload, String)] = [
            (.fileBytes, .coldOpen, "files of \(environment.flights) flights"),
            (.heapBytes, .fetchAll, "heap held by all flights, fetched"),
            (.peakBytes, .fetchAll, "memory peak of fetching all"),
        ]
        let rows: [[String]] = wanted.compactMap { counter, workload, title in
            let values = names.map { result(workload, of: $0)?.counts[counter] }
            guard values.contains(where: { $0 != nil }) else { return nil }
            return [title] + values.map { $0.map(BenchFigures.bytes) ?? "-" }
        }
        return rows.isEmpty ? [] : TextTable(header: ["sizes"] + names, rows: rows).lines
    }

    /// The counts as tables for a terminal: one a counter, for one operation unless it is a size.
    public func countTables() -> String {
        let tables: [[String]] = BenchCounter.allCases.compactMap { counter in
            let rows: [[String]] = workloads.compactMap { workload in
                let all = names.map { result(workload, of: $0) }
                guard all.contains(where: { $0?.counts[counter] != nil }) else { return nil }
                return [title(workload)]
                    + all.map { result in
                        guard let result, let value = result.counts[counter] else { return "-" }
                        return BenchFigures.count(value, counter, operations: result.operations)
                    }
            }
            return rows.isEmpty ? nil : TextTable(header: [counter.heading] + names, rows: rows).lines
        }
        return tables.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }
}

extension BenchCounter {
    /// The title, and of what.
    var heading: String {
        switch self {
        case .peakBytes, .fileBytes: title
        case .transactions, .syncs: "\(title), in all"
        case .heapBytes: "\(title), for each row"
        default: "\(title), each"
        }
    }
}

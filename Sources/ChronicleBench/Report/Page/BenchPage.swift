import Foundation

extension BenchReport {
    /// The report as one page that needs nothing else: charts as inline SVG, a table beneath each, light and dark.
    ///
    /// - Parameter comparison: What is told of an older report, if there is one.
    public func html(comparison: BenchComparison? = nil) -> String {
        BenchPage(report: self, comparison: comparison).text
    }
}

/// Builds the page of a report.
struct BenchPage {
    let report: BenchReport
    let comparison: BenchComparison?

    /// The sections of bars, each with its kinds of work.
    private static let sections: [(title: String, workloads: [BenchWorkload])] = [
        (
            "Writing",
            [
                .insertSinglesOff, .insertSingles, .insertSinglesFull, .insertBatches, .insertBatchesNoHistory,
                .insertRelated, .update, .delete, .bulkDelete,
            ]
        ),
        (
            "Reading",
            [
                .coldOpen, .fetchAll, .fetchByIdentifier, .fetchByUnique, .fetchMembers, .filterSortLimit,
                .countFiltered,
                .textContains, .textPrefix, .relationshipPath,
            ]
        ),
        ("History", [.historyByAuthor, .historyPurge]),
    ]

    var text: String {
        let parts = [head, comparisonPart, ratios] + Self.sections.map(bars) + [storeAgainstStore, sizes, counts]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <title>Chronicle benchmark</title>
            <style>
            \(PageStyle.css)
            </style>
            </head>
            <body>
            <main>
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private var head: String {
        let date = report.environment.date.formatted(.iso8601)
        let warning =
            report.environment.isDebugBuild
            ? "<p class=\"warning\">This is a debug build: its times say nothing. Counts hold.</p>" : ""
        return """
            <h1>Chronicle benchmark</h1>
            <p class="soft">\(HTMLText.escaped(report.environment.summary)), \(date)</p>
            \(warning)
            <p>Every store did the same work as the raw engine beneath it, in turns and with the same promise of a commit, and
            every result was checked. Bars and dots are medians of the rounds, whiskers go from the fastest to the slowest
            round.</p>
            """
    }

    private var comparisonPart: String {
        guard let comparison else { return "" }
        func list(_ title: String, _ style: String, _ differences: [BenchComparison.Difference]) -> String {
            guard !differences.isEmpty else { return "" }
            let items = differences.map { "<li>\(HTMLText.escaped($0.description))</li>" }.joined(separator: "\n")
            return "<h3 class=\"\(style)\">\(title)</h3>\n<ul>\n\(items)\n</ul>"
        }
        let warnings = comparison.warnings.map { "<p class=\"warning\">\(HTMLText.escaped($0))</p>" }
        let drift = comparison.drift.map {
            "<p class=\"soft\">The raw engines take \(BenchFigures.ratio($0)) their old time; they are not judged.</p>"
        }
        let verdict =
            comparison.worse.isEmpty ? "<p class=\"better\">Nothing got slower or larger beyond noise.</p>" : ""
        let lists = [
            list("Slower or larger, beyond noise", "worse", comparison.worse),
            list("Faster or smaller, beyond noise", "better", comparison.better),
        ]
        return (["<h2>Compared with the older report</h2>"] + warnings + [drift ?? "", verdict] + lists)
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func color(of subject: String) -> Int {
        (report.subjects.firstIndex { $0.name == subject } ?? 0) % PageStyle.colorCount
    }

    // MARK: Times

    /// The ratio of a result whose baseline is a raw engine.
    private func ofEngine(_ result: BenchResult) -> BenchStatistics? {
        report.subjects.contains { $0.isEngine && $0.name == result.baseline } ? result.ratio : nil
    }

    private var ratios: String {
        let rows = report.workloads.map { workload in
            RatioChart.Row(
                title: workload.title,
                dots: report.results.filter { $0.workload == workload }.compactMap { result in
                    ofEngine(result).map {
                        RatioChart.Dot(store: result.subject, color: color(of: result.subject), ratio: $0)
                    }
                })
        }.filter { !$0.dots.isEmpty }
        guard !rows.isEmpty else { return "" }
        let stores = report.stores.map(\.name).filter { name in rows.contains { $0.dots.contains { $0.store == name } }
        }
        let legend = stores.map {
            "<li><svg viewBox=\"0 0 12 12\" aria-hidden=\"true\"><circle class=\"s\(color(of: $0))\" cx=\"6\" cy=\"6\" "
                + "r=\"5\"/></svg>\(HTMLText.escaped($0))</li>"
        }
        let cells = rows.map { row in
            [row.title]
                + stores.map { store in
                    row.dots.first { $0.store == store }.map {
                        "\(BenchFigures.ratio($0.ratio.median)) \(BenchFigures.spread($0.ratio))"
                    } ?? "-"
                }
        }
        return """
            <h2>Of the raw engine's time</h2>
            <p>The engine by hand in C is the dashed line; left of it a store is faster. The scale is logarithmic.</p>
            <ul class="legend">\(legend.joined())</ul>
            <div class="scroll" tabindex="0">
            \(RatioChart(rows: rows).svg)
            </div>
            \(HTMLText.table(
                caption: "How many times the raw engine's time, median and half the spread", header: [""] + stores,
                rows: cells))
            """
    }

    private func bars(_ section: (title: String, workloads: [BenchWorkload])) -> String {
        let workloads = section.workloads.filter(report.workloads.contains)
        guard !workloads.isEmpty else { return "" }
        let cards = workloads.map { workload in
            let bars = report.subjects.compactMap { subject in
                report.result(workload, of: subject.name).map { result in
                    BarChart.Bar(
                        name: subject.name, color: color(of: subject.name), value: result.seconds.median,
                        range: result.seconds.minimum...result.seconds.maximum,
                        label: BenchFigures.time(result.seconds.median)
                            + (ofEngine(result).map { ", \(BenchFigures.ratio($0.median))" } ?? ""))
                }
            }
            return card(report.title(workload), bars)
        }
        let rows = workloads.map { workload in
            [report.title(workload)]
                + report.subjects.map { subject in
                    guard let result = report.result(workload, of: subject.name) else { return "-" }
                    return "\(BenchFigures.milliseconds(result.seconds.median)) \(BenchFigures.spread(result.seconds))"
                }
        }
        return """
            <h2>\(section.title)</h2>
            <div class="grid">
            \(cards.joined(separator: "\n"))
            </div>
            \(HTMLText.table(
                caption: "Milliseconds, median and half the spread", header: [""] + report.subjects.map(\.name),
                rows: rows))
            """
    }

    private func card(_ title: String, _ bars: [BarChart.Bar]) -> String {
        """
        <section class="card"><h3>\(HTMLText.escaped(title))</h3>
        \(BarChart(title: title, bars: bars).svg)
        </section>
        """
    }

    private var storeAgainstStore: String {
        let stores = report.stores.map(\.name)
        guard stores.count > 1 else { return "" }
        var rows: [[String]] = []
        var best: Set<[Int]> = []
        for workload in report.workloads {
            let medians = stores.map { report.result(workload, of: $0)?.seconds.median }
            guard let least = medians.compactMap(\.self).min(), medians.count(where: { $0 != nil }) > 1 else {
                continue
            }
            for (column, median) in medians.enumerated() where median == least {
                best.insert([rows.count, column + 1])
            }
            rows.append(
                [workload.title] + medians.map { $0.map { BenchFigures.ratio($0 / max(least, 1e-12)) } ?? "-" })
        }
        guard !rows.isEmpty else { return "" }
        return "<h2>Store against store</h2>\n"
            + HTMLText.table(
                caption: "How many times the fastest store's time", header: [""] + stores, rows: rows, marked: best)
    }

    // MARK: Counts

    /// Some of the counts, as bars.
    private static let glance: [(BenchCounter, BenchWorkload, String)] = [
        (.fileBytes, .coldOpen, "Files of all flights"),
        (.heapBytes, .fetchAll, "Heap held for each flight fetched, bytes"),
        (.peakBytes, .fetchAll, "Memory peak of fetching all"),
        (.bytesWritten, .insertBatches, "Bytes written for each flight inserted in batches"),
        (.bytesWritten, .insertSingles, "Bytes written for each save of one flight"),
        (.writes, .insertSingles, "Write calls for each save of one flight"),
        (.syncs, .insertSinglesFull, "fsync calls of all durable saves"),
        (.allocations, .fetchAll, "Allocations for each flight fetched"),
        (.allocations, .insertBatches, "Allocations for each flight inserted in batches"),
    ]

    private var sizes: String {
        var cards: [String] = []
        var rows: [[String]] = []
        for (counter, workload, title) in Self.glance {
            let figures = report.subjects.map { subject in
                report.result(workload, of: subject.name).flatMap { result in
                    result.counts[counter].map { value in
                        BarChart.Bar(
                            name: subject.name, color: color(of: subject.name), value: Double(max(value, 0)),
                            range: nil,
                            label: BenchFigures.count(value, counter, operations: result.operations))
                    }
                }
            }
            let bars = figures.compactMap(\.self)
            guard !bars.isEmpty else { continue }
            cards.append(card(title, bars))
            rows.append([title] + figures.map { $0?.label ?? "-" })
        }
        guard !cards.isEmpty else { return "" }
        return """
            <h2>Sizes and counts at a glance</h2>
            <div class="grid">
            \(cards.joined(separator: "\n"))
            </div>
            \(HTMLText.table(
                caption: "Some of the counts", header: [""] + report.subjects.map(\.name), rows: rows))
            """
    }

    private var counts: String {
        let tables: [String] = BenchCounter.allCases.compactMap { counter in
            let rows: [[String]] = report.workloads.compactMap { workload in
                let all = report.subjects.map { report.result(workload, of: $0.name) }
                guard all.contains(where: { $0?.counts[counter] != nil }) else { return nil }
                return [report.title(workload)]
                    + all.map { result in
                        guard let result, let value = result.counts[counter] else { return "-" }
                        return BenchFigures.count(value, counter, operations: result.operations)
                    }
            }
            guard !rows.isEmpty else { return nil }
            let heading = counter.heading.prefix(1).uppercased() + counter.heading.dropFirst()
            return "<details><summary>\(heading)</summary>\n"
                + HTMLText.table(caption: counter.heading, header: [""] + report.subjects.map(\.name), rows: rows)
                + "\n</details>"
        }
        guard !tables.isEmpty else { return "" }
        return """
            <h2>All counts</h2>
            <p>Counted in a round of its own. They hardly depend on the machine, so two reports can be compared by them
            wherever they were made. Docs/Benchmark.md says what each is.</p>
            \(tables.joined(separator: "\n"))
            """
    }
}

import Foundation

/// What the demo prints: the answers once, and a table with times and digest of each store.
struct DemoReport {
    let tables: FlightTables
    let runs: [StoreRun]

    /// Whether every store gave the same results.
    var isEqual: Bool { runs.dropFirst().allSatisfy { $0.results.digest == runs.first?.results.digest } }

    var text: String {
        guard let first = runs.first else { return "No store to run on." }
        var lines = [
            "Imported \(Self.grouped(tables.flights.count)) flights, \(Self.grouped(tables.planes.count)) planes, "
                + "\(Self.grouped(tables.airports.count)) airports and \(tables.airlines.count) airlines; edited them as App and "
                + "as Server.",
            "",
        ]
        let shown = first.results.entries.filter(\.isShown)
        let width = (shown.map(\.title.count).max() ?? 0) + 2
        lines += shown.map { "  " + Self.left($0.title, width) + (Int($0.value).map(Self.grouped) ?? $0.value) }
        lines += [""] + table + ["", verdict(first)]
        return lines.joined(separator: "\n")
    }

    private var table: [String] {
        let steps = ["import", "copy", "edit", "reopen", "fetch", "history", "drain"]
        var lines = [
            "  " + Self.left("store", 10) + steps.map { Self.right($0, 10) }.joined() + "  digest of every result"
        ]
        for run in runs {
            let times = steps.map { step in
                Self.right(run.times.first { $0.step == step }.map { Self.seconds($0.seconds) } ?? "-", 10)
            }
            lines.append("  " + Self.left(run.store, 10) + times.joined() + "  " + run.results.digest)
        }
        return lines
    }

    private func verdict(_ first: StoreRun) -> String {
        let count = first.results.entries.count
        if runs.count == 1 { return "\(first.store) gave \(count) results." }
        if isEqual { return "All \(runs.count) stores gave the same \(count) results." }
        var lines = ["The stores differ:"]
        for run in runs.dropFirst() {
            guard let difference = first.results.firstDifference(from: run.results) else { continue }
            lines.append("  \(difference.title)")
            lines.append("    " + Self.left(first.store, 8) + difference.own)
            lines.append("    " + Self.left(run.store, 8) + difference.other)
        }
        return lines.joined(separator: "\n")
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private static func seconds(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + " s"
    }

    private static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)[...]
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}

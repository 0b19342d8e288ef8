import ChronicleDrain
import ChronicleStore
import Foundation

/// What a copy came to.
struct CopyEnd {
    let copy: Copy
    let pair: CopyPair
    let coordinator: HistoryDrainCoordinator
    let report: DrainReport
    let isFirst: Bool

    /// Tells it, and returns the exit status.
    func tell(_ end: DrainRun.End, _ status: DrainStatus) async throws -> Int32 {
        var event = report.event("end", status)
        var isEqual = true
        if copy.verifies, end == .done {
            let (mine, theirs) = (try StoreDigest(of: pair.source), try StoreDigest(of: pair.target))
            isEqual = mine.text == theirs.text
            event.rows = theirs.rows
            event.digest = theirs.text
            if !isEqual {
                event.end = "failed"
                event.reason =
                    "the stores differ (\(mine.rows) rows with digest \(mine.text), \(theirs.rows) with \(theirs.text)): "
                    + "somebody else has written to one of them, run it again"
            }
        }
        switch end {
        case .done: event.end = event.end ?? (status.parked == 0 ? "done" : "failed")
        case .interrupted: event.end = "interrupted"
        case .failed(let reason):
            event.end = "failed"
            event.reason = reason
        case .schemaHasGrown: event.end = "failed"
        }
        if end == .done, isEqual, status.parked > 0 { event.reason = try await parkedText() }
        if copy.isJSON { try Output.json(event) } else { Output.line(text(end, status, event)) }
        if !copy.isJSON, event.end == "failed", let reason = event.reason { Command.complain(reason) }
        if case .interrupted(let number) = end { return 128 + number }
        return event.end == "done" ? 0 : 1
    }

    private func text(_ end: DrainRun.End, _ status: DrainStatus, _ event: DrainReport.Event) -> String {
        let rate = report.seconds > 0 ? Int(Double(status.operations) / report.seconds) : 0
        let done =
            isFirst
            ? "Copied \(Output.count(status.operations, "row"))"
            : "Copied \(Output.count(status.operations, "change")) of \(Output.count(status.transactions, "transaction"))"
        var text = "\(done) in \(Self.seconds(report.seconds)) (\(Output.grouped(rate)) a second)"
        switch end {
        case .done: text += "; \(copy.target) is at \(status.position.map { "\($0.sequence)" } ?? "the beginning")."
        case .interrupted: text += "; interrupted, run it again to go on."
        case .failed, .schemaHasGrown: text += "; not done."
        }
        if let digest = event.digest, event.end == "done" {
            text += "\nBoth stores hold the same \(Output.count(event.rows ?? 0, "row")), digest \(digest)."
        }
        if !pair.isRegistered {
            text += "\nThe source is read only and does not know of this copy: keep its history until the next run."
        }
        return text
    }

    private func parkedText() async throws -> String {
        let parked = try await coordinator.parked()
        let first = parked.first { $0.refusal != nil }
        let what = first.map { "\($0.operation.entity)/\($0.operation.key): \($0.refusal ?? "")" } ?? "unknown"
        return "\(Output.count(parked.count, "change")) not taken by \(copy.target), the first \(what); "
            + "mend the row or choose another target, then run it again"
    }

    private static func seconds(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }
}

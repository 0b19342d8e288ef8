import ChronicleBench
import Foundation

/// Shows how far a benchmark has come: on a terminal in a line that changes in place, elsewhere with a line a round.
final class ProgressLine {
    private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    private let start = ContinuousClock.now
    private var toldRound: Int?? = .none
    private var isShown = false

    func show(_ progress: BenchProgress) {
        let round = progress.round.map { "round \($0) of \(progress.rounds)" } ?? "counting"
        if isTerminal {
            let percent = progress.done * 100 / max(progress.total, 1)
            let filled = percent * 20 / 100
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
            let text =
                "[\(bar)] \(percent) %\(rest(progress)), \(round): \(progress.workload.title), \(progress.subject)"
            // Cut to the width, since a line that wraps cannot be written over.
            write("\r\(text.prefix(width - 1))\u{1B}[K")
            isShown = true
        } else if toldRound != .some(progress.round) {
            toldRound = progress.round
            write("\(round)\n")
        }
    }

    /// Shows what is done now.
    func show(_ step: String) {
        write(isTerminal ? "\r\(step.prefix(width - 1))\u{1B}[K" : step + "\n")
        isShown = isTerminal
    }

    /// Clears the line.
    func finish() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
    }

    /// What is left, once there is something to judge by.
    private func rest(_ progress: BenchProgress) -> String {
        let passed = ContinuousClock.now - start
        guard progress.done * 20 > progress.total, progress.done > 0 else { return "" }
        let seconds = Double(passed.components.seconds) * Double(progress.total - progress.done) / Double(progress.done)
        return ", about \(Int(seconds) + 1) s left"
    }

    private var width: Int {
        var size = winsize()
        guard ioctl(FileHandle.standardError.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else {
            return 80
        }
        return Int(size.ws_col)
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

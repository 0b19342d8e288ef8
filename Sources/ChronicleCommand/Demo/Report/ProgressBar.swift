import Foundation

/// Shows on a terminal how far the import has come; elsewhere it prints nothing.
final class ProgressBar {
    private let title: String
    private let total: Int
    private var done = 0
    private var shown = -1
    private let isShown: Bool
    private let more: () -> String

    /// - Parameter more: What else is shown as it goes on.
    init(title: String, total: Int, more: @escaping () -> String = { "" }) {
        self.more = more
        self.title = title
        self.total = max(total, 1)
        isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
    }

    func advance(by count: Int) {
        done += count
        let percent = min(100, done * 100 / total)
        guard isShown, percent != shown else { return }
        shown = percent
        let filled = percent * 30 / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
        write("\r\(title) [\(bar)] \(percent) %  \(more())\u{1B}[K")
    }

    /// Clears the line.
    func finish() {
        if isShown, shown >= 0 { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

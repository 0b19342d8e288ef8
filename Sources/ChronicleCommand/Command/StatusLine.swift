import Foundation

/// A line on a terminal that changes in place; elsewhere nothing.
final class StatusLine {
    let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    private var isShown = false

    func show(_ text: String) {
        guard isTerminal else { return }
        // Cut to the width, since a line that wraps cannot be written over.
        write("\r\(text.prefix(width - 1))\u{1B}[K")
        isShown = true
    }

    /// Clears the line.
    func finish() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
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

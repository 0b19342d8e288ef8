import Chronicle
import ChronicleStore
import Foundation

/// A terminal on which everything is updated in place: the rows, and below them the newest history.
struct WatchScreen: WatchOutput {
    private let title: String
    private var notes: [String] = []
    private var table: [String] = []
    private var records: [String] = []
    private var looks = 0

    init(_ title: String) {
        self.title = title
        // The other screen, so that what stood there before comes back at the end; without a cursor.
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    mutating func note(_ text: String) { notes.append(text) }

    mutating func rows(_ rows: WatchedRows, _ changes: [WatchedChange]) {
        let columns = rows.entity.columns
        var cells = [["key"] + columns.map(\.name)]
        for row in rows.rows { cells.append(["\(row.key)"] + row.values.map(WatchText.text)) }
        let widths = cells[0].indices.map { column in min(28, cells.map { $0[column].count }.max() ?? 0) }
        let isNew = Set(changes.filter { $0.kind == .came || $0.kind == .changed }.map(\.row.key))
        table = [
            "\(rows.entity.name): \(rows.total) rows"
                + (rows.total > rows.rows.count ? ", the first \(rows.rows.count)" : "")
        ]
        for (index, line) in cells.enumerated() {
            let text = zip(line, widths).map { cell, width in
                cell.count > width
                    ? cell.prefix(width - 1) + "…" : cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
            if index == 0 {
                table.append("\u{1B}[4m\(cut(text))\u{1B}[0m")
            } else {
                table.append(isNew.contains(rows.rows[index - 1].key) ? "\u{1B}[1m\(cut(text))\u{1B}[0m" : cut(text))
            }
        }
    }

    mutating func counts(_ counts: [(entity: String, count: Int)]) {
        let width = counts.map(\.entity.count).max() ?? 0
        table = counts.map { entity, count in
            entity + String(repeating: " ", count: width - entity.count) + "  \(count)"
        }
    }

    mutating func history(_ records: [HistoryRecord]) {
        self.records.append(contentsOf: records.map(WatchText.record))
        self.records.removeFirst(max(0, self.records.count - 200))
    }

    mutating func flush() {
        looks += 1
        let (height, _) = size
        var lines = ["\u{1B}[7m\(cut(" \(title) · \(Date.now.formatted(.iso8601)) · Ctrl-C ends "))\u{1B}[0m"]
        lines += notes.map { cut("! \($0)") }
        lines += table.prefix(max(1, height - lines.count - (records.isEmpty ? 0 : 4)))
        let room = height - lines.count - 1
        if !records.isEmpty, room > 0 {
            lines.append("")
            lines += records.suffix(max(0, room - 1)).map(cut)
        }
        // From the top, each line cleared to its end, and what is below cleared: nothing flickers.
        write("\u{1B}[H" + lines.prefix(height).map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    mutating func end() { write("\u{1B}[?25h\u{1B}[?1049l") }

    private func cut(_ text: String) -> String { String(text.prefix(size.width)) }

    private var size: (height: Int, width: Int) {
        var size = winsize()
        guard ioctl(FileHandle.standardOutput.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 2 else {
            return (24, 80)
        }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    private func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
}

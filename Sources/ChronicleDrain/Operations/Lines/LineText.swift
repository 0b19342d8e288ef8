import Foundation

/// The lines of many operations, each with its end, in one piece of memory: one allocation a batch, and a batch's body without
/// copying.
///
/// Sendable, as the data is set once, by the writer that made the object and before anybody else has an operation of it.
final class LineBuffer: @unchecked Sendable {
    private(set) var data: Data

    /// - Parameter data: The lines; their places are counted from zero.
    init(_ data: Data = Data()) {
        self.data = data.startIndex == 0 ? data : data.subdata(in: data.startIndex..<data.endIndex)
    }

    static let empty = LineBuffer()

    func fill(_ text: consuming Data) { data = text }
}

/// An operation's line within the lines of many.
struct LineText: Sendable {
    let buffer: LineBuffer
    let start: Int
    /// Where the line's end is, or the end of the buffer.
    let end: Int

    static let none = LineText(buffer: .empty, start: 0, end: 0)

    init(buffer: LineBuffer, start: Int, end: Int) {
        self.buffer = buffer
        self.start = start
        self.end = end
    }

    init(_ line: Data) { self.init(buffer: LineBuffer(line), start: 0, end: line.count) }

    var isEmpty: Bool { start == end }

    /// The line, beginning at index zero.
    var data: Data {
        start == 0 && end == buffer.data.count ? buffer.data : buffer.data.subdata(in: start..<end)
    }

    /// The line in a buffer of its own, so that a line that stays does not keep all others.
    var alone: LineText { LineText(data) }

    /// The lines of operations, each with its end.
    static func joined(_ operations: [OutboundOperation]) -> Data {
        guard let first = operations.first?.text, let last = operations.last?.text else { return Data() }
        if isWhole(operations, first.buffer) {
            let lines = first.start..<last.end + 1
            return lines.count == first.buffer.data.count ? first.buffer.data : first.buffer.data.subdata(in: lines)
        }
        var data = Data(capacity: operations.reduce(0) { $0 + $1.text.end - $1.text.start + 1 })
        for operation in operations {
            data.append(operation.text.buffer.data[operation.text.start..<operation.text.end])
            data.append(UInt8(ascii: "\n"))
        }
        return data
    }

    /// Whether the lines follow one another in a buffer, each with its end.
    private static func isWhole(_ operations: [OutboundOperation], _ buffer: LineBuffer) -> Bool {
        var place = operations.first?.text.start ?? 0
        for operation in operations {
            guard operation.text.buffer === buffer, operation.text.start == place else { return false }
            place = operation.text.end + 1
        }
        return place <= buffer.data.count
    }
}

extension LineText: Equatable {
    static func == (a: LineText, b: LineText) -> Bool {
        if a.buffer === b.buffer, a.start == b.start, a.end == b.end { return true }
        return a.buffer.data[a.start..<a.end] == b.buffer.data[b.start..<b.end]
    }
}

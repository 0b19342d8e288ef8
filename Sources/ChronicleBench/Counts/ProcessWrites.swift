import Foundation

/// What this process has written so far, as the Linux kernel counts it in `/proc/self/io`.
package struct ProcessWrites: Equatable {
    /// System calls that write.
    package var calls: Int
    /// Bytes handed to them, whether or not they have reached a disk.
    package var bytes: Int

    /// Reads both; nil where there is no such file.
    package static func current() -> ProcessWrites? {
        guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return nil }
        return ProcessWrites(text: text)
    }

    package init?(text: String) {
        func number(_ field: String) -> Int? {
            text.split(separator: "\n").first { $0.hasPrefix(field) }
                .flatMap { Int($0.dropFirst(field.count).trimmingCharacters(in: .whitespaces)) }
        }
        guard let calls = number("syscw:"), let bytes = number("wchar:") else { return nil }
        self.calls = calls
        self.bytes = bytes
    }
}

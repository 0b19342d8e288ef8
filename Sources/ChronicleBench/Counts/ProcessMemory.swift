import Foundation

/// How much memory this process has in RAM, as the Linux kernel counts it.
///
/// `VmRSS` and `VmHWM` of `/proc/self/status`: pages of the heap, of code and of mapped files alike, so an LMDB map
/// counts as far as it was touched. The peak only ever grows; to measure the peak of one piece of work, run it in a
/// process of its own.
public struct ProcessMemory: Sendable, Equatable, Codable {
    /// The most that was in RAM at once since the process began, in bytes.
    public var peak: Int
    /// What is in RAM now, in bytes.
    public var resident: Int

    /// Reads both; nil where there is no `/proc`.
    public static func current() -> ProcessMemory? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        return ProcessMemory(status: status)
    }

    /// Lets the peak begin anew at what is in RAM now; does nothing where the kernel cannot.
    public static func resetPeak() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    /// How many bytes of RAM the process has to itself, without files that it has mapped; nil where there is no `/proc`.
    static func own() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        return bytes("RssAnon:", status)
    }

    init?(status: String) {
        guard let peak = Self.bytes("VmHWM:", status), let resident = Self.bytes("VmRSS:", status) else { return nil }
        self.peak = peak
        self.resident = resident
    }

    private static func bytes(_ field: String, _ status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix(field) {
            let words = line.dropFirst(field.count).split(whereSeparator: \.isWhitespace)
            guard words.count == 2, words[1] == "kB" else { return nil }
            return Int(words[0]).map { $0 * 1024 }
        }
        return nil
    }
}

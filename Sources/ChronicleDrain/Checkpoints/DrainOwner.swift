import Foundation
import Synchronization

/// Who works under a consumer's name: one coordinator in one process.
///
/// The text says from which process it comes, so that another process on the machine sees whether it still runs.
public struct DrainOwner: Sendable, Hashable {
    /// Machine, process, start of the process and a number of its own.
    public let text: String

    private static let living = Mutex<Set<String>>([])

    /// An owner that counts as alive until ``end()``, or the end of the process.
    public init() {
        text = "\(Self.machine)/\(getpid())/\(Self.start(of: getpid()) ?? "")/\(UUID().uuidString)"
        let text = text
        _ = Self.living.withLock { $0.insert(text) }
    }

    /// Ends the owner's life.
    public func end() { _ = Self.living.withLock { [text] in $0.remove(text) } }

    /// Whether the owner of a text runs no more. An owner on another machine is never known to.
    package static func hasEnded(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == machine, let process = pid_t(parts[1]) else { return false }
        if process == getpid(), parts[2] == start(of: process) ?? "" {
            return !living.withLock { $0.contains(text) }
        }
        // The number may have been given to another process since, which began at another time.
        return start(of: process).map { $0 != parts[2] } ?? true
    }

    /// Changes with each start of the machine.
    private static let machine =
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? ProcessInfo.processInfo.hostName

    /// When a process began, in ticks since the start of the machine; nil when there is none.
    private static func start(of process: pid_t) -> String? {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
            return kill(process, 0) == 0 ? "" : nil
        }
        // The program's name, in parentheses, may hold blanks; the start is the twentieth field after it.
        guard let end = line.lastIndex(of: ")") else { return "" }
        let fields = line[end...].split(separator: " ")
        // A process that has ended and was not waited for is still listed.
        if fields.count > 1, fields[1] == "Z" || fields[1] == "X" { return nil }
        return fields.count > 20 ? String(fields[20]) : ""
    }
}

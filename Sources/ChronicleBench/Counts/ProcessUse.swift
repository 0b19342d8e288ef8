import Foundation

/// What each thread of a process has used of the processors.
struct ProcessUse {
    private struct Thread {
        /// How often it gave a processor up or was taken off it.
        var switches = 0
        /// User and system time, in ticks of the kernel (mostly a hundred a second).
        var ticks = 0
    }

    private var threads: [String: Thread] = [:]

    /// What a process has used until now; nothing where there is no `/proc`.
    init(of process: Int32) {
        let folder = "/proc/\(process)/task"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            var thread = Thread()
            let status = (try? String(contentsOfFile: "\(folder)/\(name)/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
                thread.switches += Int(line.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0
            }
            let stat = (try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)) ?? ""
            // After the name, which is in brackets: user and system time are the 12th and 13th.
            let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 12 { thread.ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) }
            threads[name] = thread
        }
    }

    /// What is used of the processors while nothing is asked of a process, by the threads that are there at the end: one that
    /// ends meanwhile takes its counts along.
    static func text(of process: Int32, idleFor seconds: Double = 2) -> String {
        let before = ProcessUse(of: process)
        Foundation.Thread.sleep(forTimeInterval: seconds)
        var used = Thread()
        for (name, thread) in ProcessUse(of: process).threads {
            let earlier = before.threads[name] ?? Thread()
            used.switches += thread.switches - earlier.switches
            used.ticks += thread.ticks - earlier.ticks
        }
        return "\(used.switches) context switches, \(used.ticks) ticks of processor time"
    }
}

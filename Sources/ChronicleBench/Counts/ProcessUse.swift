import Foundation

/// What all threads of a process have used of the processors.
struct ProcessUse {
    /// How often they gave a processor up or were taken off it.
    var switches = 0
    /// User and system time, in ticks of the kernel (mostly a hundred a second).
    var ticks = 0

    /// What a process has used until now; nothing where there is no `/proc`.
    init(of process: Int32) {
        let folder = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
                switches += Int(line.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0
            }
            let stat = (try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)) ?? ""
            // After the name, which is in brackets: user and system time are the 12th and 13th.
            let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 12 { ticks += (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) }
        }
    }

    /// What is used of the processors while nothing is asked of a process.
    static func text(of process: Int32, idleFor seconds: Double = 2) -> String {
        let before = ProcessUse(of: process)
        Thread.sleep(forTimeInterval: seconds)
        let after = ProcessUse(of: process)
        return
            "\(after.switches - before.switches) context switches, \(after.ticks - before.ticks) ticks of processor time"
    }
}

import Foundation
import Synchronization

extension ContractProbe {
    /// Ends this process at once, as a crash would.
    func killThisProcess() -> Never {
        kill(getpid(), SIGKILL)
        // The signal cannot be ignored; the process is gone before this ends.
        while true { pause() }
    }

    /// What a killed process is told.
    struct KillTask: Codable {
        /// Where it writes the name of each save once that has returned, and the keys that it was given.
        var log: URL
        var round: Int
        var seed: UInt64
        /// After how many saves the kill may come.
        var saves: Int
    }

    /// Kills this process at a moment that follows from a seed: soon after the task's number of saves, mostly within one.
    ///
    /// - Returns: What is called after each save.
    func armKill(_ task: KillTask) -> @Sendable () -> Void {
        var random = SeededGenerator(seed: task.seed)
        let nanoseconds = random.number(below: 4_000_000)
        let bell = Bell()
        Thread.detachNewThread {
            _ = bell.wait(.seconds(20)) { bell.count >= task.saves }
            // Spins: a thread that waits for so short a time is woken too late to hit the middle of a save.
            let end = ContinuousClock.now + .nanoseconds(nanoseconds)
            while ContinuousClock.now < end {}
            self.killThisProcess()
        }
        return { bell.ring() }
    }

    /// What a process has logged before it was killed.
    struct KillLog {
        private(set) var acknowledged: [String] = []
        private(set) var keys: Set<Int64> = []

        init(_ url: URL) throws {
            let text =
                FileManager.default.fileExists(atPath: url.path) ? try String(contentsOf: url, encoding: .utf8) : ""
            // The last line counts when it is whole.
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                if line.hasPrefix("key ") {
                    if let key = Int64(line.dropFirst(4)) { keys.insert(key) }
                } else {
                    acknowledged.append(String(line))
                }
            }
        }
    }

    /// Saves five plots and a tag at a time until the process is killed, and logs each save once it has returned.
    func saveUntilKilled(_ argument: String) throws {
        let task: KillTask = try value(from: argument)
        try Data().write(to: task.log)
        let log = try FileHandle(forWritingTo: task.log)
        let saved = armKill(task)
        let context = try context(Plot.self)
        for number in 0... {
            var lines = ""
            for part in 0..<5 {
                let plot = Plot("\(task.round).\(number).\(part)", area: number)
                context.insert(plot)
                lines += "key \(plot.persistentModelID.primaryKey)\n"
                if part == 0 { plot.tags = [Tag("\(task.round).\(number)")] }
            }
            try log.write(contentsOf: Data(lines.utf8))
            try context.save()
            try log.write(contentsOf: Data("\(task.round).\(number)\n".utf8))
            saved()
        }
    }

    /// Has several processes, one after the other, killed while they save, and looks at the store after each.
    ///
    /// - Parameter check: Gets the store opened anew, the round, and what the killed process has logged.
    func afterKills(
        _ rounds: Int = 3, _ check: (ModelContainer, _ round: Int, KillLog) throws -> Void
    ) async throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            let log = FileManager.default.temporaryDirectory.appending(path: "chronicle-kill-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: log) }
            let task = KillTask(log: log, round: round, seed: random.next(), saves: random.number(below: 8))
            try await runPeer(try argument(task), ending: .killed)
            let container = try open(Plot.self)
            try check(container, round, try KillLog(log))
            try container.close()
        }
    }
}

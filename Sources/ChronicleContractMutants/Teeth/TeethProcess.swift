import Foundation

/// Runs one store's clauses in child processes: a child that crashes or hangs is ended, and the rest goes on in another one.
struct TeethProcess: Sendable {
    /// The program and its first arguments; the store and its clauses follow.
    var program: URL
    var arguments: [String]
    /// How long a child may say nothing.
    var silence: Duration = .seconds(60)
    /// How many children one store may take down.
    var children = 12

    func run(_ store: String, fault: String?, _ clauses: [String]) -> TeethRun {
        let start = ContinuousClock.now
        var run = TeethRun(store: store, fault: fault, verdicts: [], seconds: 0)
        var rest = clauses[...]
        var reason = "\(children) child processes ended before it"
        for _ in 0..<children where !rest.isEmpty {
            let child = Child(program, arguments + ["--mutant", store, "--only", rest.joined(separator: ",")])
            var current: String?
            let ending = child.follow(silence: silence) { line in
                switch line {
                case .began(let clause): current = clause
                case .ended(let verdict):
                    run.verdicts.append(verdict)
                    if rest.first == verdict.clause { rest.removeFirst() }
                case .gaveUp(let why): reason = why
                }
            }
            if ending.isSuccess {
                if !rest.isEmpty { break }
                continue
            }
            // The clause that was under way is the one that took the child down; a child that began none says nothing.
            guard let current, current == rest.first else {
                reason = ending.text
                break
            }
            rest.removeFirst()
            run.verdicts.append(
                TeethVerdict(
                    clause: current, outcome: ending.wasSilent ? .hung : .crashed, messages: [ending.text]))
        }
        run.verdicts += rest.map { TeethVerdict(clause: $0, outcome: .notRun, messages: [reason]) }
        run.seconds = (ContinuousClock.now - start) / .seconds(1)
        return run
    }
}

/// One child process and its lines.
private struct Child {
    struct Ending {
        var isSuccess: Bool
        var wasSilent: Bool
        var text: String
    }

    private let process = Process()
    private let output = Pipe()
    private let failure: String?

    init(_ program: URL, _ arguments: [String]) {
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        var environment = ProcessInfo.processInfo.environment
        // A backtrace of each crash that is meant to be would cost seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        do {
            try process.run()
            failure = nil
        } catch {
            failure = "could not be started: \(error)"
        }
    }

    /// Hands over the lines until the child ends or says nothing for too long, which ends it.
    func follow(silence: Duration, _ body: (TeethLine) -> Void) -> Ending {
        if let failure { return Ending(isSuccess: false, wasSilent: false, text: failure) }
        let descriptor = output.fileHandleForReading.fileDescriptor
        var text: [UInt8] = []
        var wasSilent = false
        reading: while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&polled, 1, Int32(silence / .milliseconds(1)))
            if ready < 0, errno == EINTR { continue }
            if ready == 0 {
                wasSilent = true
                kill(process.processIdentifier, SIGKILL)
            }
            if ready <= 0 { break }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count <= 0 { break }
            text += bytes[..<count]
            while let end = text.firstIndex(of: 10) {
                if let line = try? JSONDecoder().decode(TeethLine.self, from: Data(text[..<end])) { body(line) }
                text.removeSubrange(...end)
            }
        }
        process.waitUntilExit()
        if wasSilent {
            return Ending(isSuccess: false, wasSilent: true, text: "ended after it said nothing for \(silence)")
        }
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal {
            return Ending(isSuccess: false, wasSilent: false, text: "the process ended by signal \(status)")
        }
        return Ending(
            isSuccess: status == 0, wasSilent: false, text: "the process ended with status \(status)")
    }
}

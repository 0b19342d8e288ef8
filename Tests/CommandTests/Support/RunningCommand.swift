import Foundation
import Testing

/// The built `chronicle` at work, read line by line.
final class RunningCommand {
    /// A line of `--json`.
    struct Event: Decodable {
        var event: String
        var end: String?
        var reason: String?
        var operations: Int
        var transactions: Int
        var parked: Int
        var position: String?
        var rows: Int?
        var digest: String?
    }

    private let process = Process()
    private let output = Pipe()
    private let complaint = Pipe()
    private var rest = Data()

    init(_ arguments: [String]) throws {
        process.executableURL = try CommandLine.program()
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
    }

    /// The next event; nil at the end of the output.
    func nextEvent() throws -> Event? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest = Data(rest[rest.index(after: end)...])
                return try JSONDecoder().decode(Event.self, from: line)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// Reads on until an event fulfils a condition.
    func event(where condition: (Event) -> Bool) throws -> Event {
        while let event = try nextEvent() {
            if condition(event) { return event }
        }
        let said = complaint.fileHandleForReading.availableData
        throw Ended(description: "the program ended first: \(String(decoding: said, as: UTF8.self))")
    }

    struct Ended: Error, CustomStringConvertible { var description: String }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end; the exit status, or the negative number of the signal that ended it.
    func end() -> Int32 {
        // Nobody reads a full pipe's other end but we.
        while !output.fileHandleForReading.availableData.isEmpty {}
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}

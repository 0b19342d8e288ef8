import Foundation
import Synchronization
import Testing

/// The built `chronicle` at work, read line by line.
final class RunningCommand: Sendable {
    /// A line of `--json`.
    struct Event: Decodable, Sendable {
        var event: String
        var end: String?
        var reason: String?
        var operations: Int
        var transactions: Int
        var parked: Int
        var position: String?
        var rows: Int?
        var digest: String?
        var until: Date?
    }

    private let process = Process()
    private let output = Pipe()
    private let complaint = Pipe()
    /// What was read and is no whole line yet.
    private let rest = Mutex(Data())

    init(_ arguments: [String]) throws {
        process.executableURL = try CommandLine.program()
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
    }

    /// The next event; nil at the end of the output.
    private func nextEvent() throws -> Event? {
        try rest.withLock { rest in
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = rest[..<end]
                    rest = Data(rest[rest.index(after: end)...])
                    return try Self.decoder.decode(Event.self, from: line)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                rest += more
            }
        }
    }

    /// Reads on until an event fulfils a condition.
    func event(where condition: @escaping @Sendable (Event) -> Bool) async throws -> Event {
        try await aside { [self] in
            while let event = try nextEvent() {
                if condition(event) { return event }
            }
            let said = complaint.fileHandleForReading.availableData
            throw Ended(description: "the program ended first: \(String(decoding: said, as: UTF8.self))")
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    struct Ended: Error, CustomStringConvertible { var description: String }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end; the exit status, or the negative number of the signal that ended it.
    func end() async throws -> Int32 {
        try await aside { [self] in
            // Nobody reads a full pipe's other end but we.
            while !output.fileHandleForReading.availableData.isEmpty {}
            process.waitUntilExit()
            return process.terminationReason == .uncaughtSignal
                ? -process.terminationStatus : process.terminationStatus
        }
    }
}

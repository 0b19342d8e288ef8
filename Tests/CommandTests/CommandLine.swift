import Dispatch
import Foundation

/// Runs the built `chronicle`.
enum CommandLine {
    struct Outcome {
        var status: Int32
        var output: String
        var complaint: String
        /// The lines on standard error.
        var complaints: [Substring] { complaint.split(separator: "\n") }
    }

    static func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

    /// Runs to the end, on a thread of its own.
    static func run(_ arguments: [String]) async throws -> Outcome { try await aside { try finish(arguments) } }

    private static func finish(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = try program()
        process.arguments = arguments
        let output = Pipe()
        let complaint = Pipe()
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        let complained = try complaint.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
            complaint: String(decoding: complained, as: UTF8.self))
    }

    struct NotBuilt: Error {}

    /// The program lies beside the tests' own executable.
    static func program() throws -> URL {
        var folder = URL(filePath: Swift.CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            let program = folder.appending(path: "chronicle")
            var isFolder: ObjCBool = true
            if FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder), !isFolder.boolValue {
                return program
            }
            folder = folder.deletingLastPathComponent()
        }
        throw NotBuilt()
    }

    /// A folder that goes when the body ends.
    static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}

/// Waits for what blocks on a thread of its own: those that tests share are two or three, and all others would wait too.
func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "aside").async { continuation.resume(with: Swift.Result(catching: body)) }
    }
}

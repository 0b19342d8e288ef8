import Foundation

/// How a runner starts a second process that does a clause's part in it.
///
/// The process must call ``ContractRunner/runPeer(_:on:)`` with the text that it is given.
public struct SecondProcess: Sendable {
    /// How the process is to end.
    public enum Ending: String, Sendable, Codable {
        /// By itself, with success.
        case success
        /// By SIGKILL, which it sends itself.
        case killed
    }

    /// Starts the process, waits for its end, and says what was wrong with that; nil when it ended as it should.
    let run: @Sendable (_ task: String, _ ending: Ending) async -> String?

    /// A way to start second processes.
    ///
    /// - Parameter run: Gets a text for the process and how it is to end; waits for its end, and returns what was wrong with
    ///   it, nil when it ended as it should.
    public init(_ run: @escaping @Sendable (_ task: String, _ ending: Ending) async -> String?) { self.run = run }
}

/// What a second process is told, as JSON.
struct PeerTask: Codable {
    var clause: String
    var directory: URL
    var argument: String
    var seed: UInt64
    /// Where the process writes what it saw.
    var report: URL

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

extension ContractProbe {
    /// Runs the clause's peer in a second process over the same place, and waits for its end. What the peer records counts
    /// as the clause's own. To have both at work at once, start it with `async let`.
    ///
    /// - Parameters:
    ///   - argument: What the peer is given.
    ///   - ending: How the process is to end.
    func runPeer(
        _ argument: String = "", ending: SecondProcess.Ending = .success, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let site = ContractSite("\(fileID)", "\(filePath)", line, column)
        guard let secondProcess else { throw fail("this runner cannot start a second process") }
        let task = PeerTask(
            clause: clause.id, directory: place.directory, argument: argument, seed: seed,
            report: FileManager.default.temporaryDirectory.appending(path: "chronicle-peer-\(UUID().uuidString).json"))
        defer { try? FileManager.default.removeItem(at: task.report) }
        let problem = await secondProcess.run(try task.encoded(), ending)
        if let problem {
            record("the second process (\(argument)) \(problem)", site)
        }
        if let data = try? Data(contentsOf: task.report) {
            record(try JSONDecoder().decode([ContractViolation].self, from: data))
        } else if ending == .success, problem == nil {
            record("the second process (\(argument)) left no report", site)
        }
    }
}

extension ContractRunner {
    /// Does a clause's part in a second process.
    ///
    /// - Parameters:
    ///   - task: The text that ``SecondProcess`` gave to the process.
    ///   - store: The same store as in the first process.
    /// - Throws: When the task cannot be read or its report not be written. What the peer sees is reported to the first
    ///   process and not thrown.
    public static func runPeer(_ task: String, on store: StoreUnderTest) async throws {
        let task = try JSONDecoder().decode(PeerTask.self, from: Data(task.utf8))
        guard let clause = StoreContract.clause(task.clause), let peer = clause.peer else {
            throw StoreError(.invalidConfiguration, "No clause \(task.clause) with a second process is known here.")
        }
        let probe = ContractProbe(
            clause: clause, store: store, place: ContractPlace(directory: task.directory), seed: task.seed,
            secondProcess: nil)
        let ended = await Deadline.run(for: store.deadline) {
            do { try await peer(probe, task.argument) } catch is ContractProbe.Stop {
                // What stopped the peer is already recorded.
            } catch {
                probe.record(
                    "in the second process an error came through: \(ContractProbe.describe(error))", clause.site)
            }
            probe.closeAll()
        }
        if !ended { probe.record("the second process did not end within \(store.deadline)", clause.site) }
        try JSONEncoder().encode(probe.violations).write(to: task.report, options: .atomic)
    }
}

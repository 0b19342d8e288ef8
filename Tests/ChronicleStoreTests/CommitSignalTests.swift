import ChronicleStore
import Foundation
import Synchronization
import Testing

@Suite struct CommitSignalTests {
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "chronicle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A user has 128 inotify instances in all, unless the system is set up otherwise.
    @Test func hundredsOfStoresCanBeObservedAtOnce() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = DispatchSemaphore(value: 0)
        var observed: [(signal: CommitSignal, observation: CommitObservation)] = []
        for number in 0..<300 {
            let signal = CommitSignal(path: folder.appending(path: "\(number)").path)
            let once = Once()
            observed.append((signal, signal.observe { if once.take() { told.signal() } }))
        }
        #expect(observed.filter { !$0.observation.seesOtherProcesses }.count == 0)
        // As another process would: by the file alone.
        for number in 0..<300 { CommitSignal(path: folder.appending(path: "\(number)").path).notify() }
        let deadline = DispatchTime.now() + 60
        #expect(observed.filter { _ in told.wait(timeout: deadline) != .success }.count == 0)
        for (signal, _) in observed { signal.close() }
    }

    @Test func severalSignalsOfOneFileAreAllTold() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "signal").path
        let signals = (0..<3).map { _ in CommitSignal(path: path) }
        let told = signals.map { _ in DispatchSemaphore(value: 0) }
        var observations = zip(signals, told).map { signal, told in signal.observe { told.signal() } }
        signals[0].notify()
        #expect(told.filter { $0.wait(timeout: .now() + 60) != .success }.count == 0)
        // One that goes takes the watch from no other.
        observations.removeFirst()
        for semaphore in told { while semaphore.wait(timeout: .now()) == .success {} }
        signals[1].notify()
        #expect(told[1...].filter { $0.wait(timeout: .now() + 60) != .success }.count == 0)
        withExtendedLifetime(observations) {}
        for signal in signals { signal.close() }
    }

    @Test func aFileThatWasReplacedIsWatchedAgain() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "signal").path
        let signal = CommitSignal(path: path)
        let told = DispatchSemaphore(value: 0)
        let observation = signal.observe { told.signal() }
        try FileManager.default.removeItem(atPath: path)
        #expect(told.wait(timeout: .now() + 60) == .success)
        let deadline = Date(timeIntervalSinceNow: 60)
        while !FileManager.default.fileExists(atPath: path), Date() < deadline { sched_yield() }
        while told.wait(timeout: .now()) == .success {}
        CommitSignal(path: path).notify()
        #expect(told.wait(timeout: .now() + 60) == .success)
        withExtendedLifetime(observation) {}
        signal.close()
    }
}

/// Something that happens once.
private final class Once: Sendable {
    private let isOpen = Mutex(true)

    func take() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}

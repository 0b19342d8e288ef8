import Foundation
import Synchronization

/// Tells the observers of a store, in every process, that something was committed.
///
/// After a commit a store calls ``notify()``, which writes a few bytes to a signal file beside the store. Each process that
/// observes has one thread that sleeps in the kernel until the file is written; a store that nobody observes has none, and
/// nothing is ever polled. Handlers are called on that thread, one at a time. Several commits may come as one call.
public final class CommitSignal: Sendable {
    /// The signal file.
    public let path: String

    private struct State {
        var handlers: [(number: UInt64, call: @Sendable () -> Void)] = []
        var nextNumber: UInt64 = 0
        var watcher: SignalWatcher?
        var file: SignalFile?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// A signal by the path of its file, which is made when it is first needed.
    public init(path: String) { self.path = path }

    deinit { close() }

    /// Calls a handler after every commit until the observation is released.
    ///
    /// Where neither the signal file nor its folder can be watched, commits of other processes go unnoticed, and the
    /// observation says so.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        let (number, seesOthers) = state.withLock { state in
            state.nextNumber += 1
            if state.isClosed { return (state.nextNumber, false) }
            state.handlers.append((state.nextNumber, handler))
            if state.watcher == nil {
                state.watcher = SignalWatcher(path: path) { [weak self] in self?.callHandlers() }
            }
            return (state.nextNumber, state.watcher?.watchesFile ?? false)
        }
        return CommitObservation(seesOtherProcesses: seesOthers) { [weak self] in self?.cancel(number) }
    }

    /// Opens the signal file before a commit: should the process be killed after it, closing the file is the signal.
    public func prepare() {
        state.withLock { state in
            if !state.isClosed, state.file == nil { state.file = SignalFile(path: path) }
        }
    }

    /// Says that something was committed; about a microsecond.
    public func notify() {
        let (file, watcher) = state.withLock { state -> (SignalFile?, SignalWatcher?) in
            if state.isClosed { return (nil, nil) }
            if state.file?.isCurrent != true { state.file = SignalFile(path: path) }
            return (state.file, state.watcher)
        }
        // Outside the lock, which the watcher takes as soon as the file is written.
        let isWritten = file?.write() ?? false
        if let watcher, !(isWritten && watcher.watchesFile) { watcher.wake() }
    }

    /// Ends all observations and the thread.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.handlers = []
            state.watcher = nil
            state.file = nil
        }
    }

    private func cancel(_ number: UInt64) {
        state.withLock { state in
            state.handlers.removeAll { $0.number == number }
            if state.handlers.isEmpty { state.watcher = nil }
        }
    }

    private func callHandlers() {
        // Outside the lock, so that a handler may use the store.
        for handler in state.withLock({ $0.handlers }) { handler.call() }
    }
}

/// The open signal file.
final class SignalFile: Sendable {
    private let descriptor: Int32

    init?(path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Whether the file still has a name, so that others can see it.
    var isCurrent: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Changes the file; its content means nothing.
    func write() -> Bool {
        var bytes: UInt64 = 0x0a6c_616e_6769_7363
        return pwrite(descriptor, &bytes, 8, 0) == 8
    }
}

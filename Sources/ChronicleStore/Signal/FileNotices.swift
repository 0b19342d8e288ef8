import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The kernel's notices of writes to files, for all signals of the process.
///
/// There is one inotify instance and one thread, which sleeps in the kernel, however many files are watched: a user has 128
/// instances for all processes together, unless the system is set up otherwise. Both stay once they are there.
final class FileNotices: Sendable {
    /// Nil where files cannot be watched: on other systems than Linux, or while the user has no instance left.
    static var shared: FileNotices? {
        made.withLock { made in
            if made == nil { made = FileNotices() }
            return made
        }
    }

    private static let made = Mutex<FileNotices?>(nil)

    private struct Watched {
        let path: String
        let onWrite: @Sendable () -> Void
        /// The watch of the file, or of the folder for as long as there is no file in it to be watched; negative when lost.
        var watch: Int32
        var isFolder = false
    }

    private struct State {
        var next = 0
        var watched: [Int: Watched] = [:]
        /// Who waits for a watch. The kernel has one for each file, whoever asks for it.
        var byWatch: [Int32: Set<Int>] = [:]
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    private init?() {
        #if os(Linux)
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        Thread.detachNewThread { [self] in run() }
        #else
        return nil
        #endif
    }

    /// Keeps a file watched until it is cancelled.
    final class Subscription: Sendable {
        private let notices: FileNotices
        private let number: Int

        fileprivate init(_ notices: FileNotices, _ number: Int) {
            self.notices = notices
            self.number = number
        }

        func cancel() { notices.cancel(number) }
    }

    /// Calls a closure, which must be quick, after each write to a file; the file is made if need be.
    ///
    /// Nil when neither the file nor, where it cannot be made, its folder can be watched.
    func subscribe(to path: String, _ onWrite: @escaping @Sendable () -> Void) -> Subscription? {
        // Within the lock, so that the first notice finds who waits for it.
        state.withLock { state in
            var watched = Watched(path: path, onWrite: onWrite, watch: -1)
            guard addWatch(for: &watched, state) else { return nil }
            state.next += 1
            state.watched[state.next] = watched
            state.byWatch[watched.watch, default: []].insert(state.next)
            return Subscription(self, state.next)
        }
    }

    private func cancel(_ number: Int) {
        state.withLock { state in
            guard let watched = state.watched.removeValue(forKey: number) else { return }
            leave(watched.watch, number, &state)
        }
    }

    /// Ends a watch with the last who waits for it.
    private func leave(_ watch: Int32, _ number: Int, _ state: inout State) {
        state.byWatch[watch]?.remove(number)
        guard state.byWatch[watch]?.isEmpty ?? false else { return }
        state.byWatch[watch] = nil
        #if os(Linux)
        inotify_rm_watch(descriptor, watch)
        #endif
    }

    // MARK: Watching

    private func addWatch(for watched: inout Watched, _ state: borrowing State) -> Bool {
        #if os(Linux)
        // A writer that is killed between its commit and its signal still has its files closed by the kernel.
        let mask = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE_SELF)
        watched.isFolder = false
        watched.watch = inotify_add_watch(descriptor, watched.path, mask)
        if watched.watch < 0, errno == ENOENT {
            // Only then: to open one that is there would be told as a write to those who watch it already.
            _ = SignalFile(path: watched.path)
            watched.watch = inotify_add_watch(descriptor, watched.path, mask)
        }
        if watched.watch >= 0 { return true }
        // A file that is there and cannot be watched will not be made again, so that its folder would tell nothing.
        guard access(watched.path, F_OK) != 0 else { return false }
        let path = URL(filePath: watched.path).deletingLastPathComponent().path
        let folder = inotify_add_watch(descriptor, path, UInt32(IN_CREATE | IN_MOVED_TO))
        // It may have come before its folder was watched.
        watched.watch = inotify_add_watch(descriptor, watched.path, mask)
        watched.isFolder = watched.watch < 0
        if watched.isFolder {
            watched.watch = folder
        } else if folder >= 0, state.byWatch[folder] == nil {
            inotify_rm_watch(descriptor, folder)
        }
        return watched.watch >= 0
        #else
        return false
        #endif
    }

    private func run() {
        #if os(Linux)
        var buffer = [UInt32](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count * 4)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            for call in state.withLock({ take(buffer, count, &$0) }) { call() }
            // Lets commits that follow one another at once be told together: until this is over, the kernel keeps one notice
            // for those to one file and wakes nobody. The first is told at once, and none goes untold.
            _ = poll(nil, 0, 1)
        }
        #endif
    }

    #if os(Linux)
    /// Whom notices concern; those whose file was replaced begin anew.
    private func take(_ buffer: [UInt32], _ count: Int, _ state: inout State) -> [@Sendable () -> Void] {
        var concerned: Set<Int> = []
        var offset = 0
        // A notice is: watch, mask, cookie, length of the name, name.
        while offset + 16 <= count {
            let (watch, mask) = (Int32(bitPattern: buffer[offset / 4]), buffer[offset / 4 + 1])
            offset += 16 + Int(buffer[offset / 4 + 3])
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                concerned.formUnion(state.watched.keys)
                continue
            }
            guard let numbers = state.byWatch[watch] else { continue }
            concerned.formUnion(numbers)
            let isGone = mask & UInt32(IN_IGNORED | IN_DELETE_SELF) != 0
            for number in numbers {
                guard var watched = state.watched[number], isGone || watched.isFolder else { continue }
                leave(watch, number, &state)
                // In a folder the file may still be missing; it is then watched as before.
                if addWatch(for: &watched, state) {
                    state.byWatch[watched.watch, default: []].insert(number)
                }
                state.watched[number] = watched
            }
        }
        return concerned.sorted().compactMap { state.watched[$0]?.onWrite }
    }
    #endif
}

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread that sleeps until a signal file is written; it ends when the watcher is released.
final class SignalWatcher: Sendable {
    /// Whether writes to the file are noticed; else only ``wake()`` is.
    let watchesFile: Bool
    /// The end of a pipe; closing it ends the thread.
    private let wakeDescriptor: Int32

    /// Starts the thread; nil when the process has no descriptors left.
    init?(path: String, _ onSignal: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeDescriptor = ends[1]
        let file = FileWatch(path: path)
        watchesFile = file != nil
        let wake = ends[0]
        Thread.detachNewThread { Self.run(wake: wake, file: file, onSignal) }
    }

    deinit { close(wakeDescriptor) }

    /// Has the handlers called though the file was not written.
    func wake() {
        var byte: UInt8 = 0
        _ = write(wakeDescriptor, &byte, 1)
    }

    /// Lets commits that follow one another at once be told together: until the rest is over, the kernel keeps one notice for
    /// all of them and wakes nobody. The first is told at once, and none goes untold. Ends early when the watcher does.
    private static func rest(_ wake: Int32) {
        var closed = pollfd(fd: wake, events: 0, revents: 0)
        _ = poll(&closed, 1, 2)
    }

    private static func run(wake: Int32, file: FileWatch?, _ onSignal: () -> Void) {
        defer { close(wake) }
        while true {
            var polled = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
            if let file { polled.append(pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)) }
            if poll(&polled, nfds_t(polled.count), -1) < 0 {
                if errno == EINTR { continue }
                return
            }
            if polled[0].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 64)
                if read(wake, &bytes, bytes.count) == 0 { return }
            }
            if polled.count > 1, polled[1].revents != 0 { file?.drain() }
            onSignal()
            rest(wake)
        }
    }
}

/// The kernel's notice of writes to one file.
final class FileWatch: Sendable {
    let descriptor: Int32
    private let path: String
    /// The watch of the folder, for as long as there is no file in it to be watched; negative without.
    private let folder = Atomic<Int32>(-1)

    init?(path: String) {
        self.path = path
        #if os(Linux)
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        guard watch() || (!isThere && watchFolder()) else { return nil }
        #else
        return nil
        #endif
    }

    deinit { close(descriptor) }

    /// Takes all notices; begins anew when the file was replaced.
    func drain() {
        #if os(Linux)
        var buffer = [UInt32](repeating: 0, count: 1024)
        var isGone = false
        while true {
            let count = read(descriptor, &buffer, 4096)
            if count <= 0 { break }
            var offset = 0
            // A notice is: watch, mask, cookie, length of the name, name.
            while offset + 16 <= count {
                if buffer[offset / 4 + 1] & UInt32(IN_IGNORED | IN_DELETE_SELF) != 0 { isGone = true }
                offset += 16 + Int(buffer[offset / 4 + 3])
            }
        }
        let folder = folder.load(ordering: .relaxed)
        if isGone {
            _ = watch() || watchFolder()
        } else if folder >= 0, watch() {
            self.folder.store(-1, ordering: .relaxed)
            inotify_rm_watch(descriptor, folder)
        }
        #endif
    }

    /// Whether there is a file: one that cannot be watched will not be made again, so that nothing would be noticed by its folder.
    private var isThere: Bool { access(path, F_OK) == 0 }

    /// Watches for the file to come, where it cannot be made.
    private func watchFolder() -> Bool {
        #if os(Linux)
        let parent = URL(filePath: path).deletingLastPathComponent().path
        let watch = inotify_add_watch(descriptor, parent, UInt32(IN_CREATE | IN_MOVED_TO))
        folder.store(watch, ordering: .relaxed)
        return watch >= 0
        #else
        return false
        #endif
    }

    private func watch() -> Bool {
        #if os(Linux)
        // A file that cannot be made may still be there to be watched.
        _ = SignalFile(path: path)
        // A writer that is killed between its commit and its signal still has its files closed by the kernel.
        return inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE_SELF)) >= 0
        #else
        return false
        #endif
    }
}

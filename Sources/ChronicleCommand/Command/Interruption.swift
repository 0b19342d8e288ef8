import Foundation
import Synchronization

/// SIGINT and SIGTERM as a request to end in good order. The second one ends the program at once.
///
/// A handler writes into a pipe, and a thread reads from it. Dispatch sources do not see every signal here: those that are made
/// after others were cancelled stay silent.
final class Interruption {
    /// The numbers of the signals that arrive.
    let signals: AsyncStream<Int32>
    private let writeEnd: Int32

    /// - Throws: ``CommandFailure`` when the system gives no pipe.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandFailure("no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let readEnd = ends[0]
        writeEnd = ends[1]
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        Thread.detachNewThread {
            var hasCome = false
            var number: UInt8 = 0
            while read(readEnd, &number, 1) == 1 {
                // What was acknowledged is in the checkpoint or will be sent again: ending here is always safe.
                if hasCome { _exit(128 + Int32(number)) }
                hasCome = true
                continuation.yield(Int32(number))
            }
            close(readEnd)
        }
        signalPipe.store(writeEnd, ordering: .releasing)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                let error = errno
                var number = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe.load(ordering: .acquiring), &number, 1)
                errno = error
            }
        }
    }

    deinit {
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        signalPipe.store(-1, ordering: .releasing)
        close(writeEnd)
    }
}

/// Where the handler writes: it can have no context of its own.
private let signalPipe = Atomic<Int32>(-1)

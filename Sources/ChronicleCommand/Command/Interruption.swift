import Dispatch
import Foundation
import Synchronization

/// SIGINT and SIGTERM as a request to end in good order. The second one ends the program at once.
final class Interruption {
    /// The numbers of the signals that arrive.
    let signals: AsyncStream<Int32>
    private var sources: [any DispatchSourceSignal] = []

    private final class Count: Sendable { let value = Atomic(0) }

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        let count = Count()
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // What was acknowledged is in the checkpoint or will be sent again: ending here is always safe.
                if count.value.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
                continuation.yield(number)
            }
            source.resume()
            sources.append(source)
        }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}

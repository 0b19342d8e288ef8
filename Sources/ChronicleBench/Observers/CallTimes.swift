import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// When a callback saw which number, to be waited for from a thread.
final class CallTimes: Sendable {
    private let state = Mutex((number: -1, nanoseconds: UInt64(0), calls: 0))
    private let semaphore = DispatchSemaphore(value: 0)

    func note(_ number: Int) {
        let now = Self.now
        state.withLock { $0 = (number, now, $0.calls + 1) }
        semaphore.signal()
    }

    var calls: Int { state.withLock { $0.calls } }

    /// Waits until a number was seen, and tells when.
    func wait(for number: Int) throws -> UInt64 {
        let deadline = DispatchTime.now() + .seconds(60)
        while true {
            let (seen, time, _) = state.withLock { $0 }
            if seen == number { return time }
            guard semaphore.wait(timeout: deadline) == .success else {
                throw ObserverBenchFailure("an observer did not see \(number) within a minute, but \(seen)")
            }
        }
    }

    /// A clock that all processes of a machine share.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension CallTimes {
    /// The processor time of all threads of this process so far, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

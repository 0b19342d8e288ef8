#if compiler(<6.4)
import Chronicle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The continuous observations that are running their closure on this thread.
///
/// Not told by `pthread_self()`, which glibc declares constant, so that optimized code keeps one value across an `await`.
enum PassStack {
    final class Frame {
        unowned let core: ContinuousCore
        fileprivate let previous: UnsafeMutableRawPointer?
        /// Ask whether something that was read has changed since.
        fileprivate var checks: [() -> Bool] = []
        /// How much had been merged on this thread at the start.
        private let merges = MergeCount.ofThisThread

        fileprivate init(_ core: ContinuousCore, _ previous: UnsafeMutableRawPointer?) {
            self.core = core
            self.previous = previous
        }

        /// Whether something that was read may have changed, not by the closure's own doing, before it was observed.
        ///
        /// A read of a model takes in what others have saved, also into models that the closure had read before.
        var mustRepeat: Bool { merges != MergeCount.ofThisThread || checks.contains { $0() } }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static var top: Frame? {
        pthread_getspecific(key).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() }
    }

    static func contains(_ core: ContinuousCore) -> Bool {
        var pointer = pthread_getspecific(key)
        while let current = pointer {
            let frame = Unmanaged<Frame>.fromOpaque(current).takeUnretainedValue()
            if frame.core === core { return true }
            pointer = frame.previous
        }
        return false
    }

    static func with(_ core: ContinuousCore, _ body: (Frame) -> Void) {
        let frame = Frame(core, pthread_getspecific(key))
        withExtendedLifetime(frame) {
            pthread_setspecific(key, Unmanaged.passUnretained(frame).toOpaque())
            body(frame)
            pthread_setspecific(key, frame.previous)
        }
    }

    /// Has a running closure look again, once it is observing, whether what it read has changed on another thread.
    static func recheck(_ isChanged: @escaping () -> Bool) { top?.checks.append(isChanged) }
}
#else
/// Swift 6.4 notices by itself what changes between a read and its observation.
enum PassStack {
    static func recheck(_ isChanged: @escaping () -> Bool) {}
}
#endif

#if LMDB
import Foundation

/// Keeps transactions and changes of the map apart.
///
/// Every transaction of the process holds the gate shared for its whole life; the map is moved, and the environment closed,
/// only by who holds it alone. Readers are preferred, so that a read inside a read can never stop for a waiting grower.
final class MapGate: @unchecked Sendable {
    // Invariant: the address is initialised once, and pthread's own rules make its use from any thread safe. Whoever locks
    // also unlocks, on the same thread.
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_rwlock_t())
        pthread_rwlock_init(lock, nil)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    @inline(__always) func enter() { pthread_rwlock_rdlock(lock) }
    @inline(__always) func leave() { pthread_rwlock_unlock(lock) }

    func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
#endif

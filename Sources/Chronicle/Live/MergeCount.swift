#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How often contexts took in what others saved, on each thread.
///
/// Who reads models inside an observation compares two counts to learn whether a read has brought news into models that
/// were read before.
package enum MergeCount {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    package static var ofThisThread: Int { Int(bitPattern: pthread_getspecific(key)) }

    static func increase() { pthread_setspecific(key, UnsafeRawPointer(bitPattern: ofThisThread &+ 1)) }
}

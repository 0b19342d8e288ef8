import CChronicleRuntime
import Observation
import Synchronization

/// What all models of a context look at when a property is read: whether there is news to merge, and whether someone is
/// observing on this thread.
public final class ReadGate: @unchecked Sendable {
    // Sendable: the flag is atomic; the probe is only touched from the isolation of the context that owns the gate.

    /// Where reads look, in memory of its own so that a look takes and leaves no references. It lives as long as the gate.
    let watch: UnsafeMutablePointer<ReadWatch>

    package init() {
        watch = .allocate(capacity: 1)
        watch.initialize(to: ReadWatch())
    }

    deinit {
        watch.deinitialize(count: 1)
        watch.deallocate()
    }

    /// Whether other contexts or processes have saved since the last merge.
    package var hasNews: Bool { watch.pointee.hasNews }

    package func setNews(_ value: Bool) { watch.pointee.news.store(value, ordering: .releasing) }

    /// Whether the reads of this thread are being tracked.
    func isTracking() -> Bool { watch.pointee.isTracking() }
}

/// What a read of a property looks at.
///
/// Whether a `withObservationTracking` is running cannot be asked. But it hashes the key path of what is read in it, so a read
/// of a probe whose key path counts how often it is hashed tells. The probe costs one call and no memory, where an
/// `ObservationRegistrar` for each model that is read would cost 200 bytes.
struct ReadWatch: ~Copyable {
    let news = Atomic<Bool>(false)

    /// The registrar that the probe is read through; boxed, so that it is used in place and not copied for each call.
    private final class Box { let registrar = ObservationRegistrar() }

    // Counted by hand, as references that Swift counts would be counted at each read: what is here was retained when it came
    // here, and is released when it leaves or with the watch.
    private var registrar = Unmanaged.passRetained(Box())
    private var keyPath = Unmanaged.passRetained(ObservationProbe.keyPath)
    private var otherKeyPath = Unmanaged.passRetained(ObservationProbe.keyPath)
    /// The last registrar but one.
    private var earlier: Box?
    /// The trackings that left a registration with the registrar.
    private var registrations = 0

    deinit {
        registrar.release()
        keyPath.release()
        otherKeyPath.release()
    }

    var hasNews: Bool { news.load(ordering: .relaxed) }

    /// Whether a read must take the long way.
    @inline(__always) mutating func attends() -> Bool { hasNews || isTracking() }

    @inline(__always) mutating func isTracking() -> Bool {
        let before = chronicle_probe_get()
        registrar._withUnsafeGuaranteedRef { box in
            keyPath._withUnsafeGuaranteedRef { box.registrar.access(ObservationProbe(), keyPath: $0) }
        }
        let after = chronicle_probe_get()
        if after.hashed == before.hashed { return false }
        if after.compared == before.compared { noteRegistration() }
        return true
    }

    /// A tracking has taken the key path into its set, and will leave a registration with the registrar that nobody needs.
    ///
    /// From now on the equal key path is used: a tracking that has one of them compares it with the other, and one that
    /// begins has nothing to compare with.
    ///
    /// Registrations go with their registrar, but only those that were made while it lived; so it is kept for some trackings
    /// more after another took its place.
    @inline(never) private mutating func noteRegistration() {
        swap(&keyPath, &otherKeyPath)
        registrations += 1
        guard registrations == 16 else { return }
        registrations = 0
        earlier = registrar.takeRetainedValue()
        registrar = .passRetained(Box())
    }
}

/// Something observable whose key path notices when it is hashed and compared.
struct ObservationProbe: Observable {
    struct Sentinel: Hashable, Sendable {
        func hash(into hasher: inout Hasher) { chronicle_probe_hash() }
        static func == (a: Sentinel, b: Sentinel) -> Bool {
            chronicle_probe_compare()
            return true
        }
    }

    subscript(sentinel: Sentinel) -> Int { 0 }

    static var keyPath: KeyPath<ObservationProbe, Int> { \ObservationProbe[Sentinel()] }
}

/// Numbers for models that are not in a store: negative, so that they never meet a store's keys.
package enum TemporaryKeys {
    private static let last = Atomic<Int64>(0)
    package static func next() -> Int64 { last.subtract(1, ordering: .relaxed).newValue }
}

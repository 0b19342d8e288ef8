// Swift 6.4 brings these names in Observation; this module then adds none of its own.
#if compiler(<6.4)
public import Observation

/// Calls a closure again and again: first once as it is, then after changes of what it read the last time.
///
/// The closure runs on the isolation that it was formed in, first with an event of kind `initial`, which is scheduled and never
/// happens inside this call. After a change it runs once at the isolation's next suspension, whatever was changed in
/// between; what it reads is current. What the closure itself changes brings no further call.
///
/// A closure that is formed in an actor's method belongs to the actor only if it captures `self` strongly; a closure of a
/// global actor belongs to that in any case.
///
/// - Parameters:
///   - options: The edges that are told; with both there is one call a batch, of kind `didSet`.
///   - apply: What reads and reacts. Only what its latest call read is observed.
/// - Returns: What keeps the observation alive. Once it is released or cancelled, on the closure's isolation, no call follows.
public func withContinuousObservation(
    options: ObservationTracking.Options,
    @_inheritActorContext apply: @escaping @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void
) -> ObservationTracking.Token {
    let core = ContinuousCore(options: options)
    Task.detached(name: "ContinuousObservation") {
        await ContinuousCore.run(core, isolation: apply.isolation, apply: apply)
    }
    return ObservationTracking.Token(core: core)
}

/// The terms of continuous observation.
public struct ObservationTracking: Sendable {
    private init() {}

    /// The edges of a change that an observer wants to know of.
    public struct Options: SetAlgebra, Sendable {
        private var bits: UInt8

        private init(bits: UInt8) { self.bits = bits }

        /// No edge: only the initial call.
        public init() { self.init(bits: 0) }
        /// Before a value is stored.
        public static var willSet: Options { Options(bits: 1) }
        /// After a value was stored.
        public static var didSet: Options { Options(bits: 2) }
        /// When an observed object goes. Never told before Swift 6.4, whose runtime is the first to know.
        public static var `deinit`: Options { Options(bits: 4) }

        /// Whether all edges of another set are in this one.
        public func contains(_ member: Options) -> Bool { bits & member.bits == member.bits }
        /// The edges of both.
        public func union(_ other: Options) -> Options { Options(bits: bits | other.bits) }
        /// The edges that both have.
        public func intersection(_ other: Options) -> Options { Options(bits: bits & other.bits) }
        /// The edges that one has.
        public func symmetricDifference(_ other: Options) -> Options { Options(bits: bits ^ other.bits) }
        /// Adds edges.
        @discardableResult
        public mutating func insert(_ member: Options) -> (inserted: Bool, memberAfterInsert: Options) {
            let isNew = !contains(member)
            bits |= member.bits
            return (isNew, member)
        }
        /// Takes edges out.
        @discardableResult public mutating func remove(_ member: Options) -> Options? {
            let common = intersection(member)
            bits &= ~member.bits
            return common.bits == 0 ? nil : common
        }
        /// Adds edges.
        @discardableResult public mutating func update(with member: Options) -> Options? {
            let common = intersection(member)
            bits |= member.bits
            return common.bits == 0 ? nil : common
        }
        /// Adds the edges of another set.
        public mutating func formUnion(_ other: Options) { bits |= other.bits }
        /// Keeps the edges that another set has too.
        public mutating func formIntersection(_ other: Options) { bits &= other.bits }
        /// Keeps the edges that one has.
        public mutating func formSymmetricDifference(_ other: Options) { bits ^= other.bits }
    }

    /// Why a closure is called.
    public struct Event: ~Copyable {
        /// The kinds of reason.
        public struct Kind: Equatable, Sendable {
            private let number: UInt8

            /// The first call.
            public static var initial: Kind { Kind(number: 0) }
            /// Something is about to change. What is read is the new value already.
            public static var willSet: Kind { Kind(number: 1) }
            /// Something has changed.
            public static var didSet: Kind { Kind(number: 2) }
            /// An observed object has gone.
            public static var `deinit`: Kind { Kind(number: 3) }
        }

        /// The kind.
        public let kind: Kind
        let keyPath: AnyKeyPath?
        let onCancel: () -> Void

        /// Whether the first change since the last call was one of a property.
        public func matches(_ keyPath: PartialKeyPath<some Observable>) -> Bool {
            self.keyPath.map { $0 == keyPath } ?? false
        }

        /// Ends the observation after this call.
        public func cancel() { onCancel() }
    }

    /// Keeps a continuous observation alive.
    public struct Token: ~Copyable {
        let core: ContinuousCore

        /// Ends the observation. On the closure's isolation no call follows.
        public consuming func cancel() { core.cancel() }

        deinit { core.cancel() }
    }
}

@available(*, unavailable)
extension ObservationTracking.Token: Sendable {}
#endif

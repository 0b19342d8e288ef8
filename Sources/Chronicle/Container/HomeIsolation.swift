/// The isolation that something belongs to. An actor is not kept alive by it, as it mostly owns what belongs to it.
package struct HomeIsolation: Sendable {
    /// Whether it is no actor's.
    package let isNone: Bool
    /// The actor; nil when there is none or it is gone.
    package private(set) weak var actor: (any Actor)?

    package init(_ actor: (any Actor)?) {
        isNone = actor == nil
        self.actor = actor
    }
}

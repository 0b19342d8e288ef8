public import Observation

/// A model's identity, change tracking and observation. Each model declares one, as `let backingData = BackingData()`.
///
/// It belongs to the isolation of the model's context.
public final class BackingData {
    /// Where a model stands.
    package enum Status: UInt8 {
        /// Not in a context.
        case detached
        /// In a context, not yet saved.
        case inserted
        /// As last saved, or changed since.
        case persisted
        /// To be deleted at the next save, or deleted.
        case deleted
    }

    // Looked at in every read of a property: exclusive access is a matter of course on one isolation, and checking it would
    // cost more than the read. No access to these spans other code.

    @exclusivity(unchecked) package var isPrototype = false
    @exclusivity(unchecked) @usableFromInline package var isQuiet = true
    @exclusivity(unchecked) package var status = Status.detached
    /// Whether the context keeps other models alive for this one, so that they must not keep this one alive.
    @exclusivity(unchecked) package var holdsMembers = false
    /// What the model shares with the others of its context.
    @exclusivity(unchecked) package var gate: ReadGate? { didSet { watch = unread == nil ? gate?.watch : nil } }
    /// The gate's, which the gate keeps in place; reads go straight to it. Nil while properties are unread, so that reads take
    /// the long way, where those are loaded.
    @exclusivity(unchecked) var watch: UnsafeMutablePointer<ReadWatch>?
    @exclusivity(unchecked) @usableFromInline package var registrar: ModelRegistrar?
    /// The properties that the fetch of the model left out; nil when it has all.
    @exclusivity(unchecked) package var unread: UnreadSlots? { didSet { watch = unread == nil ? gate?.watch : nil } }
    @exclusivity(unchecked) package var key: Int64 = 0
    /// The place in the context's list of new or of changed models.
    @exclusivity(unchecked) package var position = 0
    // Set while the owner is alive; the owner clears it when it goes.
    @exclusivity(unchecked) package unowned(unsafe) var owner: (any ModelOwner)?
    @exclusivity(unchecked) package unowned(unsafe) var info: ModelInfo?
    private var keptOriginals: [Int: [StoredValue]]?
    private var faults: [Int: String]?

    /// The changed slots, with what they held at the last commit.
    package var originals: [Int: [StoredValue]] {
        get { keptOriginals ?? [:] }
        _modify {
            var originals = keptOriginals ?? [:]
            keptOriginals = nil
            defer { keptOriginals = originals.isEmpty ? nil : originals }
            yield &originals
        }
    }

    /// Attributes whose stored bytes could not be read, and why.
    package var undecodable: [Int: String] {
        get { faults ?? [:] }
        set { faults = newValue.isEmpty ? nil : newValue }
    }

    /// Attributes that were undecodable and have been set since the last commit, with why: they are written whatever they hold.
    package var replacedFaults: [Int: String]?

    /// Backing data for one model.
    public init() {
        guard let session = ConstructionSession.current else { return }
        session.pointee.prepare(self)
    }

    deinit { owner?.forget(self) }

    package var hasChanges: Bool { status == .inserted || keptOriginals != nil }

    package func identifier(of model: some PersistentModel) -> PersistentIdentifier {
        if let owner, key > 0 { return owner.identifier(for: self) }
        if key == 0 { key = TemporaryKeys.next() }
        return PersistentIdentifier(storeIdentifier: nil, entityName: type(of: model).entityName, primaryKey: key)
    }

    /// Takes in what other contexts saved, so that what is read next is current.
    @usableFromInline package func settle() {
        if gate?.hasNews == true { owner?.mergeNews() }
    }
}

/// Who observes a model. Boxed, so that a model that nobody observes pays one word for it.
@usableFromInline package final class ModelRegistrar {
    @usableFromInline package let registrar = ObservationRegistrar()
    package init() {}
}

/// What a model asks of its context.
package protocol ModelOwner: AnyObject {
    func identifier(for backing: BackingData) -> PersistentIdentifier
    func mergeNews()
    func forget(_ backing: BackingData)
    func willChange(_ backing: BackingData, model: AnyObject, slot: Int)
    /// Follows each `willChange`, once the value is stored.
    func didChange()
    func reference(_ backing: BackingData, slot: Int, key: Int64) -> AnyObject?
    func related(_ backing: BackingData, slot: Int) -> [AnyObject]
    func setRelated(_ backing: BackingData, model: AnyObject, slot: Int, to models: [AnyObject])
    func adopt(_ model: AnyObject)
    /// Loads the properties that are unread, as far as it can.
    func load(_ backing: BackingData, model: AnyObject)
}

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

    /// Non-zero when reads must take the long way (prototypes).
    @usableFromInline package var attention: UInt8 = 0
    @usableFromInline package var isQuiet = true
    package var status = Status.detached
    /// What the model shares with the others of its context.
    @usableFromInline package var gate: ReadGate?
    @usableFromInline package var registrar: ModelRegistrar?
    package var key: Int64 = 0
    // Set while the owner is alive; the owner clears it when it goes.
    package unowned(unsafe) var owner: (any ModelOwner)?
    package unowned(unsafe) var info: ModelInfo?
    /// The changed slots, with what they held at the last commit.
    package var originals: [Int: [StoredValue]] = [:]
    /// Attributes whose stored bytes could not be read, and why.
    package var undecodable: [Int: String] = [:]

    /// Backing data for one model.
    public init() {
        guard let session = ConstructionSession.current else { return }
        session.pointee.prepare(self)
    }

    deinit { owner?.forget(self) }

    package var isPrototype: Bool { attention != 0 }
    package var hasChanges: Bool { status == .inserted || !originals.isEmpty }

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
    func reference(_ backing: BackingData, slot: Int, key: Int64) -> AnyObject?
    func related(_ backing: BackingData, slot: Int) -> [AnyObject]
    func setRelated(_ backing: BackingData, model: AnyObject, slot: Int, to models: [AnyObject])
    func adopt(_ model: AnyObject)
}

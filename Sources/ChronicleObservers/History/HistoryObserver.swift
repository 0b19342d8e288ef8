public import Chronicle
public import Observation
import Synchronization

/// Tells that there is new history to process: a doorbell, not the history itself.
///
/// It rings for transactions of the given authors that changed the given models, of this and of other processes. Whoever hears it
/// calls `fetchHistory` from the place up to which it has processed; that place is its own to keep. A burst of transactions may
/// ring once.
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], authors: ["App"], modelContainer: container)
/// for await _ in observer.events { try await sync.processHistory() }
/// ```
///
/// Nothing that is committed after the initializer has taken its positions is missed, however late someone begins to wait.
/// The counter changes on the isolation that made the observer.
public final class HistoryObserver: Observable, Sendable {
    /// The container whose stores are observed.
    public let modelContainer: ModelContainer
    /// The models of interest; empty for all.
    public let observedModels: [any PersistentModel.Type]
    /// The authors of interest; empty for all, and those without a name.
    public let authors: Set<String>

    private let watches: [(store: String, watch: HistoryWatch)]
    let bell: HistoryBell

    /// An observer of the stores of a container.
    ///
    /// - Parameters:
    ///   - historyTokens: The place from which each store's history is of interest, by store identifier. A store that is not named
    ///     is observed from now on.
    ///   - observedModels: Only transactions that changed one of these; empty for all.
    ///   - authors: Only transactions of these; empty for all.
    /// - Throws: ``HistoryError`` for a token that cannot be used; ``ChronicleError`` `unsupportedFeature` when no store of the models
    ///   keeps history, `unknownModel` for a model that is not in the container; ``StoreError`` when reading fails.
    public init(
        historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [], modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        self.modelContainer = modelContainer
        self.observedModels = observedModels
        self.authors = authors
        let bell = HistoryBell(HomeIsolation(isolation))
        self.bell = bell
        let tokens = try Self.tokens(historyTokens ?? [:], modelContainer)
        let bindings = try observedModels.map(modelContainer.binding(of:))
        var watches: [(String, HistoryWatch)] = []
        for store in modelContainer.stores {
            let entities = bindings.filter { $0.store === store }.map(\.entity.name)
            guard observedModels.isEmpty || !entities.isEmpty else { continue }
            let watch = try store.watchHistory(
                after: tokens[store.identifier], authors: authors,
                entities: observedModels.isEmpty ? nil : Set(entities), onEvent: { bell.push() })
            if let watch { watches.append((store.identifier, watch)) }
        }
        guard !watches.isEmpty else {
            throw ChronicleError(.unsupportedFeature, "No store of the observed models keeps history")
        }
        self.watches = watches
        bell.onRing { [weak self] body in
            guard let self else { return }
            registrar.withMutation(of: self, keyPath: \.eventCounter, body)
        }
    }

    private let registrar = ObservationRegistrar()

    /// How often it has rung.
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        let (bell, count) = (bell, bell.count)
        // Read on another isolation than it changes on: a ring between this and the observation is noticed too.
        PassStack.recheck { bell.count != count }
        return count
    }

    /// The counter's values from the first ring after the initializer on, for code that does not use Observation.
    ///
    /// Each loop gets the newest value that it has not had yet. It keeps the observer alive, and ends when its task is cancelled.
    public var events: HistoryEvents { HistoryEvents(observer: self) }

    /// Why the history of some store cannot be read now; nil when all can. Reading is tried again by itself.
    public var failure: (any Error)? { watches.lazy.compactMap(\.watch.failure).first }

    /// The identifiers of the stores of which commits by other processes go unnoticed, as their folders cannot be watched. Commits of this
    /// process are noticed in any case.
    public var unwatchedStores: [String] { watches.filter { !$0.watch.seesOtherProcesses }.map(\.store) }

    private static func tokens(
        _ given: [String: any HistoryToken], _ container: ModelContainer
    ) throws -> [String: DefaultHistoryToken] {
        var tokens: [String: DefaultHistoryToken] = [:]
        for (store, token) in given {
            guard container.stores.contains(where: { $0.identifier == store }) else {
                throw HistoryError(
                    .foreignToken, "A token is of the store \(store), which is not one of the container's",
                    storeIdentifier: store)
            }
            guard let token = token as? DefaultHistoryToken else {
                throw HistoryError(
                    .unsupportedRequest, "The store \(store) has no tokens of type \(type(of: token))",
                    storeIdentifier: store)
            }
            tokens[store] = token
        }
        return tokens
    }
}

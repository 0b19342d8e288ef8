import ChronicleStore
import Synchronization

/// Waits in one store's history for what an observer wants to know of.
package final class HistoryWatch: Sendable {
    private let state: Mutex<(position: HistoryPosition, failure: (any Error)?)>
    let authors: Set<String?>?
    /// The entities of interest; nil for all.
    private let entities: Set<String>?
    private let hub: HistoryHub
    private let onEvent: @Sendable () -> Void

    /// A watch from a position on.
    ///
    /// - Throws: ``HistoryError`` when the position cannot be used; the store's error when it cannot be read.
    init(
        _ hub: HistoryHub, _ history: any DataStore & HistoryProviding, after token: DefaultHistoryToken?,
        authors: Set<String>, entities: Set<String>?, onEvent: @escaping @Sendable () -> Void
    ) throws {
        self.hub = hub
        self.authors = authors.isEmpty ? nil : Set(authors.map { $0 })
        self.entities = entities
        self.onEvent = onEvent
        // Read before the watch begins: what is committed from here on is looked at.
        state = Mutex((try token?.position ?? history.currentPosition(), nil))
        if let token { _ = try history.fetchHistory(HistoryRequest(after: token.position, limit: 1)) }
        hub.add(self)
    }

    deinit { hub.clean() }

    /// Whether commits of other processes are noticed.
    package var seesOtherProcesses: Bool { hub.seesOtherProcesses }
    package var failure: (any Error)? { state.withLock { $0.failure } }

    /// The place up to which history was looked at.
    var position: HistoryPosition { state.withLock { $0.position } }

    func wants(_ record: HistoryRecord) -> Bool {
        guard authors?.contains(record.author) ?? true else { return false }
        guard let entities else { return true }
        return record.changes.contains { entities.contains($0.entity) }
    }

    func arrived(at position: HistoryPosition, rings: Bool) {
        state.withLock { $0 = (position, nil) }
        if rings { onEvent() }
    }

    func failed(_ error: any Error) { state.withLock { $0.failure = error } }
    func recovered() { state.withLock { $0.failure = nil } }
}

extension StoreHandle {
    /// A watch of the store's history; nil when it keeps none.
    ///
    /// - Throws: ``HistoryError`` when the token cannot be used; the store's error when it cannot be read.
    package func watchHistory(
        after token: DefaultHistoryToken?, authors: Set<String>, entities: Set<String>?,
        onEvent: @escaping @Sendable () -> Void
    ) throws -> HistoryWatch? {
        guard let hub, let history = store as? any DataStore & HistoryProviding else { return nil }
        return try HistoryWatch(hub, history, after: token, authors: authors, entities: entities, onEvent: onEvent)
    }

    /// What identifies the store.
    package var identifier: String { store.identifier }
}

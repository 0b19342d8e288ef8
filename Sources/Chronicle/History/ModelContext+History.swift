import Foundation
import ChronicleStore

extension ModelContext {
    /// The transactions that a descriptor selects, over all stores of the container that keep history.
    ///
    /// A token in the predicate belongs to one store; only that store is asked then.
    ///
    /// - Throws: ``HistoryError`` `historyTokenExpired`, `foreignToken` or `tokenAhead`; ``ChronicleError`` `unsupportedFeature` when no
    ///   store keeps history; ``StoreError`` when reading fails.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw ChronicleError(.unsupportedFeature, "No store of the container tells its history as \(T.self)")
        }
        let query = try HistoryQuery(descriptor)
        var result: [DefaultHistoryTransaction] = []
        for (store, history) in try historyStores(query) {
            result += try fetch(query, descriptor, store, history)
        }
        if !descriptor.sortBy.isEmpty { result.sort(using: descriptor.sortBy) }
        if descriptor.fetchLimit > 0 { result = Array(result.prefix(Int(clamping: descriptor.fetchLimit))) }
        return result as? [T] ?? []
    }

    /// Deletes the leading run of the history that a descriptor selects. Tokens that point into it are expired afterwards.
    ///
    /// - Throws: As ``fetchHistory(_:)``, and ``HistoryError`` `unsupportedRequest` for a predicate that is not a conjunction of
    ///   conditions on token, author and timestamp; nothing is deleted then.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw ChronicleError(.unsupportedFeature, "No store of the container tells its history as \(T.self)")
        }
        let query = try HistoryQuery(descriptor)
        guard query.isComplete else {
            throw HistoryError(
                .unsupportedRequest,
                "History is deleted by token, author and timestamp only: join such conditions with &&")
        }
        for (store, history) in try historyStores(query) {
            var request = try query.request(for: store.store.identifier)
            request.limit = Int(clamping: descriptor.fetchLimit)
            try history.deleteHistory(request)
        }
    }

    /// The place after the newest transaction of each store, by store identifier.
    public func currentHistoryTokens() throws -> [String: DefaultHistoryToken] {
        var tokens: [String: DefaultHistoryToken] = [:]
        for store in container.stores {
            guard let history = store.history else { continue }
            tokens[store.store.identifier] = DefaultHistoryToken(position: try history.currentPosition())
        }
        return tokens
    }

    private func historyStores(_ query: HistoryQuery) throws -> [(StoreHandle, any HistoryProviding)] {
        let all = container.stores.compactMap { store in store.history.map { (store, $0) } }
        guard !all.isEmpty else {
            throw ChronicleError(.unsupportedFeature, "No store of the container keeps history")
        }
        guard let identifier = query.storeIdentifier else { return all }
        let named = all.filter { $0.0.store.identifier == identifier }
        guard !named.isEmpty else {
            throw HistoryError(
                .foreignToken,
                "The token is of the store \(identifier), which is not one of the container's: start from a token of its own",
                storeIdentifier: identifier)
        }
        return named
    }

    private func fetch(
        _ query: HistoryQuery, _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ store: StoreHandle,
        _ history: any HistoryProviding
    ) throws -> [DefaultHistoryTransaction] {
        var request = try query.request(for: store.store.identifier)
        let limit = Int(clamping: descriptor.fetchLimit)
        // A limit counts matches: what the store cannot judge is read on until there are enough.
        let isLimited = limit > 0 && descriptor.sortBy.isEmpty
        request.limit = isLimited ? limit : 0
        let builder = HistoryBuilder(container, store, lineage: try history.currentPosition().lineage)
        var result: [DefaultHistoryTransaction] = []
        while true {
            let records = try history.fetchHistory(request)
            for record in records {
                let transaction = builder.transaction(record)
                if let predicate = descriptor.predicate, !query.isComplete, try !predicate.evaluate(transaction) {
                    continue
                }
                result.append(transaction)
                if isLimited, result.count == limit { return result }
            }
            guard isLimited, records.count == request.limit, let last = records.last else { return result }
            request.after = HistoryPosition(
                storeIdentifier: store.store.identifier, lineage: builder.lineage, sequence: last.sequence)
        }
    }
}

import ChronicleStore

/// Live queries.
extension ModelContext {
    /// A query whose results follow the context and its store. It is loaded, and kept current while it lives.
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    package func liveQuery<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, section: PartialKeyPath<T>?, isolation: (any Actor)?
    ) throws -> LiveQuery {
        let query = try LiveQuery(descriptor, section: section, context: self)
        let feed = feed ?? startFeed(isolation)
        // Before the first fetch, so that what is saved meanwhile is noticed.
        feed.add(query)
        do { try query.load() } catch {
            feed.remove(query)
            throw error
        }
        return query
    }

    private func startFeed(_ isolation: (any Actor)?) -> LiveFeed {
        let home = isolation == nil ? self.isolation : HomeIsolation(isolation)
        let feed = LiveFeed(self, isolation: home)
        self.feed = feed
        mergeNews()
        if self.isolation.isNone {
            let (reference, bell) = (LiveReference(context: self), feed.bell)
            inbox.onArrival { if home.isNone { bell.ring() } else { reference.settle(at: home) } }
        }
        return feed
    }

    func endFeed() {
        feed = nil
        if isolation.isNone { inbox.onArrival(nil) }
    }

    /// Runs a change of models as one for live queries.
    func holding<R>(_ body: () throws -> R) rethrows -> R {
        holds += 1
        defer { release() }
        return try body()
    }

    func release() {
        holds -= 1
        if holds == 0 { feed?.released() }
    }

    /// Takes in what others saved, and brings live queries up to date.
    package func settle() {
        if let feed { feed.settle() } else { mergeNews() }
    }
}

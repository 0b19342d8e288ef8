import Dispatch

/// Who is woken by a commit.
extension StoreHandle {
    /// How many changes at most are looked at on the thread that saves.
    private static let fewChanges = 64

    /// Leaves news with contexts, and wakes those that it concerns.
    ///
    /// Whether a context is concerned is found out here, off the contexts' isolations: at once for few changes whose rows are
    /// known, else on the store's own queue, where the changed rows are read once for all.
    func deliver(_ news: News, to inboxes: [Inbox]) {
        let asleep = inboxes.filter { $0.post(news) }
        if asleep.isEmpty { return }
        let open = news.changes.count > Self.fewChanges ? asleep : undecided(asleep, news)
        if open.isEmpty { return }
        queue.async {
            // Who finds the store closed shall see the error itself.
            guard !self.isClosed, let rows = news.rows else { return open.forEach { $0.wake() } }
            let rest = news.changes.count > Self.fewChanges ? self.undecided(open, news) : open
            if rest.isEmpty { return }
            do { try rows.read(news.changes.lazy.filter { $0.operation != .delete }.map(\.row)) } catch {
                return rest.forEach { $0.wake() }
            }
            for inbox in self.undecided(rest, news) { inbox.wake() }
        }
    }

    /// Wakes those that are concerned for certain.
    ///
    /// - Returns: Those of whom that cannot be said without reading rows.
    private func undecided(_ inboxes: [Inbox], _ news: News) -> [Inbox] {
        inboxes.filter { inbox in
            guard let isConcerned = inbox.isConcerned(by: news) else { return true }
            if isConcerned { inbox.wake() }
            return false
        }
    }
}

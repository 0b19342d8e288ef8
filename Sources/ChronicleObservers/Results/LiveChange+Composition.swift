import Chronicle

extension LiveChange {
    /// This change and a later one as one, from the list before this to the list after that.
    package func followed(by next: LiveChange, before: LiveSlice, after: LiveSlice) -> LiveChange {
        let (own, later) = (Positions(self), Positions(next))
        var result = LiveChange()
        let origins = Dictionary(moved.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        let targets = Dictionary(next.moved.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        let (arrivals, departures) = (Set(inserted), Set(next.removed))
        // Positions in between: where their models were, and where they came to be.
        func origin(_ position: Int) -> Int? {
            arrivals.contains(position) ? nil : origins[position] ?? own.origin(of: position)
        }
        func target(_ position: Int) -> Int? {
            departures.contains(position) ? nil : targets[position] ?? later.target(of: position)
        }
        result.removed = (removed + next.removed.compactMap(origin)).sorted()
        result.inserted = (next.inserted + inserted.compactMap(target)).sorted()
        for move in moved { if let to = target(move.to) { result.moved.append((move.from, to)) } }
        for move in next.moved where origins[move.from] == nil {
            if let from = origin(move.from) { result.moved.append((from, move.to)) }
        }
        let returned = result.joinReturned(before, after)
        result.moved.sort { $0.to < $1.to }
        let new = Set(result.inserted)
        result.updated = Set(updated.compactMap(target) + next.updated + returned).subtracting(new).sorted()
        return result
    }

    /// A model that left and came back has moved, and has mostly other values. Returns where such models are now.
    private mutating func joinReturned(_ before: LiveSlice, _ after: LiveSlice) -> [Int] {
        if removed.isEmpty || inserted.isEmpty { return [] }
        var gone: [ObjectIdentifier: Int] = [:]
        for position in removed { gone[ObjectIdentifier(before[position])] = position }
        var sources: Set<Int> = []
        var targets: [Int] = []
        inserted.removeAll { position in
            guard let from = gone[ObjectIdentifier(after[position])] else { return false }
            moved.append((from, position))
            sources.insert(from)
            targets.append(position)
            return true
        }
        removed.removeAll { sources.contains($0) }
        return targets
    }

    /// Where the models that a change leaves in order are before and after it.
    private struct Positions {
        /// Positions that are taken out, and positions that are put in, ascending.
        let sources: [Int]
        let targets: [Int]

        init(_ change: LiveChange) {
            sources = (change.removed + change.moved.map(\.from)).sorted()
            targets = (change.inserted + change.moved.map(\.to)).sorted()
        }

        func target(of position: Int) -> Int { targets.position(ofRank: position - sources.prefix(below: position)) }
        func origin(of position: Int) -> Int { sources.position(ofRank: position - targets.prefix(below: position)) }
    }
}

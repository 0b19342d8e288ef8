import Synchronization

/// The other ends of relationships.
extension ModelInfo {
    package typealias End = (info: ModelInfo, slot: Int)

    /// The relationship at the other end; nil for a one-way relationship.
    package func inverse(of slot: Int) -> End? {
        if let known = inverses.withLock({ $0[slot] }) { return known.end }
        let end = findInverse(of: slot)
        inverses.withLock { $0[slot] = InverseEntry(end: end) }
        return end
    }

    /// A search that came to an end, with or without a find.
    // Sendable: ModelInfo is.
    struct InverseEntry: @unchecked Sendable { let end: End? }

    /// The information of a relationship's destination.
    package func destination(of slot: Int) -> ModelInfo? {
        guard case .relationship(let type, _, _, _) = slots[slot].declaration.kind else { return nil }
        return try? ModelInfo.of(type)
    }

    private func findInverse(of slot: Int) -> End? {
        guard let destination = destination(of: slot) else { return nil }
        if let declared = declaredInverse(of: slot) {
            return (try? destination.resolve(declared)).flatMap { path in path.slot.map { (destination, $0) } }
        }
        let candidates = destination.relationshipSlots(to: self)
        for candidate in candidates where candidate != slot || destination !== self {
            if let declared = destination.declaredInverse(of: candidate), (try? resolve(declared))?.slot == slot {
                return (destination, candidate)
            }
        }
        let free = candidates.filter { destination.declaredInverse(of: $0) == nil }
        let mine = relationshipSlots(to: destination).filter { declaredInverse(of: $0) == nil }
        guard destination !== self, free.count == 1, mine.count == 1 else { return nil }
        return (destination, free[0])
    }

    package func declaredInverse(of slot: Int) -> AnyKeyPath? {
        guard case .relationship(_, _, _, let inverse) = slots[slot].declaration.kind else { return nil }
        return inverse
    }

    private func relationshipSlots(to other: ModelInfo) -> [Int] {
        slots.indices.filter {
            guard case .relationship(let type, _, _, _) = slots[$0].declaration.kind else { return false }
            return ObjectIdentifier(type) == ObjectIdentifier(other.type)
        }
    }
}

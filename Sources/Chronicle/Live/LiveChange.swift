/// How a list of models became another.
///
/// Who takes `removed` and the sources of `moved` out of the list before, and then puts in `inserted` and the targets of `moved` in
/// ascending order, has the list after.
package struct LiveChange {
    /// Positions in the list before, ascending.
    package var removed: [Int] = []
    /// Positions in the list after, ascending.
    package var inserted: [Int] = []
    /// A position before and one after, of the same model, ascending by the latter.
    package var moved: [(from: Int, to: Int)] = []
    /// Positions in the list after of models that are not inserted and whose values have changed, ascending.
    package var updated: [Int] = []

    /// Where the lists were compared as a whole: the positions before and after of all models that are in both.
    package var kept: [(from: Int, to: Int)]?

    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }
    /// Whether the list itself is another, and not only values of its models.
    package var isStructural: Bool { !(removed.isEmpty && inserted.isEmpty && moved.isEmpty) }

    package init() {}

    /// Compares two lists as a whole: n log n.
    package init(
        from before: some Collection<AnyObject>, to after: some Collection<AnyObject>,
        isUpdated: (AnyObject) -> Bool
    ) {
        var places: [ObjectIdentifier: Int] = [:]
        places.reserveCapacity(before.count)
        for (index, model) in before.enumerated() { places[ObjectIdentifier(model)] = index }
        var pairs: [(from: Int, to: Int)] = []
        for (index, model) in after.enumerated() {
            if let old = places.removeValue(forKey: ObjectIdentifier(model)) {
                pairs.append((old, index))
                if isUpdated(model) { updated.append(index) }
            } else {
                inserted.append(index)
            }
        }
        removed = places.values.sorted()
        moved = Self.moves(pairs)
        kept = pairs
    }

    /// Those of the given pairs, ascending by target, that are not part of a longest run of ascending sources.
    package static func moves(_ pairs: [(from: Int, to: Int)]) -> [(from: Int, to: Int)] {
        var isSorted = true
        for index in pairs.indices.dropFirst() where pairs[index - 1].from > pairs[index].from { isSorted = false }
        if isSorted { return [] }
        // The last pair of the best run of each length, and each pair's predecessor in its best run.
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].from < pairs[index].from { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var stays = [Bool](repeating: false, count: pairs.count)
        var at = tails.last ?? -1
        while at >= 0 {
            stays[at] = true
            at = previous[at]
        }
        return pairs.indices.filter { !stays[$0] }.map { pairs[$0] }
    }
}

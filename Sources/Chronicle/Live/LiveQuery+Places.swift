import ChronicleStore

/// Where models stand among the results.
extension LiveQuery {
    /// The first position whose model does not come before a place in the order.
    func lowerBound(_ values: [CompiledOrder.SortValue], _ key: Int64, in range: Range<Int>) throws -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if try isBefore(list[middle], values, key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isBefore(_ model: AnyObject, _ values: [CompiledOrder.SortValue], _ key: Int64) throws -> Bool {
        // A model that has changed since still stands where it stood.
        if let before = changed[ObjectIdentifier(model)], let old = before.values {
            return order.compare(old, at: 0, key: before.key, values, at: 0, key: key) < 0
        }
        let own = entity.info.backing(of: model)?.key ?? 0
        if order.isEmpty { return own < key }
        return order.compare(try orderValues(of: model), at: 0, key: own, values, at: 0, key: key) < 0
    }

    /// The position of a model that stands where it was ordered by some values.
    func position(of model: AnyObject, _ values: [CompiledOrder.SortValue], _ key: Int64) throws -> Int? {
        let position = try lowerBound(values, key, in: 0..<list.count)
        return position < list.count && list[position] === model ? position : nil
    }

    /// The position of a model among the results; logarithmic.
    package func position(of model: AnyObject) throws -> Int? {
        guard let backing = entity.info.backing(of: model), backing.owner === context else { return nil }
        let found: Int?
        if !includesPending {
            // Unsaved values are no part of the order.
            found = list.firstIndex { $0 === model }
        } else if let before = changed[ObjectIdentifier(model)] {
            found = try before.values.flatMap { try position(of: model, $0, before.key) }
        } else {
            found = try position(of: model, orderValues(of: model), backing.key)
        }
        return found.flatMap { window.contains($0) ? $0 - window.lowerBound : nil }
    }
}

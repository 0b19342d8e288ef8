import ChronicleStore

/// Bringing the results up to date.
extension LiveQuery {
    /// A selected row that has to be put in its place.
    private struct Placement {
        let model: AnyObject
        let key: Int64
        let values: [CompiledOrder.SortValue]
        /// Where it stood.
        var old: Int?
        var isUpdated: Bool
        /// Whether it is in another section than it was.
        var changesSection = false
        var new = -1
    }

    /// What a pass has found out, before anything is changed.
    private struct Findings {
        /// Positions in the list before of what is taken out, to be put in again or not.
        var removals: [Int] = []
        var gone: Set<Int> = []
        var placements: [Placement] = []
        /// Models that stay where they are.
        var stays: [(old: Int, isUpdated: Bool)] = []
    }

    /// Looks at what has changed. After a throw the results are as they were, and the next pass looks again.
    package func refresh(_ reading: LiveReading) throws -> LiveChange? {
        counts.passes += 1
        if mustRefetch { return try refetchCounted() }
        try reachRelated()
        if mustRefetch { return try refetchCounted() }
        guard let findings = try findings(reading) else {
            mustRefetch = true
            return try refetchCounted()
        }
        if findings.removals.isEmpty, findings.placements.isEmpty, findings.stays.isEmpty {
            settled()
            return nil
        }
        if isWindowed { return try applyWindowed(findings) }
        // Only probing an order over related rows can fail half-way.
        let kept = dependencies.related.isEmpty ? nil : list
        do {
            let change = try apply(findings)
            settled()
            return change.isEmpty ? nil : change
        } catch {
            if let kept { list = kept }
            mustRefetch = true
            throw error
        }
    }

    private func refetchCounted() throws -> LiveChange? {
        counts.refetches += 1
        let change = try refetch()
        return change.isEmpty ? nil : change
    }

    private func settled() {
        changed = [:]
        fresh = []
        related = [:]
    }

    // MARK: Finding out

    /// Nil when the results are not what they should be and must be read again.
    private func findings(_ reading: LiveReading) throws -> Findings? {
        var findings = Findings()
        for before in changed.values {
            let old = try before.values.flatMap { try position(of: before.model, $0, before.key) }
            if old == nil, before.isExpected == true { return nil }
            guard let backing = entity.info.backing(of: before.model), backing.owner === context,
                backing.status != .deleted, try holds(before.model, backing.key)
            else {
                if let old {
                    findings.removals.append(old)
                    findings.gone.insert(old)
                }
                continue
            }
            let values = try orderValues(of: before.model)
            guard let old, let oldValues = before.values else {
                findings.placements.append(
                    Placement(model: before.model, key: backing.key, values: values, isUpdated: before.isUpdated))
                continue
            }
            if order.compare(oldValues, at: 0, key: before.key, values, at: 0, key: backing.key) == 0 {
                findings.stays.append((old, before.isUpdated))
                continue
            }
            findings.removals.append(old)
            let changesSection =
                sectionOrder.map { $0.compare(oldValues, at: 0, key: 0, values, at: 0, key: 0) != 0 } ?? false
            findings.placements.append(
                Placement(
                    model: before.model, key: backing.key, values: values, old: old, isUpdated: before.isUpdated,
                    changesSection: changesSection))
        }
        try addFresh(&findings, reading)
        findings.removals.sort()
        return findings
    }

    private func addFresh(_ findings: inout Findings, _ reading: LiveReading) throws {
        for key in fresh {
            if let model = entity.map[key] {
                // A model that came meanwhile; one that has changed since then is looked at above.
                if changed[ObjectIdentifier(model)] != nil { continue }
                guard entity.info.backing(of: model)?.status != .deleted, try holds(model, key) else { continue }
                // Results are wholly read.
                try context.complete([model], of: entity)
                let values = try orderValues(of: model)
                // It may have been read, and so be a result, before the news of it came.
                if try position(of: model, values, key) != nil { continue }
                findings.placements.append(Placement(model: model, key: key, values: values, isUpdated: false))
            } else if entity.deleted[key] == nil, let row = try reading.row(entity, key, of: fresh) {
                if let condition, try !holds(row, key, condition) { continue }
                let model = try withRowCells(row) { try entity.hydrator(context).model(RowView(key: key, cells: $0)) }
                findings.placements.append(
                    Placement(model: model, key: key, values: try orderValues(of: model), isUpdated: false))
            }
        }
    }

    // MARK: Applying

    /// Changes the list and tells how. Only probing an order over related rows can throw.
    private func apply(_ findings: Findings) throws -> LiveChange {
        for position in findings.removals.reversed() { list.remove(at: position) }
        var placements = findings.placements
        placements.sort { order.compare($0.values, at: 0, key: $0.key, $1.values, at: 0, key: $1.key) < 0 }
        // What was taken out stands nowhere; what stays is ordered by values that are as they were.
        changed = [:]
        var from = 0
        for index in placements.indices {
            let position = try lowerBound(placements[index].values, placements[index].key, in: from..<list.count)
            if !isComplete, position == list.count { continue }
            list.insert(placements[index].model, at: position)
            placements[index].new = position
            from = position + 1
        }
        return describe(findings, placements)
    }

    private func describe(_ findings: Findings, _ placements: [Placement]) -> LiveChange {
        var change = LiveChange()
        change.removed = findings.gone.sorted()
        let targets = placements.map(\.new)
        // The same place among the models that did not change, and in order with the others there, is no move.
        var lastStay: (rank: Int, old: Int) = (-1, -1)
        var inPlace: [Int] = []
        for placement in placements {
            guard let old = placement.old else {
                change.inserted.append(placement.new)
                continue
            }
            let rank = old - findings.removals.prefix(below: old)
            let isSame = rank == placement.new - targets.prefix(below: placement.new)
            if isSame, !placement.changesSection, lastStay.rank != rank || lastStay.old < old {
                lastStay = (rank, old)
                inPlace.append(placement.new)
            } else {
                change.moved.append((old, placement.new))
            }
            if placement.isUpdated { change.updated.append(placement.new) }
        }
        for stay in findings.stays where stay.isUpdated {
            // Its place among those that were left, and then past what was put in before it.
            change.updated.append(targets.position(ofRank: stay.old - findings.removals.prefix(below: stay.old)))
        }
        change.updated.append(contentsOf: inPlace)
        change.updated = Array(Set(change.updated)).sorted()
        return change
    }

    /// With a limit or offset, what leaves or enters the window follows from comparing the windows.
    private func applyWindowed(_ findings: Findings) throws -> LiveChange? {
        let old = LiveSlice(list: list, range: window)
        var updated: Set<ObjectIdentifier> = []
        for before in changed.values where before.isUpdated { updated.insert(ObjectIdentifier(before.model)) }
        do {
            _ = try apply(findings)
            if let mostRows, list.count > mostRows, let capacity {
                list.truncate(to: capacity)
                isComplete = false
            }
            if mustRefill {
                counts.refills += 1
                try load()
            }
        } catch {
            list = old.list
            mustRefetch = true
            throw error
        }
        settled()
        let change = LiveChange(
            from: old, to: LiveSlice(list: list, range: window), isUpdated: { updated.contains(ObjectIdentifier($0)) })
        return change.isEmpty ? nil : change
    }
}

/// The rows that one pass reads, for all observers of a context: each row once.
package final class LiveReading {
    private var known: [ObjectIdentifier: [Int64: [StoredValue]?]] = [:]
    /// The row that was asked for last, which is mostly the one that the next observer asks for.
    private var latest: (entity: ContextEntity, key: Int64, row: [StoredValue]?)?

    package init() {}

    /// The values of a row; nil when there is none. Reads it together with others that will be asked for.
    func row(_ entity: ContextEntity, _ key: Int64, of others: Set<Int64>) throws -> [StoredValue]? {
        if let latest, latest.key == key, latest.entity === entity { return latest.row }
        let id = ObjectIdentifier(entity)
        if let row = known[id]?[key] {
            latest = (entity, key, row)
            return row
        }
        let missing = others.filter { known[id]?[$0] == nil && entity.map[$0] == nil }.sorted()
        var rows = known[id] ?? [:]
        for key in missing { rows[key] = .some(nil) }
        try entity.binding.store.store.fetch(entity: entity.index, keys: missing) { row in
            rows[row.key] = try row.values(of: entity.binding.entity)
        }
        known[id] = rows
        latest = (entity, key, rows[key] ?? nil)
        return rows[key] ?? nil
    }
}

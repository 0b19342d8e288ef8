import ChronicleSchema
import ChronicleStore

/// Faults of relationships and delete rules.
let ruleMutants: [ContractMutant] = [
    rules("M261", "A deletion does not cascade.") { action in
        switch action {
        case .incoming(let entity, let column, .cascade): .incoming(entity: entity, column: column, rule: .nullify)
        case .outgoing(_, _, .cascade): nil
        case .link(let link, let own, let other, let entity, .cascade):
            .link(link: link, ownColumn: own, otherColumn: other, entity: entity, rule: .nullify)
        default: action
        }
    },
    rules("M262", "A deletion leaves references to the row.") { action in
        if case .incoming(_, _, .nullify) = action { nil } else { action }
    },
    rules("M263", "A deletion that a rule forbids goes through.") { action in
        switch action {
        case .incoming(let entity, let column, .deny): .incoming(entity: entity, column: column, rule: .nullify)
        case .outgoing(_, _, .deny): nil
        case .link(let link, let own, let other, let entity, .deny):
            .link(link: link, ownColumn: own, otherColumn: other, entity: entity, rule: .nullify)
        default: action
        }
    },
    rules("M264", "A deletion leaves the links of the row.") { action in
        if case .link = action { nil } else { action }
    },
    rules("M265", "Related rows that should only lose their reference are deleted.") { action in
        if case .incoming(let entity, let column, .nullify) = action {
            .incoming(entity: entity, column: column, rule: .cascade)
        } else {
            action
        }
    },
    rules("M266", "A reference that is to be left alone is cleared.") { action in
        if case .incoming(let entity, let column, .noAction) = action {
            .incoming(entity: entity, column: column, rule: .nullify)
        } else {
            action
        }
    },
    rules("M267", "A deletion is forbidden where it should cascade.") { action in
        if case .incoming(let entity, let column, .cascade) = action {
            .incoming(entity: entity, column: column, rule: .deny)
        } else {
            action
        }
    },
    rules("M268", "A deletion does not cascade against the direction of the reference.") { action in
        if case .outgoing(_, _, .cascade) = action { nil } else { action }
    },
    rules("M269", "A deletion does not cascade over links.") { action in
        if case .link(let link, let own, let other, let entity, .cascade) = action {
            .link(link: link, ownColumn: own, otherColumn: other, entity: entity, rule: .nullify)
        } else {
            action
        }
    },
    ContractMutant("M270", "A cascade ends after one level.") { faults in
        faults.commit = { commit, request in
            let named = Set(request.deletes)
            let columns = commit.before.schema
            commit.steps.removeAll { step in
                guard case .delete(let row) = step, !named.contains(row), let values = commit.before.row(row) else {
                    return false
                }
                // A row goes with the named ones only when it refers to one of them itself.
                return !values.enumerated().contains { column, value in
                    guard case .reference(let key) = value,
                        let other = columns.entities[row.entity].columns[column].destination,
                        let entity = columns.entitiesByName[other]
                    else { return false }
                    return named.contains(RowReference(entity: entity.index, key: key))
                }
            }
        }
    },
    ContractMutant("M271", "Only the first of the related rows is treated by a rule.") { faults in
        faults.referring = { keys, _, _ in Array(keys.prefix(1)) }
    },
    ContractMutant("M273", "A bulk deletion takes no regard to delete rules.") { faults in
        faults.commit = { commit, request in
            guard !request.bulkDeletes.isEmpty else { return }
            let entities = Set(request.bulkDeletes.map(\.entity))
            commit.steps.removeAll { step in
                switch step {
                case .delete(let row): !entities.contains(row.entity)
                case .update, .insert: false
                }
            }
        }
    },
    ContractMutant("M274", "Two links between the same rows are kept.") { faults in
        faults.collisions = { found, new in new.entity.link == nil ? found : [] }
    },
    ContractMutant("M275", "A link is not written.") { faults in
        faults.save = { request, state in request.inserts.removeAll { state.schema.entities[$0.entity].link != nil } }
    },
    ContractMutant("M276", "A link is not removed.") { $0.keepsRow = { $0.link != nil } },
    ContractMutant("M277", "A to-one reference is not written with an update.") { faults in
        faults.save = { request, state in
            for index in request.updates.indices {
                let columns = state.schema.entities[request.updates[index].row.entity].columns
                request.updates[index].values.removeAll { columns[$0.column].type == .reference }
            }
        }
    },
    ContractMutant("M278", "A reference to a row of the same save is lost.") { faults in
        faults.save = { request, state in
            for index in request.inserts.indices {
                let entity = state.schema.entities[request.inserts[index].entity]
                guard entity.link == nil else { continue }
                for position in request.inserts[index].values.indices {
                    guard case .reference(let key) = request.inserts[index].values[position] else { continue }
                    if !state.tables.contains(where: { $0.rows[key] != nil }) {
                        request.inserts[index].values[position] = .null
                    }
                }
            }
        }
    },
    ContractMutant("M279", "A forbidden deletion is silently left out.") { faults in
        faults.error = { error, call in error.isStore(.deleteDenied) && call == .save ? nil : error }
    },
    ContractMutant("M280", "A deletion is forbidden by rows that the same save deletes.") { faults in
        faults.save = { request, state in
            for row in request.deletes {
                for case .incoming(let entity, let column, .deny) in state.schema.entities[row.entity].deleteActions
                where !state.tables[entity].keys(column: column, referringTo: row.key).isEmpty {
                    throw StoreError(.deleteDenied, "Row \(row.key) has related rows.", key: row.key)
                }
            }
        }
    },
    ContractMutant("M281", "References to a row that became an update of another are not mended.") { faults in
        faults.commit = { commit, request in
            // The keys that the new rows had been given are put back.
            let given = Set(request.inserts.flatMap(\.keys))
            for (index, step) in commit.steps.enumerated() {
                guard case .insert(let row, var values) = step,
                    let batch = request.inserts.first(where: { $0.entity == row.entity && $0.keys.contains(row.key) }),
                    let position = batch.keys.firstIndex(of: row.key)
                else { continue }
                for column in values.indices {
                    let original = batch.values[position * values.count + column]
                    if case .reference(let key) = original, given.contains(key), values[column] != original {
                        values[column] = original
                    }
                }
                commit.steps[index] = .insert(row, values)
            }
        }
    },
]

private func rules(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (Schema.DeleteAction) -> Schema.DeleteAction?
) -> ContractMutant {
    ContractMutant(id, fault) { $0.rules = change }
}

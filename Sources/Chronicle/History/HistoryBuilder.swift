import ChronicleStore
import Foundation

/// Tells records of a store in terms of models.
struct HistoryBuilder {
    let lineage: String
    private let storeIdentifier: String
    private let bindings: [String: EntityBinding]

    init(_ container: ModelContainer, _ store: StoreHandle, lineage: String) {
        self.lineage = lineage
        storeIdentifier = store.store.identifier
        bindings = Dictionary(
            container.bindings.values.filter { $0.store === store }.map { ($0.entity.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Changes of entities that are no longer models are left out: there is no type to tell them in.
    func transaction(_ record: HistoryRecord) -> DefaultHistoryTransaction {
        var changes: [HistoryChange] = []
        for (ordinal, change) in record.changes.enumerated() {
            guard let binding = bindings[change.entity] else { continue }
            changes.append(
                self.change(
                    change, binding, HistoryChangeIdentifier(transaction: record.sequence, ordinal: ordinal),
                    binding.info.type))
        }
        return DefaultHistoryTransaction(
            record: record, storeIdentifier: storeIdentifier, lineage: lineage, changes: changes)
    }

    private func change<Model: PersistentModel>(
        _ change: HistoryRecord.Change, _ binding: EntityBinding, _ identifier: HistoryChangeIdentifier,
        _ type: Model.Type
    ) -> HistoryChange {
        let model = PersistentIdentifier(origin: binding.origin, primaryKey: change.key)
        switch change.operation {
        case .insert: return .insert(DefaultHistoryInsert(type, identifier, model))
        case .update: return .update(DefaultHistoryUpdate(type, identifier, model, properties: change.properties))
        case .delete:
            return .delete(
                DefaultHistoryDelete(
                    type, identifier, model, tombstone: HistoryTombstone(values: values(change, binding))))
        }
    }

    private func values(_ change: HistoryRecord.Change, _ binding: EntityBinding) -> [(
        name: String, value: any Sendable
    )] {
        binding.entity.properties.compactMap { property in
            guard property.isPreserved else { return nil }
            let columns = property.columns.map { change.tombstone[binding.entity.columns[$0].name] ?? .null }
            guard let value = binding.info.preservedValue(named: property.name, columns) else { return nil }
            return (property.name, value)
        }
    }
}

extension ModelInfo {
    /// A property's value made of its columns, as the model would read it; nil when there is none.
    func preservedValue(named name: String, _ columns: [StoredValue]) -> (any Sendable)? {
        guard let slot = slots.firstIndex(where: { $0.name == name }), !columns.allSatisfy(\.isNull),
            let scratch = Optional(make())
        else { return nil }
        apply(columns, to: scratch, slot: slot)
        guard let child = Mirror(reflecting: scratch).children.first(where: { $0.label == "_\(name)" }),
            let wrapper = child.value as? any PreservedWrapper
        else { return nil }
        return wrapper.preserved
    }
}

import ChronicleStore
import Foundation

/// A fetch descriptor in the terms of a store.
struct LoweredQuery {
    var request: FetchRequest
    /// The entities at the ends of paths, the root not counted.
    var entities: Set<Int> = []

    /// - Throws: ``ChronicleError`` `unsupportedPredicate` or `unsupportedSortDescriptor`.
    init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
        request = FetchRequest(
            entity: binding.entity.index, offset: max(0, descriptor.fetchOffset ?? 0), limit: descriptor.fetchLimit)
        if let limit = descriptor.fetchLimit, limit < 0 { request.limit = 0 }
        if descriptor.predicate == nil, descriptor.sortBy.isEmpty { return }
        let lowering = PredicateLowering(binding)
        if let predicate = descriptor.predicate { request.condition = try lowering.condition(predicate) }
        for sort in descriptor.sortBy { request.order.append(try SortLowering.key(sort, lowering)) }
        entities = lowering.entities
        lowering.finish()
    }
}

extension ModelContext {
    /// Puts a descriptor in the terms of its store and does nothing with it: for the benchmark.
    ///
    /// - Returns: Whether anything is asked of the rows.
    package func lowers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Bool {
        try LoweredQuery(descriptor, entity(T.self).binding).request.condition != nil
    }
}

/// Turns sort descriptors into sort keys.
enum SortLowering {
    static func key<T: PersistentModel>(_ sort: SortDescriptor<T>, _ lowering: PredicateLowering) throws
        -> Query.SortKey
    {
        guard let keyPath = sort.keyPath else {
            throw ChronicleError(
                .unsupportedSortDescriptor,
                "A SortDescriptor with a comparator of its own cannot be answered by a store: sort by a "
                    + "key path", model: T.entityName)
        }
        do {
            let member = try lowering.known(
                Query.Path(entity: lowering.binding.entity.index), lowering.binding.info, keyPath)
            return Query.SortKey(
                try lowering.value(member.result), isReversed: sort.order == .reverse, collation: member.collation)
        } catch let error as ChronicleError {
            throw ChronicleError(
                .unsupportedSortDescriptor, "Sorting by \(keyPath): \(error.message)", model: T.entityName,
                property: error.property)
        }
    }
}

extension SortLowering {
    /// The sort key that brings the models of a section together.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath`.
    static func section<T: PersistentModel>(_ keyPath: PartialKeyPath<T>, _ lowering: PredicateLowering) throws
        -> Query.SortKey
    {
        do { return Query.SortKey(try lowering.value(of: keyPath)) } catch let error as ChronicleError {
            throw ChronicleError(
                .unsupportedKeyPath, "Sections by \(keyPath): \(error.message)", model: T.entityName,
                property: error.property)
        }
    }
}

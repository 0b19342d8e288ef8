import ChronicleStore

/// The relationships that a fetch is to bring along, as paths of slots.
struct PrefetchPaths {
    typealias Step = (info: ModelInfo, slot: Int)

    /// Each path's relationships, in order.
    let paths: [[Step]]

    /// Nil when there are none.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath` for a key path that does not end with a relationship.
    init?<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ info: ModelInfo) throws {
        let keyPaths = descriptor.relationshipKeyPathsForPrefetching
        if keyPaths.isEmpty { return nil }
        paths = try keyPaths.map { keyPath in
            let path = try info.resolved(keyPath, for: "relationshipKeyPathsForPrefetching")
            guard let slot = path.slot, path.info.slots[slot].isRelationship else {
                throw ChronicleError(
                    .unsupportedKeyPath,
                    "relationshipKeyPathsForPrefetching names \(keyPath), which is no relationship",
                    model: info.entityName)
            }
            return path.relationships.map { ($0.info, $0.slot) } + [(path.info, slot)]
        }
    }

    /// The to-one relationships that a key path goes over or ends with; nil when there are none.
    init?(reading keyPath: AnyKeyPath, of info: ModelInfo) {
        guard let path = try? info.resolve(keyPath) else { return nil }
        var steps: [Step] = path.relationships.map { ($0.info, $0.slot) }
        if let slot = path.slot, path.info.slots[slot].isRelationship, !path.info.slots[slot].isToMany {
            steps.append((path.info, slot))
        }
        if steps.isEmpty { return nil }
        paths = [steps]
    }
}

/// Fetching related models along: one query a relationship, whatever the number of models.
///
/// Models keep alive what their to-one relationships lead to. Members of to-many relationships are kept alive by a pool, which
/// the fetched models keep; what is kept by a model does not keep that model, so that all go when nobody needs them.
extension ModelContext {
    func prefetch(_ paths: PrefetchPaths, for models: [some PersistentModel], _ entity: ContextEntity) throws {
        if models.isEmpty { return }
        var pools: [Int: PrefetchPool] = [:]
        for path in paths.paths {
            var (owners, at): ([AnyObject], ContextEntity) = (models, entity)
            for step in path {
                guard let destination = step.info.destination(of: step.slot), let next = self.entity(destination) else {
                    break
                }
                if step.info.slots[step.slot].isToMany {
                    let pool = pools[path[0].slot] ?? PrefetchPool()
                    pools[path[0].slot] = pool
                    try prefetchMembers(of: owners, at, step.slot, next, into: pool)
                } else {
                    owners = try prefetchTargets(of: owners, at, step.slot, next)
                }
                at = next
            }
        }
        for (slot, pool) in pools { keep(pool, slot, for: models, entity) }
    }

    private func keep(_ pool: PrefetchPool, _ slot: Int, for models: [AnyObject], _ entity: ContextEntity) {
        let own = Set(models.lazy.map(ObjectIdentifier.init))
        pool.models.removeAll { own.contains(ObjectIdentifier($0)) }
        var roots: Set<Int64> = []
        var former: [PrefetchPool] = []
        for model in models {
            guard let backing = entity.info.backing(of: model), backing.status == .persisted else { continue }
            if let pool = entity.prefetched.keep(pool, slot, backing.key) { former.append(pool) }
            backing.holdsMembers = true
            roots.insert(backing.key)
        }
        for member in pool.models {
            guard let backing = Self.model(member)?.backingData, let info = backing.info,
                let members = self.entity(info)
            else { continue }
            forgetPrefetched(backing, members)
            for slot in info.referenceSlots where info.destination(of: slot) === entity.info {
                let storage = info.relationship(of: member, slot: slot)
                guard backing.originals[slot] == nil, let key = storage.pointee.object.map(ChronicleOrder.key),
                    roots.contains(key)
                else { continue }
                storage.pointee = RelationshipStorage(key: key)
            }
        }
        withExtendedLifetime(former) {}
    }

    /// Makes the models that a to-one relationship leads to known to their owners.
    private func prefetchTargets(
        of owners: [AnyObject], _ entity: ContextEntity, _ slot: Int, _ destination: ContextEntity
    ) throws -> [AnyObject] {
        var wanted: Set<Int64> = []
        for owner in owners {
            let storage = entity.info.relationship(of: owner, slot: slot)
            if storage.pointee.object == nil, storage.pointee.key != 0 { wanted.insert(storage.pointee.key) }
        }
        var found: [Int64: AnyObject] = [:]
        for model in try rows(destination, keys: wanted.sorted()) {
            guard let backing = destination.info.backing(of: model) else { continue }
            forgetPrefetched(backing, destination)
            found[backing.key] = model
        }
        var targets: [AnyObject] = []
        var seen: Set<ObjectIdentifier> = []
        for owner in owners {
            let storage = entity.info.relationship(of: owner, slot: slot)
            if storage.pointee.object == nil { storage.pointee.object = found[storage.pointee.key] }
            if let target = storage.pointee.object, seen.insert(ObjectIdentifier(target)).inserted {
                targets.append(target)
            }
        }
        return targets
    }

    /// Reads the stored members of a to-many relationship for its owners.
    private func prefetchMembers(
        of owners: [AnyObject], _ entity: ContextEntity, _ slot: Int, _ destination: ContextEntity,
        into pool: PrefetchPool
    ) throws {
        var members: [Int64: [Int64]] = [:]
        for owner in owners {
            if let backing = entity.info.backing(of: owner), backing.status == .persisted { members[backing.key] = [] }
        }
        if members.isEmpty { return }
        let keys = Query.ValueSet(members.keys.lazy.map { .reference($0) })
        if let inverse = entity.info.inverse(of: slot), !inverse.info.slots[inverse.slot].isToMany {
            let column = inverse.info.slots[inverse.slot].columns.lowerBound
            let request = FetchRequest(
                entity: destination.index,
                condition: .member(.column(Query.Path(entity: destination.index), column), keys))
            let hydrator = destination.hydrator(self)
            try delivering {
                try entity.binding.store.store.fetch(request) { row in
                    guard case .reference(let key)? = row.cells[column].stored(as: .reference) else { return }
                    pool.models.append(try hydrator.model(row))
                    members[key]?.append(row.key)
                }
            }
        } else {
            try prefetchLinked(&members, keys, entity, slot, destination, into: pool)
        }
        entity.prefetched.set(slot, members)
    }

    /// Members that are linked by rows of an entity of their own: these are read first.
    private func prefetchLinked(
        _ members: inout [Int64: [Int64]], _ keys: Query.ValueSet, _ entity: ContextEntity, _ slot: Int,
        _ destination: ContextEntity, into pool: PrefetchPool
    ) throws {
        guard let (store, link, isSource) = links.link(self, entity.info, slot) else { return }
        let (own, far) = isSource ? (0, 1) : (1, 0)
        var targets: Set<Int64> = []
        let request = FetchRequest(
            entity: link.index, condition: .member(.column(Query.Path(entity: link.index), own), keys))
        try store.store.fetch(request) { row in
            guard case .reference(let owner)? = row.cells[own].stored(as: .reference),
                case .reference(let target)? = row.cells[far].stored(as: .reference)
            else { return }
            members[owner]?.append(target)
            targets.insert(target)
        }
        pool.models += try rows(destination, keys: targets.sorted())
    }
}

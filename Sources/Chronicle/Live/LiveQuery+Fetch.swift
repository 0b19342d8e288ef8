import ChronicleStore

/// Reading all results from the store.
extension LiveQuery {
    /// How many rows are read beyond a limit, so that not each row that leaves has the next one read.
    private var slack: Int { limit.map { min(max($0 / 2, 16), 1024) } ?? 0 }

    /// The most rows that the list holds; nil for all.
    var capacity: Int? {
        limit.map { limit in
            let (end, overflow) = offset.addingReportingOverflow(limit)
            return overflow ? .max - 2 * slack : min(end, .max - 2 * slack) + slack
        }
    }

    var mostRows: Int? { capacity.map { $0 + slack } }

    /// Whether rows must be read because the list has become too short.
    var mustRefill: Bool {
        guard !isComplete, let limit else { return false }
        return list.count < offset.addingReportingOverflow(limit).partialValue
    }

    /// Reads everything and compares it with what was there.
    func refetch() throws -> LiveChange {
        let before = list
        let old = window
        let updated = changed.filter { $0.value.isUpdated }
        try load()
        return LiveChange(
            from: LiveSlice(list: before, range: old), to: LiveSlice(list: list, range: window),
            isUpdated: { updated[ObjectIdentifier($0)] != nil })
    }

    /// Reads everything. After a throw all is as it was.
    package func load() throws {
        context.mergeNews()
        // What is noted while reading concerns what is being read.
        let models = try fetch()
        list = LiveList(models)
        isComplete = capacity.map { models.count < $0 } ?? true
        changed = [:]
        fresh = []
        related = [:]
        loadStamp = context.feed?.stamp ?? 0
        mustRefetch = false
    }

    private func fetch() throws -> [AnyObject] {
        var request = query.request
        request.offset = 0
        request.limit = limit == 0 ? 0 : capacity
        guard includesPending, context.concerns(query, entity) else {
            var found: [AnyObject] = []
            let hydrator = entity.hydrator(context)
            try context.delivering {
                try store.reads.fetch(request) { row in
                    if let model = try hydrator.liveModel(row) { found.append(model) }
                }
            }
            return found
        }
        return try fetchWithPending(request)
    }

    /// Unsaved changes take part. Held models are brought in line with their rows before anything is judged, so that the order is
    /// that of the models' own values, by which places are found later.
    private func fetchWithPending(_ request: FetchRequest) throws -> [AnyObject] {
        var candidates = FetchRequest(entity: request.entity)
        if query.entities.isEmpty { candidates.condition = request.condition?.beforeFailing(store.store.schema) }
        var models: [Int64: AnyObject] = [:]
        let hydrator = entity.hydrator(context)
        try context.delivering {
            try store.reads.fetch(candidates) { row in
                if entity.deleted[row.key] == nil, let model = try hydrator.liveModel(row) { models[row.key] = model }
            }
        }
        for model in entity.changed.all + entity.inserted.all {
            if let backing = entity.info.backing(of: model), backing.status != .deleted { models[backing.key] = model }
        }
        let evaluator = try QueryEvaluator(request, schema: store.store.schema)
        let keys = try evaluator.keys(rows) { visit in
            for (key, model) in models.sorted(by: { $0.key < $1.key }) {
                let goOn = try withRowCells(context.values(of: model, entity.info)) { try visit(key, $0) }
                if !goOn { return }
            }
        }
        return keys.compactMap { models[$0] }
    }
}

/// A part of a list.
package struct LiveSlice: RandomAccessCollection {
    package let list: LiveList
    package let range: Range<Int>

    package init(list: LiveList, range: Range<Int>) {
        self.list = list
        self.range = range
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { range.count }
    package subscript(position: Int) -> AnyObject { list[range.lowerBound + position] }

    package struct Iterator: IteratorProtocol {
        fileprivate var base: LiveList.Iterator
        fileprivate var left: Int

        package mutating func next() -> AnyObject? {
            if left == 0 { return nil }
            left -= 1
            return base.next()
        }
    }

    package func makeIterator() -> Iterator {
        Iterator(base: list.makeIterator(from: range.lowerBound), left: range.count)
    }
}

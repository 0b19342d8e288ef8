import ChronicleSchema
import ChronicleStore
import Synchronization
import Foundation

extension PlainStore {
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        let (state, keys) = try perform(.fetch) { try answer(request) }
        try deliver(request.entity, keys, state, body) { values in
            if let columns = request.columns { faults.shaped?(&values, columns) }
        }
    }

    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        let (state, keys): (PlainState, [Int64]) = try perform(.fetchByKey) {
            let state = try snapshot()
            if faults.selectsNothing != nil, !state.tables.indices.contains(entity) { return (state, []) }
            _ = try state.table(entity)
            var keys = keys
            faults.byKey?(&keys, state.schema.entities[entity], state)
            return (state, keys)
        }
        try deliver(entity, keys, state, body) { values in faults.keyed?(&values, state.schema.entities[entity]) }
    }

    func count(_ request: FetchRequest) throws -> Int {
        try perform(.count) {
            let (state, keys) = try answer(request)
            return try faults.count?(keys.count, request, state) ?? keys.count
        }
    }

    func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        try perform(.fetchKeys) {
            var keys = try answer(request).1
            faults.fetchedKeys?(&keys)
            return keys
        }
    }

    private func answer(_ request: FetchRequest) throws -> (PlainState, [Int64]) {
        let state = try snapshot()
        do {
            var request = request
            try faults.request?(&request, state)
            var keys = try keys(request, state)
            try faults.answer?(&keys, request, state)
            return (state, keys)
        } catch {
            if faults.selectsNothing?(error, request, state) ?? false { return (state, []) }
            throw error
        }
    }

    private func deliver(
        _ entity: Int, _ keys: [Int64], _ state: PlainState, _ body: (RowView) throws -> Void,
        changing change: (inout [StoredValue]) -> Void
    ) throws {
        var failure: (any Error)?
        for key in keys {
            if faults.has(.endsAtClose), content.withLock(\.isClosed) { return }
            do { try deliver(entity, key, state, body, change) } catch {
                if faults.has(.locksOnBodyError) { writing.lock() }
                if faults.has(.swallowsBodyErrors) { return }
                if faults.has(.wrapsBodyErrors) {
                    throw StoreError(.inputOutput, "The row could not be taken.", underlying: error)
                }
                failure = failure ?? error
                if !faults.has(.goesOnAfterBodyErrors) { break }
            }
        }
        if let failure { throw failure }
    }

    private func deliver(
        _ entity: Int, _ key: Int64, _ state: PlainState, _ body: (RowView) throws -> Void,
        _ change: (inout [StoredValue]) -> Void
    ) throws {
        let current = faults.has(.rereadsRows) ? try snapshot() : state
        guard var values = current.row(RowReference(entity: entity, key: key)) else { return }
        change(&values)
        faults.delivered?(&values, state.schema.entities[entity], key)
        try PlainState.withCells(values) { try body(RowView(key: faults.deliveredKey?(key) ?? key, cells: $0)) }
    }
}

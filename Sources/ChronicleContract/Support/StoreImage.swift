import Foundation

/// Everything that a store holds at one moment, link rows and history included, to be compared with another moment.
struct StoreImage {
    private struct Row: Hashable, Comparable {
        let entity: String
        let key: Int64

        static func < (a: Row, b: Row) -> Bool { (a.entity, a.key) < (b.entity, b.key) }
    }

    private var rows: [Row: [StoredValue]] = [:]
    private var history: [HistoryRecord] = []

    init(_ store: any DataStore) throws {
        for entity in store.schema.entities {
            try store.fetch(FetchRequest(entity: entity.index)) { row in
                rows[Row(entity: entity.name, key: row.key)] = try row.values(of: entity)
            }
        }
        if store.capabilities.history, let store = store as? any HistoryProviding {
            history = try store.fetchHistory(HistoryRequest())
        }
    }

    /// What is otherwise than it was, each in a sentence's words.
    func differences(from before: StoreImage) -> [String] {
        var found: [String] = []
        for row in rows.keys.sorted() {
            guard let old = before.rows[row] else {
                found.append("\(row.entity) has the new row \(row.key)")
                continue
            }
            if rows[row] != old { found.append("row \(row.key) of \(row.entity) has changed") }
        }
        for row in before.rows.keys.sorted() where rows[row] == nil {
            found.append("row \(row.key) of \(row.entity) is gone")
        }
        if history.count != before.history.count {
            found.append("the history has \(history.count) records instead of \(before.history.count)")
        } else if history != before.history {
            found.append("the history tells something else than before")
        }
        return found
    }
}

extension ModelContainer {
    /// The store of a container that has only one.
    func store(_ probe: ContractProbe) throws -> any DataStore { try probe.require(stores.first, "the store").store }
}

extension ContractProbe {
    /// Expects work to be refused, and everything in the store to be as it was before.
    func expectUntouched(
        _ container: ModelContainer, _ codes: StoreError.Code..., by what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ work: () throws -> Void
    ) throws {
        let store = try container.store(self)
        let site = ContractSite("\(fileID)", "\(filePath)", line, column)
        let before = try StoreImage(store)
        do {
            try work()
            record("\(what) went through, expected StoreError \(codes.map(\.rawValue).joined(separator: " or "))", site)
        } catch let error as StoreError where codes.contains(error.code) {
            // As it should be.
        } catch {
            let wanted = codes.map(\.rawValue).joined(separator: " or ")
            record("\(what) threw \(Self.describe(error)), expected StoreError \(wanted)", site)
        }
        for difference in try StoreImage(store).differences(from: before) {
            record("\(difference) after \(what)", site)
        }
        try expectIndexesFit(store, "after \(what)", .max, site)
    }

    /// Expects every row to be found through each of its entity's indexes, and nothing else to be found there.
    ///
    /// - Parameter limit: How many rows of an entity are looked up at most.
    func expectIndexesFit(
        _ store: any DataStore, _ when: String, limit: Int = .max, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        try expectIndexesFit(store, when, limit, ContractSite("\(fileID)", "\(filePath)", line, column))
    }

    private func expectIndexesFit(
        _ store: any DataStore, _ when: String, _ limit: Int, _ site: ContractSite
    ) throws {
        for entity in store.schema.entities {
            var rows: [(key: Int64, values: [StoredValue])] = []
            try store.fetch(FetchRequest(entity: entity.index)) { rows.append(($0.key, try $0.values(of: entity))) }
            let path = Query.Path(entity: entity.index)
            for index in entity.indexes {
                for row in rows.prefix(limit) {
                    if index.columns.contains(where: { row.values[$0].isNull }) { continue }
                    let condition = Query.Condition.and(
                        index.columns.map { .compare(.column(path, $0), .equal, .literal(row.values[$0])) })
                    let found = try store.fetchKeys(FetchRequest(entity: entity.index, condition: condition))
                    let right = rows.filter { other in index.columns.allSatisfy { other.values[$0] == row.values[$0] } }
                    if found == right.map(\.key) { continue }
                    record(
                        "\(when), looking up \(entity.name) by \(index.name) of row \(row.key): expected rows "
                            + "\(right.map(\.key)), saw \(found)", site)
                }
            }
        }
    }
}

import Chronicle
import Foundation

/// Reads what the App did from the history, as a program does that was not running meanwhile.
struct HistoryReading {
    private let context: ModelContext

    /// - Parameter start: The place before the edits.
    static func run(in container: ModelContainer, after start: DefaultHistoryToken, _ results: inout Results) throws {
        let reading = HistoryReading(context: ModelContext(container))
        try reading.readApp(after: start, &results)
        try reading.countByAuthor(&results)
    }

    /// In pages of three transactions, each from the token of the one before.
    private func readApp(after start: DefaultHistoryToken, _ results: inout Results) throws {
        var token = start
        var transactions = 0
        var counts = (inserts: 0, updates: 0, deletes: 0)
        var tombstones: [String] = []
        var digest = Digest()
        let author: String? = "App"
        while true {
            let last = token
            var page = HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.token > last && $0.author == author })
            page.fetchLimit = 3
            let found = try context.fetchHistory(page)
            guard let newest = found.last else { break }
            token = newest.token
            transactions += found.count
            for transaction in found {
                digest.add("transaction by \(transaction.author ?? "nobody"): \(transaction.changes.count)")
                for change in transaction.changes {
                    digest.add(Self.text(of: change))
                    switch change {
                    case .insert: counts.inserts += 1
                    case .update: counts.updates += 1
                    case .delete(let deletion):
                        counts.deletes += 1
                        if let deletion = deletion as? DefaultHistoryDelete<Flight>,
                            let remoteID = deletion.tombstone[\.remoteID] as? String
                        {
                            tombstones.append(remoteID)
                        }
                    }
                }
            }
        }
        results.show(
            "the App's history",
            "\(transactions) saves: \(counts.inserts) inserts, \(counts.updates) updates, "
                + "\(counts.deletes) deletes")
        results.show("tombstones of flights", "\(tombstones.count), the first of \(tombstones.min() ?? "none")")
        results.note("changes in the App's history", digest.text)
    }

    private func countByAuthor(_ results: inout Results) throws {
        var counts: [String: (saves: Int, changes: Int)] = [:]
        for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
            counts[transaction.author ?? "nobody", default: (0, 0)].saves += 1
            counts[transaction.author ?? "nobody", default: (0, 0)].changes += transaction.changes.count
        }
        let text = counts.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.saves) saves \($0.value.changes) changes"
        }
        results.note("history by author", text.joined(separator: ", "))
    }

    /// Keys may differ from store to store and are left out.
    private static func text(of change: HistoryChange) -> String {
        switch change {
        case .insert(let change): "insert \(name(of: change))"
        case .update(let change): "update \(name(of: change)) \(change.updatedAttributeNames.joined(separator: " "))"
        case .delete(let change): "delete \(name(of: change)) \(values(of: change))"
        }
    }

    private static func name<Change: HistoryInsert>(of change: Change) -> String { Change.Model.entityName }
    private static func name<Change: HistoryUpdate>(of change: Change) -> String { Change.Model.entityName }
    private static func name<Change: HistoryDelete>(of change: Change) -> String { Change.Model.entityName }
    private static func values<Change: HistoryDelete>(of change: Change) -> String {
        change.tombstone.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }
}

import Chronicle
import Foundation
import Testing

@Suite struct HistoryExamples {
    @Test func readingOn() throws {
        let context = try someTrips()
        var seen: [String] = []
        // docs: read
        guard let token = try context.currentHistoryTokens().values.first else { return }
        let saved = try JSONEncoder().encode(token)  // keep it where your program keeps its settings

        context.author = "App"
        try context.delete(model: Trip.self, where: #Predicate { $0.title == "Oslo" })
        try context.save()

        let last = try JSONDecoder().decode(DefaultHistoryToken.self, from: saved)
        let author: String? = "App"
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.token > last && $0.author == author })
        descriptor.fetchLimit = 200
        for transaction in try context.fetchHistory(descriptor) {
            for change in transaction.changes {
                switch change {
                case .insert(let insert): print("new", insert.changedPersistentIdentifier)
                case .update(let update): print("changed", update.updatedAttributeNames)
                case .delete(let deletion as DefaultHistoryDelete<Trip>):
                    if let remoteID = deletion.tombstone[\.remoteID] as? String { seen.append(remoteID) }
                case .delete(let deletion): print("gone", deletion.changedPersistentIdentifier)
                }
            }
            // transaction.token is where to go on from next time
        }
        // end
        #expect(seen == ["trip-1"])
    }

    @Test func purging() throws {
        let context = try someTrips()
        guard let early = try context.currentHistoryTokens().values.first else { return }
        for trip in try context.fetch(FetchDescriptor<Trip>()) { trip.isArchived = true }
        try context.save()
        guard let token = try context.currentHistoryTokens().values.first else { return }
        // docs: purge
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
        do {
            _ = try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > early }))
        } catch let error as HistoryError where error.code == .historyTokenExpired {
            // Read everything anew, and go on from a fresh token.
            print(try context.fetch(FetchDescriptor<Trip>()).count, try context.currentHistoryTokens())
        }
        // end
        #expect {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > early }))
        } throws: { ($0 as? HistoryError)?.code == .historyTokenExpired }
    }
}

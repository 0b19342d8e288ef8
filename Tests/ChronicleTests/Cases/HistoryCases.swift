import Chronicle
import Foundation
import Testing

@Suite struct HistoryCases {
    /// H01
    @Test(arguments: Backend.allCases) func expiredTokenIsAnErrorAndNothingLeftIsNot(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        var container = try place.open()
        var context = ModelContext(container)
        var tokens: [DefaultHistoryToken] = []
        for number in 1...10 {
            try context.add(Bed("bed \(number)"))
            tokens.append(try #require(try context.history().last?.token))
        }
        let sixth = tokens[5]
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= sixth }))
        #expect { try context.history(after: tokens[2]) } throws: {
            ($0 as? HistoryError)?.code == .historyTokenExpired
        }
        #expect(try context.history(after: tokens[5]).map(\.token) == Array(tokens[6...]))
        #expect(try context.history(after: tokens[9]).isEmpty)
        #expect(try context.history().map(\.token) == Array(tokens[6...]))

        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try container.close()
        container = try place.open()
        context = ModelContext(container)
        try context.add(Bed("after"))
        #expect(try context.history(after: tokens[9]).count == 1)
        #expect { try context.history(after: tokens[8]) } throws: {
            ($0 as? HistoryError)?.code == .historyTokenExpired
        }
    }

    /// H05
    @Test(arguments: Backend.allCases) func clockStepsDoNotReorderOrHideHistory(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for (name, second) in [("A", 100.0), ("B", 100), ("C", 40), ("D", 101)] {
            context.now = { Date(timeIntervalSinceReferenceDate: second) }
            try context.add(Bed(name))
        }
        var token = try #require(try context.history().first?.token)
        var seen: [TimeInterval] = []
        while true {
            let after = token
            var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > after })
            descriptor.fetchLimit = 1
            guard let next = try context.fetchHistory(descriptor).first else { break }
            seen.append(next.timestamp.timeIntervalSinceReferenceDate)
            token = next.token
            if seen.count > 3 { break }
        }
        #expect(seen == [100, 40, 101])
        let early = Date(timeIntervalSinceReferenceDate: 50)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < early }))
        #expect(try context.history().count == 4)
    }

    /// H06
    @Test(arguments: Backend.allCases) func bulkDeletesAndCascadesAreRecordedInFull(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let long = String(repeating: "seed ", count: 400_000)
        for number in 0..<100 {
            let bed = Bed(number == 7 ? long : "packet \(number)")
            context.insert(bed)
            for child in 0..<3 {
                let plant = Plant("plant \(number).\(child)", bed: bed)
                plant.secret = "not kept"
            }
        }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 300)
        let before = try #require(try context.history().last?.token)
        try context.delete(model: Bed.self)
        try context.save()
        let transactions = try context.history(after: before)
        #expect(transactions.count == 1)
        var names: Set<String> = []
        var labels: Set<String> = []
        for change in transactions.flatMap(\.changes) {
            if case .delete(let deletion as DefaultHistoryDelete<Bed>) = change {
                names.insert(try #require(deletion.tombstone[\.name] as? String))
                #expect(deletion.tombstone[\.moisture] == nil)
            } else if case .delete(let deletion as DefaultHistoryDelete<Plant>) = change {
                labels.insert(try #require(deletion.tombstone[\.label] as? String))
                #expect(deletion.tombstone[\.secret] == nil)
            }
        }
        #expect(names.count == 100 && names.contains(long))
        #expect(labels.count == 300)
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 0)
    }

    @Test(arguments: Backend.allCases) func insertAndDeleteWithinOneSaveLeaveNothing(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("short-lived")
        context.insert(bed)
        context.delete(bed)
        try context.save()
        #expect(try context.history().isEmpty)
        let kept = Bed("kept")
        try context.add(kept)
        kept.moisture = 0
        kept.name = "kept"
        try context.save()
        #expect(try context.history().count == 1)
    }

    /// H10, history and end state
    @Test(arguments: Backend.allCases) func displacedAndBulkDeletedRowsAreInHistory(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for number in 0..<50 { context.insert(Bed("bed \(number)")) }
        try context.save()
        try context.delete(model: Bed.self)
        try context.save()
        #expect(try context.all(Bed.self).isEmpty)
        #expect(try context.history().last?.changes.count == 50)
        try context.add(Bed("one", moisture: 1))
        try context.add(Bed("one", moisture: 2))
        #expect(try context.all(Bed.self).map(\.moisture) == [2])
        guard case .update(let update as DefaultHistoryUpdate<Bed>)? = try context.history().last?.changes.first else {
            Issue.record("the upsert is not told as an update")
            return
        }
        #expect(update.updatedAttributeNames == ["moisture"])
        let parent = try #require(try context.all(Bed.self).first)
        for number in 0..<10 { context.insert(Plant("p\(number)", bed: parent)) }
        try context.save()
        context.delete(parent)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 0)
        #expect(try context.history().last?.changes.count == 11)
    }

    @Test(arguments: Backend.allCases) func authorsAreThoseOfTheSaveAndCanBeAskedFor(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for author in ["App", "Server", nil, "App"] as [String?] {
            context.author = author
            try context.add(Bed(UUID().uuidString))
        }
        #expect(try context.history().map(\.author) == ["App", "Server", nil, "App"])
        let app: String? = "App"
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == app })
        #expect(try context.fetchHistory(descriptor).count == 2)
        descriptor.predicate = #Predicate { $0.author == nil }
        #expect(try context.fetchHistory(descriptor).count == 1)
        descriptor.predicate = #Predicate { $0.author != app }
        descriptor.fetchLimit = 1
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["Server"])
    }

    @Test(arguments: Backend.allCases) func tokensOfOtherStoresAreRefused(_ backend: Backend) throws {
        let (place, otherPlace) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let context = ModelContext(try place.open())
        let other = ModelContext(try otherPlace.open())
        try context.add(Bed("a"))
        try other.add(Bed("b"))
        let token = try #require(try context.history().last?.token)
        #expect { try other.history(after: token) } throws: { ($0 as? HistoryError)?.code == .foreignToken }
        var position = token.position
        position.sequence += 5
        let ahead = DefaultHistoryToken(position: position)
        #expect { try context.history(after: ahead) } throws: { ($0 as? HistoryError)?.code == .tokenAhead }
        let copy = try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(token))
        #expect(copy == token)
    }
}

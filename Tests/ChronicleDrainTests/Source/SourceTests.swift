import ChronicleDrain
import Foundation
import Synchronization
import Testing

@Suite struct SourceTests {
    private func lines(_ batch: OutboundHistoryBatch?) -> [String] {
        batch?.operations.map { "\($0.kind.rawValue) \($0.entity)" } ?? []
    }

    @Test(arguments: Backend.allCases) func aBatchTellsEveryChangeInTheOrderOfTheCommits(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        context.author = "App"
        let bed = Bed("north", moisture: 3, note: "wet \"and\" cold\n")
        bed.spot = Spot(row: 2, depth: 0.1)
        try context.add(bed)
        let tag = Tag("herbs")
        context.insert(tag)
        bed.tags.append(tag)
        try context.save()
        var options = StoreHistorySource.Options()
        options.folds = false
        let source = try StoreHistorySource(container, options: options)
        let batch = try #require(try source.nextBatch(after: nil, asLines: true))
        #expect(lines(batch) == ["upsert Bed", "upsert Tag", "upsert Bed"])
        #expect(batch.transactions == 2)
        let object = try #require(
            try JSONSerialization.jsonObject(with: batch.operations[2].line) as? [String: Any])
        let values = try #require(object["values"] as? [String: Any])
        #expect(object["author"] as? String == "App")
        #expect(values["note"] as? String == "wet \"and\" cold\n")
        #expect(values["spot.depth"] as? Double == 0.1)
        #expect(values["tags"] as? [Int64] == [tag.persistentModelID.primaryKey])
        #expect(try source.nextBatch(after: batch.position, asLines: true) == nil)
    }

    @Test(arguments: Backend.allCases) func changesOfTheNewestRowAreFoldedToo(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("older"))
        let newest = Bed("newest")
        try context.add(newest)
        for moisture in 1...3 {
            newest.moisture = moisture
            try context.save()
        }
        let batch = try #require(try StoreHistorySource(container).nextBatch(after: nil, asLines: true))
        #expect(batch.transactions == 5)
        #expect(batch.operations.count == 2)
        #expect(batch.operations.last?.key == newest.persistentModelID.primaryKey)
    }

    @Test(arguments: Backend.allCases) func severalChangesOfARowBecomeTheLastOne(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (kept, gone) = (Bed("kept"), Bed("gone"))
        try context.add(kept, gone)
        kept.moisture = 4
        try context.save()
        context.delete(gone)
        try context.save()
        try context.add(Bed("gone"))
        let batch = try #require(try StoreHistorySource(container).nextBatch(after: nil, asLines: true))
        #expect(lines(batch) == ["upsert Bed", "delete Bed", "upsert Bed"])
        #expect(batch.operations[0].id.hasSuffix("/2/0"))
        #expect(
            String(decoding: batch.operations[1].line, as: UTF8.self).hasSuffix("\"tombstone\":{\"name\":\"gone\"}}"))
    }

    @Test(arguments: Backend.allCases) func batchesAreBoundedAndNeverCutATransaction(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 0..<7 { try context.add(Bed("a\(number)"), Bed("b\(number)")) }
        var options = StoreHistorySource.Options()
        options.transactions = 3
        let source = try StoreHistorySource(container, options: options)
        var position: HistoryPosition?
        var sizes: [Int] = []
        while let batch = try source.nextBatch(after: position, asLines: true) {
            sizes.append(batch.operations.count)
            position = batch.position
        }
        #expect(sizes == [6, 6, 2])
        options.bytes = 1
        let small = try StoreHistorySource(container, options: options)
        #expect(try small.nextBatch(after: nil, asLines: true)?.operations.count == 2)
    }

    /// H04
    @Test(arguments: Backend.allCases) func whatTheFilterPassesOverIsBehindTheConsumer(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        context.author = "App"
        try context.add(Bed("mine"))
        context.author = "Server"
        for number in 0..<300 { try context.add(Bed("theirs \(number)")) }
        context.author = nil
        try context.add(Bed("nobody's"))
        var options = StoreHistorySource.Options()
        options.authors = ["App"]
        let source = try StoreHistorySource(container, options: options)
        let first = try #require(try source.nextBatch(after: nil, asLines: true))
        #expect(first.operations.count == 1)
        #expect(first.position == (try source.currentPosition()))
        let oldest = try #require(try context.history().last?.token)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= oldest }))
        context.author = "App"
        try context.add(Bed("mine too"))
        let second = try #require(try source.nextBatch(after: first.position, asLines: true))
        #expect(second.operations.count == 1)
        #expect(second.transactions == 1)
    }

    @Test(arguments: Backend.allCases) func aSnapshotHasEveryRowOnceInPages(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 0..<25 { context.insert(Bed("bed \(number)")) }
        context.insert(Tag("one"))
        try context.save()
        var options = StoreHistorySource.Options()
        options.pageRows = 10
        let source = try StoreHistorySource(container, options: options)
        var snapshot: DrainSnapshot? = DrainSnapshot(id: "s", position: try source.currentPosition())
        var seen: [String: Int] = [:]
        var pages = 0
        while let now = snapshot {
            let (batch, next) = try source.page(of: now, asLines: true)
            for operation in batch.operations { seen["\(operation.entity) \(operation.key)", default: 0] += 1 }
            pages += 1
            snapshot = next
        }
        #expect(seen.count == 26)
        #expect(seen.values.allSatisfy { $0 == 1 })
        #expect(pages == 5)
    }

    /// Rows that come into the place of one that is deleted while a page is read.
    @Test(arguments: Backend.allCases) func aDeletionWhileAPageIsReadLeavesNoOtherRowWithoutItsLinks(
        _ backend: Backend
    ) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let tag = Tag("herbs")
        let beds = (0..<4).map { Bed("bed \($0)") }
        for bed in beds { context.insert(bed) }
        context.insert(tag)
        for bed in beds { bed.tags.append(tag) }
        try context.save()
        let first = beds[0].persistentModelID
        var options = StoreHistorySource.Options()
        options.pageRows = 2
        options.entities = ["Bed"]
        let base = try StoreHistorySource(container, options: options)
        let wasInterrupted = Mutex(false)
        let store = InterruptedStore(base.store) { read in
            guard read == .keys, !wasInterrupted.withLock({ $0 }) else { return }
            wasInterrupted.withLock { $0 = true }
            let other = ModelContext(container)
            if let bed = try other.model(for: first, as: Bed.self) { other.delete(bed) }
            try other.save()
        }
        let source = StoreHistorySource(store, options: options)
        var seen: [Int64: String] = [:]
        var snapshot: DrainSnapshot? = DrainSnapshot(id: "s", position: try source.currentPosition())
        while let now = snapshot {
            let (batch, next) = try source.page(of: now, asLines: true)
            for operation in batch.operations { seen[operation.key] = Receiver.values(operation.line) }
            snapshot = next
        }
        #expect(wasInterrupted.withLock { $0 })
        seen[first.primaryKey] = nil
        #expect(seen == (try base.currentRows()["Bed"]))
        #expect(seen.values.allSatisfy { $0.contains("\"tags\":[\(tag.persistentModelID.primaryKey)]") })
        #expect(seen.count == 3)
    }
}

import Foundation
import Testing

@testable import ChronicleDrain

/// Replication from every store to every store.
@Suite struct StoreSinkTests {
    private func replicate(_ source: StoreHistorySource, _ sink: StoreSink, after position: HistoryPosition?) throws
        -> HistoryPosition?
    {
        var position = position
        while let batch = try source.nextBatch(after: position, asLines: false) {
            #expect(try sink.acknowledge(batch).isEmpty)
            position = batch.position
        }
        return position
    }

    private func expectEqual(_ a: ModelContainer, _ b: ModelContainer) throws {
        #expect(try StoreHistorySource(a).currentRows() == StoreHistorySource(b).currentRows())
    }

    @Test(arguments: Backend.allCases, Backend.allCases) func aReplicaHasTheSameRowsUnderTheSameKeys(
        _ from: Backend, _ to: Backend
    ) throws {
        let (place, other) = (try Place(from, Bed.self), try Place(to, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        let context = ModelContext(container)
        let source = try StoreHistorySource(container)
        let sink = try StoreSink(replica)
        let (bed, second) = (Bed("one", moisture: 1), Bed("two"))
        let (tag, other1) = (Tag("herbs"), Tag("roots"))
        try context.add(bed, second)
        try context.add(tag, other1)
        bed.tags = [tag, other1]
        bed.plants = [Plant("leek", bed: bed), Plant("kale", bed: bed)]
        try context.save()
        var position = try replicate(source, sink, after: nil)
        try expectEqual(container, replica)
        let reader = ModelContext(replica)
        #expect(try reader.all(Bed.self).first?.tags.count == 2)

        bed.tags = [other1]
        context.delete(second)
        try context.save()
        // The values change places over two saves that arrive at once.
        try context.add(Bed("three"))
        bed.name = "spare"
        try context.save()
        let third = try #require(try context.all(Bed.self, #Predicate { $0.name == "three" }).first)
        third.name = "one"
        try context.save()
        bed.name = "three"
        try context.save()
        position = try replicate(source, sink, after: position)
        try expectEqual(container, replica)

        context.delete(bed)
        try context.save()
        _ = try replicate(source, sink, after: position)
        try expectEqual(container, replica)
        // A row of the replica's own gets a key that the source has not given.
        let own = Bed("own")
        try ModelContext(replica).add(own)
        #expect(own.persistentModelID.primaryKey > third.persistentModelID.primaryKey)
    }

    @Test(arguments: Backend.allCases) func aBatchThatComesTwiceChangesNothing(_ backend: Backend) throws {
        let (place, other) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        let context = ModelContext(container)
        try context.add(Bed("one"), Bed("two"))
        let source = try StoreHistorySource(container)
        let batch = try #require(try source.nextBatch(after: nil, asLines: false))
        let sink = try StoreSink(replica)
        #expect(try sink.acknowledge(batch).isEmpty)
        let before = try ModelContext(replica).history().count
        #expect(try sink.acknowledge(batch).isEmpty)
        #expect(try ModelContext(replica).history().count == before)
    }

    @Test(arguments: Backend.allCases) func aLineReadsBackAsTheValuesThatItWasMadeFrom(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let bed = Bed("a\u{0}\"\\\u{1F331}", moisture: .min, note: "", stage: .grown)
        bed.spot = Spot(row: 1, depth: -0.0)
        bed.madeAt = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        try ModelContext(container).add(bed)
        let source = try StoreHistorySource(container)
        let entity = try #require(source.store.schema.entitiesByName["Bed"])
        let asRow = try #require(try source.nextBatch(after: nil, asLines: false)?.operations.first)
        let asLine = try #require(try source.nextBatch(after: nil, asLines: true)?.operations.first)
        let values = try OperationReader.values(of: asLine, as: entity).values
        #expect(zip(values, try #require(asRow.values?.values)).allSatisfy { $0.isIdentical(to: $1) })
        let again = try OperationReader.values(
            of: OutboundOperation(
                id: "x", kind: .upsert, entity: "Bed", key: 1, line: asRow.withLine.line), as: entity
        ).values
        #expect(again == values)
    }
}

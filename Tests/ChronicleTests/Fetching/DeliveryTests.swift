import Chronicle
import ChronicleStore
import Foundation
import Observation
import Testing

@Suite struct DeliveryTests {
    /// Who is told that a held model takes a new value may read at once, and the store is not in the middle of delivering then.
    @Test(arguments: Backend.allCases) func noStoreIsAskedWhileItDelivers(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let (container, other) = (try backend.depot(place), try backend.depot(place))
        let writer = ModelContext(other)
        for number in 0..<4 {
            let crate = Crate("crate \(number)", amount: number)
            crate.shelf = Shelf("shelf \(number)")
            writer.insert(crate)
        }
        try writer.save()
        let context = ModelContext(container)
        let held = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)]))
        let query = try context.liveQuery(
            FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.shelf?.name)]), section: nil, isolation: nil)
        let readers = held.indices.map { Reader(held[($0 + 1) % held.count]) }
        for (crate, reader) in zip(held, readers) {
            withObservationTracking {
                _ = crate.amount
            } onChange: {
                reader.read()
            }
        }
        let calls = try context.calls {
            for crate in try writer.fetch(FetchDescriptor<Crate>()) { crate.amount += 10 }
            try writer.save()
            let deadline = Date(timeIntervalSinceNow: 60)
            while held.contains(where: { $0.amount < 10 }), Date() < deadline {
                _ = try context.fetch(FetchDescriptor<Crate>())
                context.settle()
            }
        }
        #expect(held.map(\.amount) == [10, 11, 12, 13])
        #expect(calls.nested == 0)
        #expect(readers.allSatisfy { $0.name != nil })
        #expect(query.results.count == 4)
    }

    /// What a fetch left out may make a row a result, and what became one may leave again.
    @Test(arguments: Backend.allCases) func liveResultsFollowModelsThatWereReadInParts(_ backend: Backend) throws {
        for (isElsewhere, isUnread) in [(false, false), (false, true), (true, false), (true, true)] {
            let place = try Place.depot(backend)
            let container = try backend.depot(place)
            let writer = ModelContext(container)
            writer.insert(Crate("a", amount: 1))
            try writer.save()
            let context = ModelContext(container)
            let heavy = #Predicate<Crate> { $0.amount > 5 || $0.weight > 5 }
            let query = try context.liveQuery(FetchDescriptor(predicate: heavy), section: nil, isolation: nil)
            query.onPass = { _, _ in nil }
            var some = FetchDescriptor<Crate>()
            some.propertiesToFetch = [\.name, \.amount]
            let held = try context.fetch(some)
            let crate = isElsewhere ? try #require(writer.fetch(FetchDescriptor<Crate>()).first) : held[0]
            if isUnread { crate.weight = 10 } else { crate.amount = 10 }
            if isElsewhere { try writer.save() }
            #expect(
                settled(context, until: { query.results.count == 1 }), "elsewhere \(isElsewhere), unread \(isUnread)")
            if isElsewhere {
                writer.delete(crate)
                try writer.save()
            } else {
                context.delete(crate)
            }
            #expect(settled(context, until: { query.results.isEmpty }), "elsewhere \(isElsewhere), unread \(isUnread)")
            withExtendedLifetime(held) {}
        }
    }

    @Test(arguments: Backend.allCases) func aNewRowThatIsReadInPartsIsAResultLikeOthers(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        let (context, writer) = (ModelContext(container), ModelContext(container))
        let query = try context.liveQuery(FetchDescriptor<Crate>(), section: nil, isolation: nil)
        query.onPass = { _, _ in nil }
        writer.insert(Crate("a"))
        try writer.save()
        var some = FetchDescriptor<Crate>()
        some.propertiesToFetch = [\.name]
        let held = try context.fetch(some)
        #expect(settled(context, until: { query.results.count == 1 }))
        context.delete(held[0])
        #expect(settled(context, until: { query.results.isEmpty }))
    }

    /// The row of an edited model that was read in parts is gone: fetches go on, and the save says so.
    @Test(arguments: Backend.allCases) func anEditedModelWhoseRowIsGoneKeepsNoFetchFromItsAnswer(_ backend: Backend)
        throws
    {
        let place = try Place.depot(backend)
        let (container, other) = (try backend.depot(place), try backend.depot(place))
        let writer = ModelContext(other)
        writer.insert(Crate("a", amount: 1))
        writer.insert(Crate("b", amount: 2))
        try writer.save()
        let context = ModelContext(container)
        var some = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)])
        some.propertiesToFetch = [\.name]
        let held = try context.fetch(some)
        held[0].name = "edited"
        writer.delete(try #require(try writer.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)])).first))
        try writer.save()
        let names = try context.fetch(FetchDescriptor<Crate>(predicate: #Predicate { $0.amount > 0 })).map(\.name)
        #expect(names == ["b"])
    }

    @Test(arguments: Backend.allCases) func numbersThatAreNoneAndSignsOfZeroAnswerAsInSwift(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        for (number, weight) in [0.0, -0.0, 3].enumerated() {
            let crate = Crate("crate \(number)")
            crate.price = Decimal(number)
            crate.weight = weight
            context.insert(crate)
        }
        try context.save()
        let crates = try context.fetch(FetchDescriptor<Crate>())
        let none = Decimal.nan
        for predicate in [#Predicate<Crate> { ($0.price ?? 0) > none }, #Predicate<Crate> { ($0.price ?? 0) < none }] {
            let expected = try crates.filter { try predicate.evaluate($0) }.count
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected)
        }
        let negative = FetchDescriptor<Crate>(predicate: #Predicate { $0.name == "crate 1" })
        #expect(try context.minimum(\.weight, of: negative)?.sign == .minus)
    }

    private func settled(_ context: ModelContext, until condition: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 10)
        repeat {
            context.settle()
            if condition() { return true }
            sched_yield()
        } while Date() < deadline
        return false
    }
}

/// Reads what a crate lies on when it is told to.
///
/// Unchecked because observation calls on the thread that changes the model, which is the test's own.
private final class Reader: @unchecked Sendable {
    private let crate: Crate
    private(set) var name: String?

    init(_ crate: Crate) { self.crate = crate }

    func read() { name = crate.shelf?.name }
}

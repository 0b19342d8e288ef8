import Chronicle
import ChronicleStore
import Foundation
import Testing

/// A flight with the indexes of a first version, and the carrier that it refers to.
final class PlannedFlight: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique) var code: String
    @Attribute var origin: String
    @Attribute var departure: Int
    @Attribute var delay: Int?
    @Relationship var carrier: PlannedCarrier?

    static var indexes: [Index<PlannedFlight>] { [Index(\.origin), Index(\.departure)] }

    init() {}
    init(_ number: Int, carrier: PlannedCarrier?) {
        (code, origin, departure) = ("F\(number)", ["LIS", "OPO", "FAO", "FNC"][number % 4], number * 7919 % 100_003)
        delay = number % 3 == 0 ? nil : number % 60
        self.carrier = carrier
    }
}

final class PlannedCarrier: PersistentModel {
    let backingData = BackingData()

    @Attribute var name: String
    @Relationship(deleteRule: .cascade, inverse: \PlannedFlight.carrier) var flights: [PlannedFlight]

    init() {}
    init(_ name: String) { self.name = name }
}

@Suite struct ExplanationTests {
    private func context(_ backend: Backend, flights: Int) throws -> (Place, ModelContext) {
        let place = try Place(backend, PlannedFlight.self, PlannedCarrier.self)
        let context = ModelContext(try place.open())
        let carriers = (0..<20).map { PlannedCarrier("carrier \($0)") }
        for carrier in carriers { context.insert(carrier) }
        for number in 0..<flights { context.insert(PlannedFlight(number, carrier: carriers[number % 20])) }
        try context.save()
        return (place, context)
    }

    @Test(arguments: Backend.allCases) func anIndexedEqualityReadsTheMatchingRowsOnly(_ backend: Backend) throws {
        let (place, context) = try context(backend, flights: 2_000)
        let explanation = try context.explain(
            FetchDescriptor<PlannedFlight>(predicate: #Predicate { $0.origin == "LIS" }))
        let figures = try #require(explanation.figures)
        #expect(explanation.access == .index)
        #expect(explanation.indexes == ["\\.origin"])
        #expect(figures.rowsReturned == 500)
        #expect(figures.rowsRead == 500, "\(explanation)")
        #expect(explanation.advice.isEmpty)
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func aLimitInTheOrderOfAnIndexEndsEarly(_ backend: Backend) throws {
        let (place, context) = try context(backend, flights: 2_000)
        for order in [SortOrder.forward, .reverse] {
            var descriptor = FetchDescriptor<PlannedFlight>(sortBy: [SortDescriptor(\.departure, order: order)])
            descriptor.fetchLimit = 10
            let explanation = try context.explain(descriptor)
            let figures = try #require(explanation.figures)
            #expect(explanation.sort == .inOrder, "\(explanation)")
            #expect(figures.rowsReturned == 10)
            #expect(figures.rowsRead <= 12, "\(explanation)")
            let first = try context.fetch(descriptor).map(\.departure)
            let all = try context.fetch(FetchDescriptor<PlannedFlight>()).map(\.departure)
            #expect(first == Array((order == .forward ? all.sorted() : all.sorted(by: >)).prefix(10)))
        }
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func aFetchThatSortsFarMoreThanItReturnsIsToldWhichIndexWouldMendIt(
        _ backend: Backend
    ) throws {
        let (place, context) = try context(backend, flights: 1_000)
        var descriptor = FetchDescriptor<PlannedFlight>(
            predicate: #Predicate { $0.origin == "OPO" && ($0.delay ?? 0) > 5 }, sortBy: [SortDescriptor(\.departure)])
        descriptor.fetchLimit = 10
        let explanation = try context.explain(descriptor)
        #expect(explanation.sort == .afterwards, "\(explanation)")
        #expect(
            explanation.advice.contains { $0.hasPrefix("PlannedFlight: Index(\\.origin, \\.departure)") },
            "\(explanation)")
        #expect("\(explanation)".contains("250 rows read for 10 returned"), "\(explanation)")
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func rowsOverAReferenceAreFoundFromItsIndex(_ backend: Backend) throws {
        let (place, context) = try context(backend, flights: 1_000)
        let descriptor = FetchDescriptor<PlannedFlight>(predicate: #Predicate { $0.carrier?.name == "carrier 3" })
        let explanation = try context.explain(descriptor)
        #expect(explanation.figures?.rowsReturned == 50)
        #expect(try context.fetchCount(descriptor) == 50)
        // SQLite goes over the reference from each row, where no index finds the carrier.
        if backend != .sqlite {
            #expect(explanation.access == .reference)
            #expect(explanation.figures?.rowsRead == 50, "\(explanation)")
        }
        #expect(explanation.advice.contains { $0.hasPrefix("PlannedCarrier: Index(\\.name)") } || backend != .sqlite)
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func aRangeOfIdentifiersIsSoughtNotScannedTo(_ backend: Backend) throws {
        let stores = try PlanStores()
        var generator = PlanGenerator(seed: 5)
        try stores.insert(PlanGarden.plants, 500) { _, number in PlanGarden.plant(&generator, number, [1]) }
        let keys = stores.rows[PlanGarden.plants].keys.sorted()
        for (name, store) in stores.stores where name == backend.rawValue {
            let page = FetchRequest(
                entity: PlanGarden.plants,
                condition: .compare(.key(PlanGarden.path), .greater, .literal(.reference(keys[400]))), limit: 20)
            let explanation = try store.explain(page, measuring: true)
            #expect(explanation.access == .keyRange)
            #expect(explanation.figures?.rowsRead ?? 0 <= 21, "\(explanation)")
            #expect(try store.fetchKeys(page) == Array(keys[401...420]))
        }
    }

    @Test(arguments: Backend.allCases) func aDisjunctionReadsTheRowsOfItsIndexesOnly(_ backend: Backend) throws {
        let (place, context) = try context(backend, flights: 1_000)
        let descriptor = FetchDescriptor<PlannedFlight>(
            predicate: #Predicate { $0.code == "F7" || $0.code == "F9" || $0.departure == 7919 })
        let explanation = try context.explain(descriptor)
        #expect(explanation.figures?.rowsReturned == 3)
        #expect(explanation.figures?.rowsRead ?? .max <= 6, "\(explanation)")
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func aTextPrefixIsFoundInTheIndex(_ backend: Backend) throws {
        let (place, context) = try context(backend, flights: 1_000)
        let explanation = try context.explain(
            FetchDescriptor<PlannedFlight>(predicate: #Predicate { $0.code.starts(with: "F99") }))
        #expect(explanation.access == .index)
        #expect(explanation.figures?.rowsReturned == 11)
        #expect(explanation.figures?.rowsRead == 11, "\(explanation)")
        withExtendedLifetime(place) {}
    }

    @Test func anExplanationSurvivesCodingAndNeedNotRunTheFetch() throws {
        let (place, context) = try context(.memory, flights: 100)
        let descriptor = FetchDescriptor<PlannedFlight>(predicate: #Predicate { $0.origin == "LIS" })
        let explanation = try context.explain(descriptor, measuring: false)
        #expect(explanation.figures == nil)
        let data = try JSONEncoder().encode(try context.explain(descriptor))
        #expect(try JSONDecoder().decode(QueryExplanation.self, from: data).indexes == explanation.indexes)
        withExtendedLifetime(place) {}
    }
}

import Chronicle
import Foundation
import Testing

@Suite struct PagingCases {
    /// H19
    @Test(arguments: Backend.allCases) func pagesOverTiesHaveEveryRowOnce(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        var container = try place.open()
        let context = ModelContext(container)
        for number in 0..<200 { context.insert(Bed("bed \(number)", moisture: number % 2)) }
        try context.save()
        let byInsertion = try context.all(Bed.self).map(\.name)
        for order in [SortOrder.forward, .reverse] {
            var names: [String] = []
            for page in 0..<10 {
                var descriptor = FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.madeAt, order: order)])
                descriptor.fetchOffset = page * 20
                descriptor.fetchLimit = 20
                let other = ModelContext(container)
                let beds = try other.fetch(descriptor)
                names += beds.map(\.name)
                beds.first?.note = "page \(page)"
                try other.save()
                if page == 5 {
                    try container.close()
                    container = try place.open()
                }
            }
            #expect(names == byInsertion)
        }
        let halves = try ModelContext(container).fetch(
            FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.moisture, order: .reverse)]))
        #expect(
            halves.map(\.name) == byInsertion.enumerated().filter { $0.0 % 2 == 1 }.map(\.1)
                + byInsertion.enumerated().filter { $0.0 % 2 == 0 }.map(\.1))
    }

    @Test(arguments: Backend.allCases) func batchesAndEnumerationReachEveryModel(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for number in 0..<50 { context.insert(Bed("bed \(number)", moisture: number)) }
        try context.save()
        let results = try context.fetch(FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.moisture)]), batchSize: 7)
        #expect(results.map(\.moisture) == Array(0..<50))
        #expect(results[49].moisture == 49 && results[0].moisture == 0)
        var seen = 0
        try context.enumerate(FetchDescriptor<Bed>(), batchSize: 8) { _ in seen += 1 }
        #expect(seen == 50)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Bed>()).count == 50)
    }
}

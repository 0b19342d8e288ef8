import Chronicle
import Foundation
import Testing

@Suite struct ConcurrencyCases {
    @Test(arguments: Backend.allCases) func manyContextsSaveAndFetchAtOnce(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Tag("shared"))
        let (tasks, rounds) = (6, 15)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for round in 0..<rounds {
                        let context = ModelContext(container)
                        let bed = Bed("\(task)/\(round)", moisture: task)
                        bed.plants = [Plant("p"), Plant("q")]
                        bed.tags = try context.all(Tag.self)
                        context.insert(bed)
                        try context.save()
                        let mine = try context.all(Bed.self, #Predicate { $0.moisture == task })
                        #expect(mine.count == round + 1)
                        mine.first?.target += 1
                        try context.save()
                        if round % 5 == 4, let last = mine.last {
                            context.delete(last)
                            context.insert(Bed("\(task)/\(round)", moisture: task))
                            try context.save()
                        }
                        _ = try context.fetchCount(
                            FetchDescriptor<Plant>(predicate: #Predicate { $0.bed?.moisture == task }))
                        _ = try context.history().count
                    }
                }
            }
            try await group.waitForAll()
        }
        let check = ModelContext(container)
        let beds = try check.all(Bed.self)
        #expect(beds.count == tasks * rounds)
        #expect(beds.map(\.target).reduce(0, +) == tasks * rounds)
        #expect(try check.fetchCount(FetchDescriptor<Plant>()) == tasks * (rounds - rounds / 5) * 2)
        #expect(try check.all(Tag.self).first?.beds.count == tasks * (rounds - rounds / 5))
        let tokens = try check.history().map(\.token)
        #expect(tokens == tokens.sorted() && Set(tokens).count == tokens.count)
        #expect(tokens.count == 1 + tasks * (rounds * 2 + rounds / 5))
    }
}

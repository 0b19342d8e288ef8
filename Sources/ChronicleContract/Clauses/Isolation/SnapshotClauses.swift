import Foundation
import Synchronization

extension ContractChapter {
    /// What one fetch sees while others save.
    static let snapshotClauses: [ContractClause] = [
        ContractClause(
            "ISO-018",
            "All rows of one fetch are from one committed state, though others are saved meanwhile (no read skew)."
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<80 { context.insert(Plot("plot \(number)", area: 1)) }
            try context.save()
            let areas = try probe.areas(container) {
                let context = ModelContext(container)
                for plot in try context.all(Plot.self) { plot.area = 2 }
                try context.save()
            }
            probe.expectEqual(areas.count, 80, "the rows of the fetch")
            probe.expectEqual(Set(areas), [1], "the areas that a fetch saw that began before the save of others")
            probe.expectEqual(
                Set(try ModelContext(container).all(Plot.self).map(\.area)), [2], "the areas that a later fetch sees")
        },
        ContractClause(
            "ISO-019",
            "One fetch sees no row that is inserted, and every row that is deleted, while it runs (no phantoms)."
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<80 { context.insert(Plot("plot \(number)", area: number)) }
            try context.save()
            let areas = try probe.areas(container) {
                let context = ModelContext(container)
                try context.delete(model: Plot.self, where: #Predicate { $0.area >= 40 })
                for number in 80..<120 { context.insert(Plot("plot \(number)", area: number)) }
                try context.save()
            }
            probe.expectEqual(areas, Array(0..<80), "the rows that a fetch saw that began before the save of others")
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Plot>()), 80, "the rows that a later fetch sees")
        },
        ContractClause("ISO-020", "A fetch by keys sees one committed state as well.") { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<80 { context.insert(Plot("plot \(number)", area: 1)) }
            try context.save()
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let keys = try store.fetchKeys(FetchRequest(entity: entity.index))
            let areas = try probe.areas(container, keys: keys) {
                let context = ModelContext(container)
                for (number, plot) in try context.all(Plot.self).enumerated() {
                    if number < 40 { plot.area = 2 } else { context.delete(plot) }
                }
                try context.save()
            }
            probe.expectEqual(areas, Array(repeating: 1, count: 80), "the areas that a fetch by keys saw")
        },
        ContractClause(
            "ISO-021",
            "The related rows that a condition looks at are of the same committed state as the rows it selects."
        ) { probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            let plot = Plot("plot", note: "0")
            setup.insert(plot)
            for number in 0..<20 { setup.insert(Plant("\(number)", plot: plot, secret: "0")) }
            try setup.save()
            let isDone = Mutex(false)
            probe.inParallel(2) { thread in
                let context = ModelContext(container)
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for round in 1...25 {
                        for plant in try context.all(Plant.self) { plant.secret = "\(round)" }
                        try context.all(Plot.self).first?.note = "\(round)"
                        try context.save()
                    }
                    return
                }
                let torn = FetchDescriptor<Plant>(predicate: #Predicate { $0.plot?.note != $0.secret })
                while !isDone.withLock({ $0 }) {
                    let count = try context.fetchCount(torn)
                    if count != 0 { throw probe.fail("\(count) of 20 plants were seen with a plot of another save") }
                }
            }
        },
    ]
}

extension ContractProbe {
    /// The areas of all plots, or of those with some keys, as one fetch sees them. While it is at its first row, another thread
    /// begins a save; the fetch goes on once that is through, or soon when the save turns out to wait for the fetch.
    fileprivate func areas(
        _ container: ModelContainer, keys: [Int64]? = nil, whileSaving save: @escaping @Sendable () throws -> Void
    ) throws -> [Int] {
        let store = try container.store(self)
        let entity = try require(store.schema.entitiesByName["Plot"], "the entity of plots")
        let column = try require(entity.columnIndex(named: "area"), "the column of areas")
        let (began, ended) = (Bell(), Bell())
        let failure = Mutex<(any Error)?>(nil)
        Thread.detachNewThread {
            if began.wait() {
                do { try save() } catch { failure.withLock { $0 = error } }
            }
            ended.ring()
        }
        var areas: [Int] = []
        var isThrough = false
        func take(_ row: RowView) {
            if areas.isEmpty {
                began.ring()
                isThrough = ended.wait(.milliseconds(50))
            }
            if case .integer(let number)? = row.cells[column].stored(as: .integer) { areas.append(Int(number)) }
        }
        if let keys {
            try store.fetch(entity: entity.index, keys: keys) { take($0) }
        } else {
            try store.fetch(FetchRequest(entity: entity.index)) { take($0) }
        }
        if !isThrough, !ended.wait() { throw fail("a save that began during a fetch did not end after it") }
        if let error = failure.withLock({ $0 }) { throw error }
        return areas
    }
}

import ChronicleObservers
import Foundation
import Testing

struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// Observers of many forms over one context, which random operations of two contexts are done around.
private final class Garden {
    let context: ModelContext
    let other: ModelContext
    var random: Seeded
    var checks: [(String, Bool) throws -> Void] = []
    /// How often the observers that never need to fetch again have done so.
    var refetches: [() -> Int] = []
    /// Models that a fetch has brought in part, kept alive.
    private var partlyRead: [AnyObject] = []
    private var number = 0
    /// How many of the observers, which come first, never need to fetch again.
    private(set) var incremental = 0

    init(_ container: ModelContainer, seed: UInt64) throws {
        context = ModelContext(container)
        other = ModelContext(container)
        random = Seeded(seed)
        for _ in 0..<12 { context.insert(newBed()) }
        for word in ["red", "blue"] { context.insert(Tag(word)) }
        try context.save()
        let (some, name) = (5, "b1")
        let bedValues: (Bed) -> [String] = { ["\($0.moisture)", $0.note ?? "nil", $0.name] }
        let plantValues: (Plant) -> [String] = { [$0.label, $0.secret ?? "nil"] }
        try add(Checked(ResultsObserver<Bed, Never>(modelContext: context), values: bedValues))
        try add(
            Checked(
                ResultsObserver<Bed, Never>(
                    filterBy: #Predicate { $0.moisture > some },
                    sortBy: [SortDescriptor(\.note, order: .reverse), SortDescriptor(\.moisture)],
                    modelContext: context), values: bedValues))
        var window = FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.moisture)])
        (window.fetchLimit, window.fetchOffset) = (4, 2)
        try add(Checked(ResultsObserver<Bed, Never>(fetchDescriptor: window, modelContext: context), values: bedValues))
        window.sortBy = []
        window.fetchOffset = nil
        try add(
            Checked(
                ResultsObserver<Bed, String?>(fetchDescriptor: window, sectionBy: \.note, modelContext: context),
                sectionSort: SortDescriptor(\.note), title: { $0.note }, values: bedValues))
        try add(
            Checked(
                ResultsObserver<Bed, String?>(
                    sortBy: [SortDescriptor(\.moisture, order: .reverse)], sectionBy: \.note, modelContext: context),
                sectionSort: SortDescriptor(\.note), title: { $0.note }, values: bedValues))
        try add(
            Checked(
                ResultsObserver<Plant, Never>(
                    filterBy: #Predicate { $0.bed?.name == name || ($0.bed?.moisture ?? 0) > some },
                    sortBy: [SortDescriptor(\.label, order: .reverse)], modelContext: context), values: plantValues))
        try addOverMembers(bedValues, plantValues)
        incremental = checks.count
        try add(
            Checked(
                ResultsObserver<Plant, Never>(
                    sortBy: [SortDescriptor(\.bed?.name), SortDescriptor(\.secret)], modelContext: context),
                values: plantValues))
        try add(
            Checked(
                ResultsObserver<Bed, Never>(
                    filterBy: #Predicate { $0.tags.contains { $0.word == "red" } },
                    sortBy: [SortDescriptor(\.moisture)], modelContext: context), values: bedValues))
        var stored = FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.moisture)])
        stored.includePendingChanges = false
        try add(
            Checked(ResultsObserver<Bed, Never>(fetchDescriptor: stored, modelContext: context), values: { _ in [] }))
    }

    /// Observers whose conditions look through to-many relationships.
    private func addOverMembers(
        _ bedValues: @escaping (Bed) -> [String], _ plantValues: @escaping (Plant) -> [String]
    ) throws {
        let some = 5
        let conditions: [Predicate<Bed>] = [
            #Predicate { $0.plants.contains { $0.secret == "s" } },
            #Predicate { bed in bed.plants.allSatisfy { $0.secret != nil && $0.label != bed.name } },
            #Predicate { $0.plants.isEmpty || $0.moisture > some },
            #Predicate { $0.plants.filter { $0.secret == "t" }.count > 0 && $0.plants.count > 1 },
            #Predicate { !$0.plants.contains { ($0.bed?.moisture ?? 0) > some } },
        ]
        for condition in conditions {
            try add(
                Checked(
                    ResultsObserver<Bed, Never>(
                        filterBy: condition, sortBy: [SortDescriptor(\.moisture)], modelContext: context),
                    values: bedValues))
        }
        var window = FetchDescriptor<Bed>(
            predicate: #Predicate { $0.plants.count < 2 }, sortBy: [SortDescriptor(\.note)])
        (window.fetchLimit, window.fetchOffset) = (3, 1)
        try add(Checked(ResultsObserver<Bed, Never>(fetchDescriptor: window, modelContext: context), values: bedValues))
        // Over the parent to its other members, of which it is one.
        try add(
            Checked(
                ResultsObserver<Plant, Never>(
                    filterBy: #Predicate { ($0.bed?.plants.count ?? 0) > 1 }, sortBy: [SortDescriptor(\.label)],
                    modelContext: context), values: plantValues))
        var partial = FetchDescriptor<Bed>(
            predicate: #Predicate { $0.plants.contains { $0.label != "" } }, sortBy: [SortDescriptor(\.name)])
        partial.propertiesToFetch = [\.name]
        try add(
            Checked(ResultsObserver<Bed, Never>(fetchDescriptor: partial, modelContext: context), values: bedValues))
    }

    private func add<Element, Title>(_ checked: Checked<Element, Title>) throws {
        checks.append { try checked.check($0, takesChange: $1) }
        refetches.append { checked.observer.refreshes.refetches }
    }

    private func newBed() -> Bed {
        number += 1
        let notes = [nil, "", "a", "b", "c"]
        return Bed(
            "b\(number % 40)", moisture: Int.random(in: 0...9, using: &random),
            note: notes.randomElement(using: &random) ?? nil)
    }

    func step() throws -> String {
        let context = Int.random(in: 0...2, using: &random) == 0 ? other : context
        let side = context === other ? "other" : "own"
        if Int.random(in: 0...4, using: &random) == 0 {
            // What these leave out is read later, or never.
            var beds = FetchDescriptor<Bed>()
            beds.propertiesToFetch = [\.note]
            var plants = FetchDescriptor<Plant>()
            plants.propertiesToFetch = [\.label]
            partlyRead = try context.fetch(beds) + context.fetch(plants)
        }
        let beds = try context.fetch(FetchDescriptor<Bed>())
        let plants = try context.fetch(FetchDescriptor<Plant>())
        let bed = beds.randomElement(using: &random)
        let plant = plants.randomElement(using: &random)
        var what = ""
        switch Int.random(in: 0...15, using: &random) {
        case 0, 1:
            what = "insert bed"
            context.insert(newBed())
        case 2:
            what = "insert plant"
            number += 1
            context.insert(Plant("p\(number)", bed: bed))
        case 3, 4:
            what = "moisture"
            bed?.moisture = Int.random(in: 0...9, using: &random)
        case 5:
            what = "note"
            bed?.note = ["a", "b", "x", nil].randomElement(using: &random) ?? nil
        case 6:
            what = "delete bed"
            if beds.count > 4, let bed { context.delete(bed) }
        case 7:
            what = "delete plant"
            if let plant { context.delete(plant) }
        case 8:
            what = "move plant"
            plant?.bed = Bool.random(using: &random) ? bed : nil
        case 9:
            what = "several"
            for bed in beds.prefix(6) {
                bed.moisture = Int.random(in: 0...9, using: &random)
                if Bool.random(using: &random) { bed.note = ["a", "b"].randomElement(using: &random) }
            }
        case 10:
            what = "rename"
            // May meet another's name, which the save then joins.
            bed?.note = "r"
            plant?.secret = ["s", "t"].randomElement(using: &random)
        case 11:
            what = "rollback"
            context.rollback()
        case 12, 13:
            what = "secret"
            plant?.secret = ["s", "t", nil].randomElement(using: &random) ?? nil
        case 14:
            what = "tags"
            bed?.tags = try context.fetch(FetchDescriptor<Tag>()).filter { _ in Bool.random(using: &random) }
        default:
            what = "delete where"
            let low = 1
            try context.delete(model: Bed.self, where: #Predicate { $0.moisture < low })
        }
        if context === other || Int.random(in: 0...2, using: &random) == 0 {
            do { try context.save() } catch let error as StoreError where error.code == .deletedElsewhere {
                context.rollback()
                what += " (refused)"
            }
            what += ", save"
        }
        return "\(side) \(what)"
    }
}

@Suite struct RandomOperationsTests {
    @Test(arguments: Backend.allCases, 0..<(Int(ProcessInfo.processInfo.environment["CHRONICLE_ROUNDS"] ?? "") ?? 2))
    func observersShowWhatAFreshFetchDoes(_ backend: Backend, _: Int) throws {
        let place = try Place(backend, Bed.self)
        let seed =
            UInt64(ProcessInfo.processInfo.environment["CHRONICLE_SEED"] ?? "") ?? UInt64.random(in: 1...1_000_000)
        let garden = try Garden(try place.open(), seed: seed)
        var fetchedAgain: [String] = []
        var counts: [Int] = []
        for number in 0..<80 {
            let step = try garden.step()
            for (index, check) in garden.checks.enumerated() {
                try check("seed \(seed), step \(number): \(step), observer \(index)", number % 3 != 1)
            }
            // All but the one that is ordered by related models, the one over a link entity, and the one that leaves unsaved
            // changes out.
            let now = garden.refetches.prefix(garden.incremental).map { $0() }
            if now != counts, now.contains(where: { $0 > 0 }) { fetchedAgain.append("\(number): \(step), \(now)") }
            counts = now
        }
        #expect(fetchedAgain == [], "seed \(seed)")
    }
}

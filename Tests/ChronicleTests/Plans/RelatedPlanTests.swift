import Chronicle
import ChronicleStore
import Foundation
import Testing

/// A team with members, who each are in one, and with badges, which many have.
final class PlannedTeam: PersistentModel {
    let backingData = BackingData()

    @Attribute var name: String
    @Relationship(deleteRule: .cascade, inverse: \PlannedMember.team) var members: [PlannedMember]
    @Relationship(inverse: \PlannedBadge.teams) var badges: [PlannedBadge]

    init() {}
    init(_ name: String) { self.name = name }
}

final class PlannedMember: PersistentModel {
    let backingData = BackingData()

    @Attribute var name: String
    @Attribute var age: Int
    @Relationship var team: PlannedTeam?

    static var indexes: [Index<PlannedMember>] { [Index(\.name)] }

    init() {}
    init(_ number: Int, _ team: PlannedTeam?) {
        (name, age) = ("member \(number / 3)", number % 60)
        self.team = team
    }
}

final class PlannedBadge: PersistentModel {
    let backingData = BackingData()

    @Attribute(.unique) var title: String
    @Relationship var teams: [PlannedTeam]

    init() {}
    init(_ title: String) { self.title = title }
}

@Suite struct RelatedPlanTests {
    private func context(_ backend: Backend) throws -> (Place, ModelContext) {
        let place = try Place(backend, PlannedTeam.self, PlannedMember.self, PlannedBadge.self)
        let context = ModelContext(try place.open())
        let teams = (0..<100).map { PlannedTeam("team \($0)") }
        let badges = (0..<50).map { PlannedBadge("badge \($0)") }
        for model in teams { context.insert(model) }
        for model in badges { context.insert(model) }
        for number in 0..<600 { context.insert(PlannedMember(number, number % 7 == 0 ? nil : teams[number % 100])) }
        for (number, team) in teams.enumerated() { team.badges = [badges[number % 50], badges[(number + 7) % 50]] }
        try context.save()
        return (place, context)
    }

    /// Expects Swift's answer from few rows of teams, which are found from as few related rows.
    private func expectFew(
        _ backend: Backend, _ predicate: Predicate<PlannedTeam>, count: Int, read: Int, related: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (place, context) = try context(backend)
        try expectSwiftsAnswer(context, predicate, count: count, sourceLocation: sourceLocation)
        // SQLite has its own way.
        if backend.rawValue != "sqlite" {
            let explanation = try context.explain(FetchDescriptor(predicate: predicate))
            #expect(explanation.access == .related, "\(explanation)", sourceLocation: sourceLocation)
            #expect(explanation.figures?.rowsRead == read, "\(explanation)", sourceLocation: sourceLocation)
            #expect(
                explanation.related.first?.figures?.rowsRead == related, "\(explanation)",
                sourceLocation: sourceLocation)
        }
        withExtendedLifetime(place) {}
    }

    @Test(arguments: Backend.allCases) func anIndexOfRelatedRowsFindsTheirOwners(_ backend: Backend) throws {
        try expectFew(
            backend, #Predicate { $0.members.contains { $0.name == "member 11" } }, count: 2, read: 2, related: 3)
    }

    @Test(arguments: Backend.allCases) func whatElseIsAskedOfARelatedRowIsAskedOfFew(_ backend: Backend) throws {
        try expectFew(
            backend, #Predicate { $0.members.contains { $0.age > 33 && $0.name == "member 11" } }, count: 1, read: 1,
            related: 3)
    }

    @Test(arguments: Backend.allCases) func aCountThatNoneDoesNotReachIsAskedOfTheOwnersOnly(_ backend: Backend) throws
    {
        try expectFew(
            backend, #Predicate { $0.members.filter { $0.name == "member 11" }.count == 1 }, count: 2, read: 2,
            related: 3)
    }

    @Test(arguments: Backend.allCases) func aLinkedRowsIndexFindsTheOwners(_ backend: Backend) throws {
        try expectFew(
            backend, #Predicate { $0.badges.contains { $0.title == "badge 9" } }, count: 4, read: 4, related: 4)
    }

    @Test(arguments: Backend.allCases) func otherConditionsAndALimitKeepTheAnswer(_ backend: Backend) throws {
        let (place, context) = try context(backend)
        var descriptor = FetchDescriptor<PlannedTeam>(
            predicate: #Predicate { $0.name != "team 33" && $0.members.contains { $0.name == "member 11" } },
            sortBy: [SortDescriptor(\.name, order: .reverse)])
        descriptor.fetchLimit = 1
        #expect(try context.fetch(descriptor).map(\.name) == ["team 34"])
        // None counts as many as nought.
        try expectSwiftsAnswer(
            context, #Predicate<PlannedTeam> { $0.members.filter { $0.name == "member 11" }.count < 1 }, count: 98)
        try expectSwiftsAnswer(
            context,
            #Predicate<PlannedTeam> { team in
                team.name == "team 3" || team.members.contains { $0.name == "member 11" }
            }, count: 3)
        withExtendedLifetime(place) {}
    }

    /// Rows that refer to a row that is gone, or to none, have no owner.
    @Test func randomRelatedConditionsAreAnsweredAsTheEvaluatorDoes() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CHRONICLE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...9_999_999)
        print("related rows on every store: CHRONICLE_SEED=\(seed)")
        var generator = PlanGenerator(seed: seed)
        let garden = try PlanStores()
        try garden.insert(PlanGarden.beds, 12) { keys, _ in PlanGarden.bed(&generator, keys + [9_999]) }
        let beds = garden.rows[PlanGarden.beds].keys.sorted()
        try garden.insert(PlanGarden.plants, 240) { _, number in
            PlanGarden.plant(&generator, number, beds + [9_999])
        }
        let rows = PlanRows(rows: garden.rows)
        let plant = PlanGarden.path
        let keys = garden.rows[PlanGarden.plants].keys.sorted()
        for _ in 0..<200 {
            let number = PlanGarden.number(&generator)
            let parts: [Query.Condition] = [
                .compare(.column(plant, 0), .equal, .literal(.text(PlanGarden.text(&generator)))),
                .compare(.column(plant, 2), .equal, .literal(.integer(number))),
                .compare(.column(plant, 3), .greater, .literal(.double(Double(number) / 2))),
                .member(
                    .key(plant), .init((0..<3).map { _ in .reference(keys.randomElement(using: &generator) ?? 0) })),
                .compare(.column(plant, 2), .greater, .column(Query.Path(entity: PlanGarden.beds, scope: 1), 1)),
            ]
            let related = Query.Related(
                owner: Query.Path(entity: PlanGarden.beds), link: .column(5), entity: PlanGarden.plants,
                condition: .and(
                    Array(parts.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator)))))
            let comparisons: [Query.Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
            let count = Query.Condition.compare(
                .count(related), comparisons.randomElement(using: &generator) ?? .equal,
                .literal(.integer(Int64.random(in: -1...3, using: &generator))))
            var condition: Query.Condition = Bool.random(using: &generator) ? .exists(related) : count
            if Int.random(in: 0..<4, using: &generator) == 0 { condition = .not(condition) }
            let request = FetchRequest(
                entity: PlanGarden.beds, condition: condition,
                order: Bool.random(using: &generator) ? [] : [.init(.column(Query.Path(entity: PlanGarden.beds), 0))],
                limit: Bool.random(using: &generator) ? nil : 2)
            let expected = try rows.keys(request, PlanGarden.schema)
            for (name, store) in garden.stores {
                #expect(try store.fetchKeys(request) == expected, "\(name), seed \(seed): \(request)")
                #expect(try store.count(request) == expected.count, "\(name), seed \(seed), count: \(request)")
            }
        }
    }
}

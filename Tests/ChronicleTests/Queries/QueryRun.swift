import Chronicle
import Foundation

/// What is asked at once.
struct RandomQuery: CustomStringConvertible {
    var descriptor: FetchDescriptor<Item>
    let description: String

    init(_ generator: inout PredicateGenerator) {
        let predicate = generator.predicate(depth: generator.choices.pick(7))
        var sorts: [(String, SortDescriptor<Item>)] = []
        for _ in 0..<generator.choices.pick(3) { sorts.append(Self.sort(&generator.choices)) }
        descriptor = FetchDescriptor(predicate: predicate, sortBy: sorts.map(\.1))
        if generator.choices.pick(3) == 2 { descriptor.fetchLimit = generator.choices.pick(8) }
        if generator.choices.pick(4) == 3 { descriptor.fetchOffset = generator.choices.pick(5) }
        description =
            "\(predicate.expression)\nsort \(sorts.map(\.0)) limit \(descriptor.fetchLimit ?? -1) "
            + "offset \(descriptor.fetchOffset ?? 0)"
    }

    private static func sort(_ choices: inout Choices) -> (String, SortDescriptor<Item>) {
        let order: SortOrder = choices.pick(2) == 0 ? .forward : .reverse
        let (name, sort): (String, SortDescriptor<Item>) =
            switch choices.pick(12) {
            case 0: ("count", SortDescriptor(\.count, order: order))
            case 1: ("spare", SortDescriptor(\.spare, order: order))
            case 2: ("name", SortDescriptor(\.name, order: order))
            case 3: ("note", SortDescriptor(\.note, order: order))
            case 4: ("score", SortDescriptor(\.score, order: order))
            case 5: ("price", SortDescriptor(\.price, order: order))
            case 6: ("seenAt", SortDescriptor(\.seenAt, order: order))
            case 7: ("keeper.title", SortDescriptor(\.keeper?.title, order: order))
            case 8: ("wide", SortDescriptor(\.wide, order: order))
            case 9: ("name, standard", SortDescriptor(\.name, comparator: .localizedStandard, order: order))
            case 10: ("note, caseless", SortDescriptor(\.note, comparator: .caseInsensitive, order: order))
            default: ("parent.count", SortDescriptor(\.parent?.count, order: order))
            }
        return ("\(name) \(order)", sort)
    }
}

/// The rows of a world in one store of each kind.
final class QueryRun {
    enum Answer {
        case same(rows: Int)
        case different(String)
    }

    private let stores: [(backend: Backend, place: Place, context: ModelContext, all: [Item])]

    init(_ world: QueryWorld, isPending: Bool) throws {
        stores = try Backend.allCases.map { backend in
            let place = try Place(backend, Item.self, Keeper.self, Mark.self)
            let context = ModelContext(try place.open())
            try world.fill(context)
            if isPending { try world.edit(context) }
            return (backend, place, context, try context.fetch(FetchDescriptor<Item>()))
        }
    }

    func check(_ query: RandomQuery) throws -> Answer {
        var answers: [[Int]] = []
        for store in stores {
            var right = store.all
            if let predicate = query.descriptor.predicate { right = try right.filter { try predicate.evaluate($0) } }
            if !query.descriptor.sortBy.isEmpty { right = right.sorted(using: query.descriptor.sortBy) }
            right = Array(right.dropFirst(query.descriptor.fetchOffset ?? 0).prefix(query.descriptor.fetchLimit ?? .max))
            let numbers = right.map(\.number)
            let found: [Int]
            let count: Int
            do {
                found = try store.context.fetch(query.descriptor).map(\.number)
                count = try store.context.fetchCount(query.descriptor)
            } catch { return .different("\(store.backend) throws \(error)") }
            if found != numbers { return .different("\(store.backend) gives \(found), right is \(numbers)") }
            if count != numbers.count { return .different("\(store.backend) counts \(count), right is \(numbers.count)") }
            answers.append(numbers)
        }
        guard let first = answers.first else { return .same(rows: 0) }
        return answers.allSatisfy { $0 == first }
            ? .same(rows: first.count) : .different("the stores' rows differ: \(answers)")
    }
}

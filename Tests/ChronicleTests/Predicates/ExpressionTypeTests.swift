import Chronicle
import Foundation
import Testing

/// The kinds of expressions that predicates are made of, one after the other.
@Suite struct ExpressionTypeTests {
    private func items(_ backend: Backend) throws -> (ModelContext, Place) {
        let place = try Place(backend, Item.self, Keeper.self, Mark.self)
        let context = ModelContext(try place.open())
        for number in 0..<12 {
            let item = Item(number)
            item.count = number - 4
            item.spare = number % 3 == 0 ? nil : number
            item.name = "item \(number)"
            item.note = number % 4 == 0 ? nil : "note \(number % 3)"
            item.grade = number % 2 == 0 ? nil : Grade.allCases[number % 3]
            item.rank = Podium.allCases[number % 3]
            item.price = number % 5 == 0 ? nil : Decimal(number) / 10
            item.madeAt = Date(timeIntervalSinceReferenceDate: Double(number) / 3)
            item.bytes = number % 3 == 0 ? nil : Data(count: number)
            item.link = URL(string: "https://example.com/\(number)")
            item.size = number % 3 == 1 ? nil : Size(width: number, label: number % 2 == 0 ? "even" : nil)
            context.insert(item)
        }
        try context.save()
        return (context, place)
    }

    private func refuses(
        _ context: ModelContext, _ predicate: Predicate<Item>, _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ChronicleError.self, sourceLocation: sourceLocation) {
            try context.all(Item.self, predicate)
        }
        #expect(error?.code == .unsupportedPredicate, sourceLocation: sourceLocation)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    }

    @Test(arguments: Backend.allCases) func conditionsAndBranches(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        try expectSwiftsAnswer(context, #Predicate<Item> { ($0.count > 2 ? $0.name : "x") == "item 8" }, count: 1)
        try expectSwiftsAnswer(
            context,
            #Predicate<Item> { item in
                if item.count > 2 {
                    return item.name == "item 8"
                } else if let note = item.note {
                    return note == "note 1"
                } else {
                    return false
                }
            })
        try expectSwiftsAnswer(context, #Predicate<Item> { ($0.spare ?? -$0.count) > 2 })
        try expectSwiftsAnswer(context, #Predicate<Item> { ($0.count > 0) != ($0.note == nil) })
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.spare != nil && $0.spare! > 4 })
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count / 3 == 1 || $0.count % 3 == -1 })
        try expectSwiftsAnswer(context, #Predicate<Item> { _ in true }, count: 12)
        try expectSwiftsAnswer(context, #Predicate<Item> { _ in false }, count: 0)
    }

    @Test(arguments: Backend.allCases) func castsAndChecks(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        // The compiler finds such casts useless, but generic code makes them.
        typealias Spare = PredicateExpressions.KeyPath<PredicateExpressions.Variable<Item>, Int?>
        let cast = Predicate<Item> { item in
            let spare: Spare = PredicateExpressions.build_KeyPath(root: item, keyPath: \.spare)
            return PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.ConditionalCast<Spare, Int>(spare),
                rhs: PredicateExpressions.build_Arg(4 as Int?))
        }
        try expectSwiftsAnswer(context, cast, count: 1)
        let check = Predicate<Item> { item in
            let spare: Spare = PredicateExpressions.build_KeyPath(root: item, keyPath: \.spare)
            return PredicateExpressions.TypeCheck<Spare, Int>(spare)
        }
        try expectSwiftsAnswer(context, check, count: 8)
        let other = Predicate<Item> { item in
            let spare: Spare = PredicateExpressions.build_KeyPath(root: item, keyPath: \.spare)
            return PredicateExpressions.TypeCheck<Spare, String>(spare)
        }
        refuses(context, other, "asks whether a Optional<Int> is a String")
    }

    @Test(arguments: Backend.allCases) func rangesAndMembers(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        let (half, closed, from, to, through) = (0..<3, 0...3, 3..., ..<3, ...3)
        try expectSwiftsAnswer(context, #Predicate<Item> { half.contains($0.count) }, count: 3)
        try expectSwiftsAnswer(context, #Predicate<Item> { closed.contains($0.count) }, count: 4)
        try expectSwiftsAnswer(context, #Predicate<Item> { from.contains($0.count) }, count: 5)
        try expectSwiftsAnswer(context, #Predicate<Item> { to.contains($0.count) }, count: 7)
        try expectSwiftsAnswer(context, #Predicate<Item> { through.contains($0.count) }, count: 8)
        try expectSwiftsAnswer(context, #Predicate<Item> { ($0.count...100).contains(3) })
        let (dictionary, array, set) = (["a": 3, "b": 5], [1, 3, 5], Set([2, 4]))
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count == dictionary["a"]! }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count == dictionary["c", default: 5] }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count == array[1] }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { array[1..<3].contains($0.count) }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count == array.max()! }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.spare == array.min() })
        try expectSwiftsAnswer(context, #Predicate<Item> { set.contains($0.count) }, count: 2)
        refuses(context, #Predicate<Item> { dictionary[$0.name] == 3 }, "DictionaryKeySubscript")
    }

    @Test(arguments: Backend.allCases) func membersOfValues(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.name.count == 7 }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Item> { ($0.note?.count ?? 0) == 6 }, count: 9)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.name.isEmpty }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.bytes?.count == 4 }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.bytes?.isEmpty == false }, count: 8)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.link?.absoluteString.contains("/1") == true }, count: 3)
        let pattern = /\d\d$/
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.name.contains(pattern) }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.note?.contains(pattern) == nil }, count: 3)
        refuses(context, #Predicate<Item> { $0.name.hash == 3 }, "which only Swift can")
        refuses(context, #Predicate<Item> { $0.name.utf8.count == 3 }, "which only Swift can")
    }

    @Test(arguments: Backend.allCases) func enumerationsAndTheirRawValues(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        let (mid, second) = (Grade.mid, Podium.second)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.grade == mid }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.grade?.rawValue == "mid" }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.rank == second }, count: 4)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.rank.rawValue >= 2 }, count: 8)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.rank.isLast }, count: 4)
    }

    @Test(arguments: Backend.allCases) func whatIsCapturedIsWorkedOutFirst(_ backend: Backend) throws {
        let (context, place) = try items(backend)
        defer { withExtendedLifetime(place) {} }
        struct Limits: Codable { var least = 3 }
        let limits = Limits()
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.count > limits.least }, count: 4)
        let text: String? = nil
        try expectSwiftsAnswer(context, #Predicate<Item> { text == nil || $0.name == text! }, count: 12)
        let size = Size(width: 2, label: "even")
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.size == size }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Item> { $0.size?.label == "even" }, count: 4)
    }
}

extension Podium {
    var isLast: Bool { self == .third }
}

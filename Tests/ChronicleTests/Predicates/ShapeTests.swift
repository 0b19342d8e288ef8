import Chronicle
import Foundation
import Testing

private typealias Parts = PredicateExpressions

/// Predicates whose expressions have one type may differ in key paths, operators and captured values. What is known of the
/// type of one must not become the answer of another.
@Suite struct ShapeTests {
    typealias Number = any KeyPath<Bed, Int> & Sendable

    private func filled() throws -> ModelContext {
        let context = ModelContext(try ModelContainer(for: Bed.self, Plant.self, Tag.self))
        for number in 0..<24 {
            let bed = Bed("bed \(number)", moisture: number % 7, note: number % 3 == 0 ? nil : "n\(number % 5)")
            bed.target = (number * 5) % 11
            context.insert(bed)
            let plant = Plant("plant \(number % 4)", bed: number % 5 == 0 ? nil : bed)
            plant.secret = "n\(number % 5)"
            context.insert(plant)
        }
        try context.save()
        return context
    }

    private func comparison(
        _ keyPath: Number,
        _ op: Parts.ComparisonOperator, _ value: Int
    ) -> Predicate<Bed> {
        Predicate<Bed> {
            Parts.build_Comparison(
                lhs: Parts.build_KeyPath(root: Parts.build_Arg($0), keyPath: keyPath), rhs: Parts.build_Arg(value),
                op: op)
        }
    }

    private func calculation(
        _ keyPath: Number,
        _ op: Parts.ArithmeticOperator, _ other: Number, _ value: Int
    ) -> Predicate<Bed> {
        Predicate<Bed> {
            Parts.build_Equal(
                lhs: Parts.build_Arithmetic(
                    lhs: Parts.build_KeyPath(root: Parts.build_Arg($0), keyPath: keyPath),
                    rhs: Parts.build_KeyPath(root: Parts.build_Arg($0), keyPath: other), op: op),
                rhs: Parts.build_Arg(value))
        }
    }

    @Test func comparisonsOfOneTypeHaveAnswersOfTheirOwn() throws {
        let context = try filled()
        let keyPaths: [Number] = [\.moisture, \.target]
        let first = comparison(\.moisture, .lessThan, 3)
        for _ in 0..<2 {
            for keyPath in keyPaths {
                for value in [0, 3, 6] {
                    let predicates = [
                        comparison(keyPath, .lessThan, value), comparison(keyPath, .lessThanOrEqual, value),
                        comparison(keyPath, .greaterThan, value), comparison(keyPath, .greaterThanOrEqual, value),
                    ]
                    for predicate in predicates {
                        #expect(type(of: predicate.expression) == type(of: first.expression))
                        try expectSwiftsAnswer(context, predicate)
                    }
                }
            }
        }
    }

    @Test func calculationsOfOneTypeHaveAnswersOfTheirOwn() throws {
        let context = try filled()
        let first = calculation(\.moisture, .add, \.target, 6)
        for _ in 0..<2 {
            for (left, right) in [(\Bed.moisture, \Bed.target), (\Bed.target, \Bed.moisture)] as [(Number, Number)] {
                for value in [0, 6, 8] {
                    for predicate in [
                        calculation(left, .add, right, value), calculation(left, .subtract, right, value),
                        calculation(left, .multiply, right, value),
                    ] {
                        #expect(type(of: predicate.expression) == type(of: first.expression))
                        try expectSwiftsAnswer(context, predicate)
                    }
                }
            }
        }
    }

    @Test func capturedValuesOfOneTypeHaveAnswersOfTheirOwn() throws {
        let context = try filled()
        for note in [nil, "n1", "n2", "", nil] as [String?] {
            try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note == note })
            try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.note == note })
        }
        for notes in [["n1"], [], ["n2", nil]] as [[String?]] {
            try expectSwiftsAnswer(context, #Predicate<Bed> { notes.contains($0.note) })
        }
        for numbers in [[1, 2], [], [5]] as [Set<Int>] {
            try expectSwiftsAnswer(context, #Predicate<Bed> { numbers.contains($0.moisture) })
        }
        for range in [0..<2, 3..<3, 4..<7] {
            try expectSwiftsAnswer(context, #Predicate<Bed> { range.contains($0.target) })
        }
    }

    /// One key path leads elsewhere from another start: its answer is kept for each start.
    @Test func aKeyPathFromAnotherStartLeadsElsewhere() throws {
        let context = try filled()
        let note = "n2"
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note == note })
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.note == note })
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.secret == note && $0.bed?.note == note })
        try expectSwiftsAnswer(
            context, #Predicate<Bed> { bed in bed.plants.contains { $0.secret == bed.note && $0.bed?.note == note } })
    }

    /// Of key paths that are put together at run time each is an object of its own, and not all are kept.
    @Test func keyPathsThatArePutTogetherAtRunTimeAreTakenForWhatTheyAre() throws {
        let context = try filled()
        for number in 0..<2_500 {
            let whole: KeyPath<Bed, Bed> = \.self
            let part: KeyPath<Bed, Int> = number % 2 == 0 ? \.moisture : \.target
            let keyPath = unsafeBitCast(whole.appending(path: part), to: (any KeyPath<Bed, Int> & Sendable).self)
            let predicate = comparison(keyPath, .lessThan, 3)
            if number % 100 < 2 {
                try expectSwiftsAnswer(context, predicate)
            } else {
                _ = try context.fetchCount(FetchDescriptor(predicate: predicate))
            }
        }
    }

    /// Who lowers at the same time learns at the same time.
    @Test func contextsLowerAtTheSameTime() async throws {
        let container = try filled().container
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let context = ModelContext(container)
                    for value in 0..<20 {
                        let text = "n\(value % 5)"
                        do {
                            try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note == text || $0.moisture > value })
                            try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.note == text })
                            if number % 2 == 0 {
                                try expectSwiftsAnswer(context, #Predicate<Bed> { $0.target == value })
                            }
                        } catch { Issue.record(error) }
                    }
                }
            }
        }
    }
}

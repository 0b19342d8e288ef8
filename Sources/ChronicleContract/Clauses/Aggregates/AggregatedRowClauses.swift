import Foundation

extension AggregateClauses {
    /// Which rows take part.
    static let rows: [ContractClause] = [
        ContractClause("AGG-009", "An aggregate is of the rows that the condition selects, in an index or not.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let predicates = [
                #Predicate<Specimen> { $0.number > 2 && $0.number < 2000 },
                #Predicate<Specimen> { $0.plainNumber == 5 }, #Predicate<Specimen> { $0.maybeText == nil },
                #Predicate<Specimen> { $0.shelf?.number == 5 }, #Predicate<Specimen> { $0.text.contains("a") },
                #Predicate<Specimen> { $0.home.row * 2 > 4 || $0.maybeOn == true },
            ]
            for (number, predicate) in predicates.enumerated() {
                // So few of them have the ends of the range that a sum is no overflow.
                let selected = try ground.specimens.filter { try predicate.evaluate($0) }
                let (count, sum, last) = try context.aggregate(
                    FetchDescriptor(predicate: predicate), .count(), .sum(\Specimen.home.row), .max(\Specimen.text))
                probe.expectEqual(count, selected.count, "the count of condition \(number)")
                probe.expectEqual(sum, selected.map(\.home.row).reduce(0, &+), "the sum of condition \(number)")
                probe.expectEqual(last, selected.map(\.text).max(), "the last text of condition \(number)")
            }
        },
        ContractClause("AGG-010", "The offset and the limit of a fetch bound the rows of its aggregates, in its order.")
        {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            for order in [SortOrder.forward, .reverse] {
                var descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.number, order: order)])
                descriptor.fetchOffset = 2
                descriptor.fetchLimit = 5
                let rows = try context.fetch(descriptor)
                let (count, sum, least) = try context.aggregate(
                    descriptor, .count(), .sum(\Specimen.number), .min(\Specimen.number))
                probe.expectEqual(count, 5, "the count of a page, \(order)")
                probe.expectEqual(sum, rows.map(\.number).reduce(0, &+), "the sum of a page, \(order)")
                probe.expectEqual(least, rows.map(\.number).min(), "the least of a page, \(order)")
                descriptor.fetchLimit = 0
                probe.expectEqual(try context.sum(\Specimen.number, of: descriptor), 0, "the sum of no row, \(order)")
            }
        },
        ContractClause(
            "AGG-011", "Values at the end of to-one relationships are aggregated; where one is nil is nothing."
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let numbers = ground.specimens.compactMap(\.shelf?.number)
            let (known, sum, label, level) = try context.aggregate(
                FetchDescriptor<Specimen>(), .count(of: \Specimen.shelf?.number), .sum(\Specimen.shelf?.number),
                .max(\Specimen.shelf?.label), .sum(\Specimen.shelf?.room?.level))
            probe.expectEqual(known, numbers.count, "how many have a related number")
            probe.expectEqual(sum, numbers.reduce(0, &+), "the sum of related numbers")
            probe.expectEqual(label, ground.specimens.compactMap(\.shelf?.label).max(), "the last related text")
            probe.expectEqual(
                level, ground.specimens.compactMap(\.shelf?.room?.level).reduce(0, &+),
                "the sum of numbers two relationships away")
        },
        ContractClause("AGG-012", "Unsaved changes of a context take part in its aggregates, unless they are left out.")
        {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            var descriptor = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number >= 0 && $0.number < 100 })
            let before = try context.fetch(descriptor).map(\.number)
            let models = try context.all(Specimen.self)
            let new = Specimen("new")
            new.number = 50
            new.stage = .cut
            context.insert(new)
            models[5].number = 500
            models[3].number = 7
            context.delete(models[7])
            func check(_ right: [Int], _ what: String) throws {
                let (count, sum, greatest) = try context.aggregate(
                    descriptor, .count(), .sum(\Specimen.number), .max(\Specimen.number))
                probe.expectEqual(count, right.count, "the count \(what)")
                probe.expectEqual(sum, right.reduce(0, &+), "the sum \(what)")
                probe.expectEqual(greatest, right.max(), "the greatest \(what)")
            }
            let after = try context.fetch(descriptor)
            try check(after.map(\.number), "with unsaved changes")
            probe.expectEqual(after.count, before.count, "the rows with unsaved changes: two came and two went")
            probe.expectEqual(
                try context.countsByValue(\.stage, of: descriptor),
                Dictionary(grouping: after, by: \.stage).mapValues(\.count), "the groups with unsaved changes")
            descriptor.includePendingChanges = false
            try check(before, "without unsaved changes")
            descriptor.includePendingChanges = true
            try context.save()
            try check(after.map(\.number), "once they were saved")
        },
    ]
}

import Foundation

extension AggregateClauses {
    /// What is computed of each type of value.
    static let values: [ContractClause] = [
        ContractClause(
            "AGG-001", "Integers are added exactly, and have the least, the greatest and the mean that Swift computes."
        ) { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let numbers = ground.specimens.map(\.number)
            probe.expectEqual(try context.sum(\Specimen.number), numbers.reduce(0, +), "the sum of integers")
            probe.expectEqual(try context.average(\Specimen.number), Self.mean(numbers), "the mean of integers")
            probe.expectEqual(try context.minimum(\Specimen.number), numbers.min(), "the least integer")
            probe.expectEqual(try context.maximum(\Specimen.number), numbers.max(), "the greatest integer")
            let bigs = ground.specimens.map(\.big)
            probe.expectEqual(try context.minimum(\Specimen.big), bigs.min(), "the least UInt64")
            probe.expectEqual(try context.maximum(\Specimen.big), bigs.max(), "the greatest UInt64")
            let rows = ground.specimens.map(\.home.row)
            probe.expectEqual(try context.sum(\Specimen.home.row), rows.reduce(0, +), "the sum of a composite's field")
        },
        ContractClause("AGG-002", "Decimals are added and divided as decimals, to the last digit.") { probe in
            let container = try probe.open(Crop.self, Farm.self)
            let context = ModelContext(container)
            try Self.crops(context)
            let reader = ModelContext(container)
            let prices = Self.prices.compactMap { $0 }
            let sum = prices.reduce(0, +)
            probe.expectEqual(try reader.sum(\Crop.price), sum, "the sum of decimals")
            probe.expectEqual(try reader.average(\Crop.price), sum / Decimal(prices.count), "the mean of decimals")
            probe.expectEqual(try reader.minimum(\Crop.price), prices.min(), "the least decimal")
            probe.expectEqual(try reader.maximum(\Crop.price), prices.max(), "the greatest decimal")
        },
        ContractClause("AGG-003", "Doubles are added one by one from zero in the order of the fetch.") { probe in
            let container = try probe.open(Crop.self, Farm.self)
            let context = ModelContext(container)
            try Self.crops(context)
            for order in [SortOrder.forward, .reverse] {
                let descriptor = FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.code, order: order)])
                let weights = try context.fetch(descriptor).map(\.weight)
                let sum = weights.reduce(0, +)
                probe.expectEqual(try context.sum(\.weight, of: descriptor), sum, "the sum of doubles, \(order)")
                probe.expectEqual(
                    try context.average(\.weight, of: descriptor), sum / Double(weights.count),
                    "the mean of doubles, \(order)")
            }
            probe.expectEqual(try context.minimum(\Crop.weight), -1e100, "the least double")
            probe.expectEqual(try context.maximum(\Crop.weight), 1e100, "the greatest double")
        },
        ContractClause("AGG-004", "Dates are told to the last bit, and infinities are the ends of doubles.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let predicate = #Predicate<Specimen> { $0.number >= -1 && $0.number <= 3 }
            let descriptor = FetchDescriptor(predicate: predicate)
            let selected = try ground.specimens.filter { try predicate.evaluate($0) }
            probe.expectEqual(try context.minimum(\.at, of: descriptor), selected.map(\.at).min(), "the earliest date")
            probe.expectEqual(
                try context.maximum(\.at, of: FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == -1 })),
                Date(timeIntervalSinceReferenceDate: 0.1), "the only date, between two seconds")
            probe.expectEqual(
                try context.maximum(\Specimen.maybeAt), ground.specimens.compactMap(\.maybeAt).max(),
                "the latest optional date")
            probe.expectEqual(try context.minimum(\Specimen.ratio), -.infinity, "the least of doubles with infinities")
            probe.expectEqual(
                try context.sum(\Specimen.maybeRatio), .infinity, "the sum of doubles with an infinity")
        },
        ContractClause("AGG-005", "The first and the last text and UUID are those of Swift's order.") { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            probe.expectEqual(
                try context.maximum(\Specimen.text), ground.specimens.map(\.text).max(), "the last text")
            probe.expectEqual(
                try context.minimum(\Specimen.maybeText), ground.specimens.compactMap(\.maybeText).min(),
                "the first optional text")
            probe.expectEqual(
                try context.maximum(\Specimen.mark), ground.specimens.map(\.mark).max(), "the last UUID")
            let small = FetchDescriptor<Specimen>(predicate: #Predicate { $0.number == 1 || $0.number == -1 })
            probe.expectEqual(try context.minimum(\.text, of: small), "A", "the first of two texts, a and A")
        },
        ContractClause("AGG-006", "Nil is left out of sums, means and extremes, and is not counted as a value.") {
            probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let descriptor = FetchDescriptor<Specimen>(
                predicate: #Predicate { ($0.maybeNumber ?? 0) > -5000 && ($0.maybeNumber ?? 0) < 5000 })
            let selected = ground.specimens.filter { ($0.maybeNumber ?? 0) > -5000 && ($0.maybeNumber ?? 0) < 5000 }
            let numbers = selected.compactMap(\.maybeNumber)
            probe.expectEqual(
                try context.sum(\.maybeNumber, of: descriptor), numbers.reduce(0, +), "the sum of optional integers")
            probe.expectEqual(
                try context.average(\.maybeNumber, of: descriptor), Self.mean(numbers),
                "the mean of optional integers")
            probe.expectEqual(
                try context.maximum(\.maybeNumber, of: descriptor), numbers.max(), "the greatest optional integer")
            probe.expectEqual(
                try context.minimum(\.maybeNumber, of: descriptor), numbers.min(), "the least optional integer")
            let (all, known, staged) = try context.aggregate(
                descriptor, .count(), .count(of: \Specimen.maybeNumber), .count(of: \Specimen.stage))
            probe.expectEqual(all, selected.count, "the number of rows")
            probe.expectEqual(known, numbers.count, "the number of rows with an integer")
            probe.expectEqual(staged, selected.count { $0.stage != nil }, "the number of rows with an enum")
        },
        ContractClause("AGG-007", "Over no rows, or over nil alone, a sum is zero, and there is no mean nor extreme.") {
            probe in
            let container = try probe.open(Specimen.self)
            let context = ModelContext(container)
            func check(_ descriptor: FetchDescriptor<Specimen>, _ count: Int, _ what: String) throws {
                let (all, sum, mean, least, greatest) = try context.aggregate(
                    descriptor, .count(), .sum(\Specimen.maybeNumber), .average(\Specimen.maybeNumber),
                    .min(\Specimen.maybeText),
                    .max(\Specimen.maybeAt))
                probe.expectEqual(all, count, "the count over \(what)")
                probe.expectEqual(sum, 0, "the sum over \(what)")
                probe.expectEqual(mean, nil, "the mean over \(what)")
                probe.expectEqual(least, nil, "the first text over \(what)")
                probe.expectEqual(greatest, nil, "the latest date over \(what)")
                probe.expectEqual(
                    try context.sum(\.maybePrice, of: descriptor), 0, "the sum of decimals over \(what)")
                probe.expectEqual(
                    try context.average(\.maybePrice, of: descriptor), nil, "the mean of decimals over \(what)")
            }
            try check(FetchDescriptor(), 0, "an empty store")
            try context.add(Specimen("a"), Specimen("b"))
            try check(FetchDescriptor(), 2, "nil alone")
            try check(FetchDescriptor(predicate: #Predicate { $0.number > 5 }), 0, "no selected row")
            try check(FetchDescriptor(predicate: #Predicate { $0.plainNumber > 5 }), 0, "no row of a scan")
        },
        ContractClause("AGG-008", "A sum that its type cannot hold is the error `overflow`, however it came to be.") {
            probe in
            let container = try probe.open(Crop.self, Farm.self)
            let context = ModelContext(container)
            for (number, day) in [Int.max, 1, -1].enumerated() {
                let crop = Crop("c\(number)", kind: number == 2 ? "b" : "a", day: day)
                crop.tiny = 100
                crop.large = .max / 2 + 1
                crop.price = [Decimal(string: "1e30"), Decimal(string: "1e-30"), nil][number]
                context.insert(crop)
            }
            try context.save()
            probe.expectEqual(try context.sum(\Crop.day), .max, "a sum that is in the type, though not on the way")
            probe.expectEqual(try context.average(\Crop.day), Double(Int.max) / 3, "the mean of it")
            probe.expectStoreError(.overflow, from: "a sum of Int8 above its range") {
                _ = try context.sum(\Crop.tiny)
            }
            probe.expectStoreError(.overflow, from: "a sum of UInt64 above its range") {
                _ = try context.sum(\Crop.large)
            }
            probe.expectStoreError(.overflow, from: "a sum of decimals that needs more digits than there are") {
                _ = try context.sum(\Crop.price)
            }
            let positive = FetchDescriptor<Crop>(predicate: #Predicate { $0.day > 0 })
            probe.expectStoreError(.overflow, from: "a sum of Int above its range") {
                _ = try context.sum(\.day, of: positive)
            }
            probe.expectStoreError(.overflow, from: "a sum by group above the range") {
                _ = try context.aggregate(positive, by: \.kind, .sum(\Crop.day))
            }
            probe.expectEqual(
                try context.average(\.large, of: positive), Double(UInt64.max / 2 + 1),
                "the mean of what cannot be added up")
        },
    ]
}

import Foundation

extension ContractChapter {
    /// Values that are made of others.
    static let shapedValueClauses: [ContractClause] = [
        ContractClause("VAL-014", "Values with a raw value come back as they were.") { probe in
            try probe.expectRoundTrip(
                .of(Grade.allCases, \.grade, "the enum over Int") { $0 },
                .of([Stage.cut, .sown, .grown], \.stage, "the enum over String") { $0 },
                .of([[], .thorny, [.thorny, .rare], [.thorny, .evergreen, .rare]], \.traits, "the option set") { $0 })
        },
        ContractClause("VAL-015", "The fields of composites come back as they were, in composites too.") { probe in
            var (plain, full) = (Range2D(), Range2D())
            plain.from.depth = -0.0
            full.from = Spot(row: .min, depth: .infinity)
            full.until = Spot(row: .max, depth: nil)
            full.label = ""
            full.since = .distantPast
            try probe.expectRoundTrip(
                .of([Range2D(), plain, full], \.range, "the composite") { range in
                    [
                        "\(range.from.row)", "\(range.from.depth?.bitPattern ?? 1)", "\(range.until.row)",
                        "\(range.until.depth?.bitPattern ?? 1)", range.label ?? "nil",
                        "\(range.since ?? .distantFuture)",
                    ]
                })
        },
        ContractClause("VAL-016", "An optional composite that is nil is not one whose fields are all nil or zero.") {
            probe in
            let container = try probe.open(MaybeSpecimen.self)
            let context = ModelContext(container)
            let specimens = (0..<3).map { MaybeSpecimen($0) }
            specimens[1].range = Range2D()
            specimens[2].range = Range2D(from: Spot(row: 1, depth: nil), until: Spot(row: 2, depth: 3), label: "x")
            try context.add(specimens[0], specimens[1], specimens[2])
            func read() throws -> [Range2D?] {
                try ModelContext(container).all(MaybeSpecimen.self, by: SortDescriptor(\.number)).map(\.range)
            }
            probe.expectEqual(try read(), specimens.map(\.range), "optional composites")
            specimens[0].range = Range2D()
            specimens[1].range = nil
            specimens[2].range = nil
            try context.save()
            probe.expectEqual(try read(), [Range2D(), nil, nil], "optional composites after changes from and to nil")
        },
        ContractClause(
            "VAL-017", "What an attribute that is .codable holds comes back, and nil stays nil.", cases: ["H23"]
        ) {
            probe in
            let recipes = [
                Recipe(), Recipe(steps: ["", "a\0b", "é"], times: ["x": 0.1, "": -1e300]),
                Recipe(steps: (0..<1000).map { "\($0)" }),
            ]
            try probe.expectRoundTrip(.of(recipes, \.recipe, "the value") { $0 })
            let container = try probe.open(MaybeSpecimen.self, at: try probe.anotherPlace())
            let (none, some) = (MaybeSpecimen(0), MaybeSpecimen(1))
            some.recipe = recipes[1]
            try ModelContext(container).add(none, some)
            let found = try ModelContext(container).all(MaybeSpecimen.self)
            probe.expectEqual(found.map(\.recipe), [nil, recipes[1]], "optional values that are .codable")
        },
        ContractClause(
            "VAL-018",
            "Bytes of a .codable attribute that its type no longer reads stay as they are while other attributes are saved.",
            requires: [.persistence], cases: ["H23"]
        ) { probe in
            var old = try probe.open(Trail1.self)
            let places = [Place1(lat: 1, lon: 2), nil, Place1(lat: 3, lon: 4)]
            try ModelContext(old).add(
                Trail1("a", places[0]), Trail1("b", places[1]), Trail1("c", places[2], stage: "no such stage"))
            try old.close()

            let new = try probe.open(Trail2.self)
            let context = ModelContext(new)
            let trails = try context.all(Trail2.self)
            probe.expectEqual(trails.map(\.name), ["a", "b", "c"], "another attribute of such rows")
            guard trails.count == 3 else { return }
            for trail in [trails[0], trails[2]] {
                let error = probe.expectChronicleError(.undecodableValue, from: "reading \(trail.name).place") {
                    _ = try trail.value(of: \.place)
                }
                probe.expectEqual(error?.property, "place", "the property that the error names")
            }
            probe.expectEqual(try trails[1].value(of: \.place), nil, "the place that is nil")
            probe.expectChronicleError(.undecodableValue, from: "reading an unknown case of an enum") {
                _ = try trails[2].value(of: \.stage)
            }
            trails[0].name = "renamed"
            trails[2].name = "c2"
            try context.save()
            try new.close()

            old = try probe.open(Trail1.self)
            let found = try ModelContext(old).all(Trail1.self)
            probe.expectEqual(found.map(\.name), ["renamed", "b", "c2"], "the attribute that was saved")
            probe.expectEqual(found.map(\.place), places, "the values whose bytes the newer type could not read")
            probe.expectEqual(found.map(\.stage), [nil, nil, "no such stage"], "the raw value of no case")
        },
    ]
}

import Foundation

extension ContractChapter {
    /// Values that no store keeps.
    static let refusedValueClauses: [ContractClause] = [
        ContractClause(
            "VAL-025",
            "What is not a number is refused when it is saved, naming model and attribute, and nothing is saved.",
            cases: ["H16"]
        ) { probe in
            let container = try probe.open(ValueKinds.self, MaybeSpecimen.self)
            func refuse(_ property: String, _ set: (ValueKinds, MaybeSpecimen) -> Void) throws {
                let context = ModelContext(container)
                let (specimen, maybe) = (ValueKinds(1), MaybeSpecimen(1))
                set(specimen, maybe)
                context.insert(specimen)
                context.insert(maybe)
                let error = probe.expectChronicleError(.invalidValue, from: "saving NaN in \(property)") {
                    try context.save()
                }
                probe.expectEqual(error?.property, property, "the property that the error names")
                probe.expect(error?.model != nil, "the error names no model")
                let other = ModelContext(container)
                probe.expectEqual(
                    try other.all(ValueKinds.self).count + other.all(MaybeSpecimen.self).count, 0,
                    "the rows after NaN in \(property) was refused")
            }
            try refuse("double") { specimen, _ in specimen.double = .nan }
            try refuse("double") { specimen, _ in specimen.double = .signalingNaN }
            try refuse("float") { specimen, _ in specimen.float = .nan }
            try refuse("decimal") { specimen, _ in specimen.decimal = .nan }
            try refuse("date") { specimen, _ in specimen.date = Date(timeIntervalSinceReferenceDate: .nan) }
            try refuse("double") { _, maybe in maybe.double = .nan }
            try refuse("range") { _, maybe in maybe.range = Range2D(from: Spot(row: 0, depth: .nan)) }
        },
        ContractClause(
            "VAL-026", "A model with NaN can be mended and saved, and a stored number is not lost to a refused one.",
            cases: ["H16"]
        ) { probe in
            let container = try probe.open(ValueKinds.self)
            let context = ModelContext(container)
            let specimen = ValueKinds(1)
            specimen.double = 1.5
            try context.add(specimen)
            specimen.double = .nan
            probe.expectChronicleError(.invalidValue, from: "saving NaN over a number") { try context.save() }
            probe.expectEqual(
                try ModelContext(container).all(ValueKinds.self).map(\.double), [1.5],
                "the stored number after the refusal")
            specimen.double = 2.5
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(ValueKinds.self).map(\.double), [2.5], "the stored number once mended")
        },
        ContractClause(
            "VAL-027",
            "The store itself refuses NaN with `invalidValue`, in new and in changed rows, and saves nothing of it.",
            cases: ["H16"]
        ) { probe in
            let store = try probe.openStore(Plant.self)
            let plant = store.schema.entities[try store.index(of: Plant.self)]
            let height = try probe.require(plant.columnIndex(named: "height"), "the column of height")
            func values(_ number: Double) -> [StoredValue] {
                plant.columns.map { column in
                    column.name == "height" ? .double(number) : column.isOptional ? .null : .text("x")
                }
            }
            let keys = Array(try store.allocateKeys(3))
            var request = SaveRequest(timestamp: Date())
            var batch = InsertBatch(entity: plant.index)
            batch.keys = [keys[0]]
            batch.values = values(1)
            request.inserts = [batch]
            _ = try store.save(request)
            let position = try store.historySequence()
            batch.keys = [keys[1], keys[2]]
            batch.values = values(2) + values(.nan)
            request.inserts = [batch]
            let error = probe.expectStoreError(.invalidValue, from: "inserting NaN") { _ = try store.save(request) }
            probe.expect(
                error.map { $0.message.contains("height") } ?? true,
                "the error does not name the attribute: \(error?.message ?? "")")
            request.inserts = []
            request.updates = [
                RowUpdate(row: RowReference(entity: plant.index, key: keys[0]), values: [(height, .double(.nan))])
            ]
            probe.expectStoreError(.invalidValue, from: "changing a number to NaN") { _ = try store.save(request) }
            var heights: [StoredValue] = []
            try store.fetch(FetchRequest(entity: plant.index)) { heights.append(try $0.values(of: plant)[height]) }
            probe.expectEqual(heights, [.double(1)], "the numbers in the store after NaN was refused")
            probe.expectEqual(try store.historySequence(), position, "the history's position after NaN was refused")
        },
        ContractClause("VAL-028", "An attribute that was never set is refused when it is saved, naming it.") { probe in
            let container = try probe.open(Moss.self)
            let context = ModelContext(container)
            let moss = Moss()
            context.insert(moss)
            context.insert(Moss("other"))
            let error = probe.expectChronicleError(.valueNotSet, from: "saving a name that was never set") {
                try context.save()
            }
            probe.expectEqual(error?.property, "name", "the property that the error names")
            probe.expectEqual(try ModelContext(container).all(Moss.self).count, 0, "the rows after the refusal")
            moss.name = ""
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Moss.self).map(\.name), ["", "other"], "the rows once the name was set")
        },
    ]
}

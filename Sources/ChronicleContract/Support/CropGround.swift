import Foundation

/// Many crops in a store, to see how many of them a fetch looks at.
struct CropGround {
    /// How many there are; `CHRONICLE_ROWS` in the environment sets it.
    static var count: Int {
        ProcessInfo.processInfo.environment["CHRONICLE_ROWS"].flatMap { Int($0) }.map { max($0, 400) } ?? 2000
    }

    let probe: ContractProbe
    let container: ModelContainer
    let count = Self.count
    /// How many crops are of one kind; there are 40.
    var ofKind: Int { count / 40 }

    init(_ probe: ContractProbe, counting faults: FaultInjection? = nil) throws {
        self.probe = probe
        container =
            try faults.map { try probe.open(Crop.self, Farm.self, counting: $0) } ?? probe.open(Crop.self, Farm.self)
        let store = try probe.require(container.stores.first?.store, "the store of a container")
        let farms = try Self.save(20, of: Farm.self, in: store) { column, number in
            column == "name" ? .text("farm \(number)") : nil
        }
        _ = try Self.save(count, of: Crop.self, in: store) { column, number in
            switch column {
            case "code": .text("F\(number)")
            case "kind": .text("kind \(number % 40)")
            case "day": .integer(Int64(Self.day(number)))
            case "weight": .double(Double(number / 10))
            case "tiny": .integer(0)
            case "large": .unsigned(0)
            case "farm": .reference(farms[number / 40 % 20])
            default: nil
            }
        }
    }

    /// The day of a crop, which no other has.
    static func day(_ number: Int) -> Int { number * 7919 % 1_000_003 }

    /// Saves rows past the context, which would make a model of each.
    private static func save<T: PersistentModel>(
        _ count: Int, of type: T.Type, in store: any DataStore, _ value: (String, Int) -> StoredValue?
    ) throws -> [Int64] {
        var batch = InsertBatch(entity: try store.index(of: type))
        batch.keys = Array(try store.allocateKeys(count))
        let columns = store.schema.entities[batch.entity].columns.map(\.name)
        batch.values.reserveCapacity(count * columns.count)
        for number in 0..<count { for column in columns { batch.values.append(value(column, number) ?? .null) } }
        var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
        request.inserts = [batch]
        _ = try store.save(request)
        return batch.keys
    }

    /// Records a violation unless a fetch returns so many crops and looks at no more than given.
    @discardableResult
    func check(
        _ descriptor: FetchDescriptor<Crop>, returns returned: Int, reads most: Int, what: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws -> QueryExplanation {
        let context = ModelContext(container)
        let explanation = try context.explain(descriptor)
        let site = ContractSite("\(fileID)", "\(filePath)", line, column)
        guard let figures = explanation.figures else {
            probe.record("\(what): a measured explanation has no figures", site)
            return explanation
        }
        let fetched = try context.fetchIdentifiers(descriptor).count
        if fetched != returned || figures.rowsReturned != returned {
            probe.record(
                "\(what): expected \(returned) rows, the fetch gave \(fetched), the explanation tells of "
                    + "\(figures.rowsReturned)", site)
        }
        if figures.rowsRead > most {
            probe.record(
                "\(what): \(figures.rowsRead) of \(count) rows were looked at, expected at most \(most) for the "
                    + "\(returned) that it returns; the store explains: \(explanation)", site)
        }
        return explanation
    }

    /// The same with its parts.
    @discardableResult
    func check(
        _ predicate: Predicate<Crop>?, by order: [SortDescriptor<Crop>] = [], limit: Int? = nil, returns returned: Int,
        reads most: Int, what: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws -> QueryExplanation {
        var descriptor = FetchDescriptor<Crop>(predicate: predicate, sortBy: order)
        descriptor.fetchLimit = limit
        return try check(
            descriptor, returns: returned, reads: most, what: what, fileID: fileID, filePath: filePath, line: line,
            column: column)
    }
}

import Foundation

/// Values of one type that are to come back as they were.
struct RoundTrip {
    let count: Int
    let set: (ValueKinds, Int) -> Void
    let check: (ContractProbe, ValueKinds, Int, _ when: String) -> Void

    /// Values for one attribute of ``ValueKinds``.
    ///
    /// - Parameters:
    ///   - what: What each value is, such as "the text".
    ///   - bits: What must be the same of a value.
    static func of<Value, Bits: Equatable>(
        _ values: [Value], _ path: ReferenceWritableKeyPath<ValueKinds, Value>, _ what: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        bits: @escaping (Value) -> Bits
    ) -> RoundTrip {
        RoundTrip(count: values.count) { specimen, number in
            specimen[keyPath: path] = values[number]
        } check: { probe, specimen, number, when in
            probe.expectEqual(
                bits(specimen[keyPath: path]), bits(values[number]),
                "\(what) \(ContractProbe.shortened(values[number])) \(when)", fileID: fileID, filePath: filePath,
                line: line, column: column)
        }
    }
}

extension ContractProbe {
    /// Saves one specimen for each value and expects to read the same, in another context and, where the store is
    /// persistent, after reopening it.
    func expectRoundTrip(_ trips: RoundTrip...) throws { try expectRoundTrip(trips) }

    /// Saves one specimen for each value and expects to read the same.
    func expectRoundTrip(_ trips: [RoundTrip]) throws {
        let rows = trips.map(\.count).max() ?? 0
        var container = try open(ValueKinds.self)
        let context = ModelContext(container)
        for number in 0..<rows {
            let specimen = ValueKinds(number)
            for trip in trips where number < trip.count { trip.set(specimen, number) }
            context.insert(specimen)
        }
        try context.save()
        try check(trips, rows, container, "in another context")
        guard try capabilities().persistence else { return }
        try container.close()
        container = try open(ValueKinds.self)
        try check(trips, rows, container, "after reopening")
    }

    private func check(_ trips: [RoundTrip], _ rows: Int, _ container: ModelContainer, _ when: String) throws {
        let found = try ModelContext(container).all(ValueKinds.self)
        expectEqual(found.map(\.number).sorted(), Array(0..<rows), "the numbers of the rows \(when)")
        for specimen in found {
            for trip in trips where 0..<trip.count ~= specimen.number {
                trip.check(self, specimen, specimen.number, when)
            }
        }
    }
}

import Foundation

extension ContractProbe {
    /// Saves one specimen for each value and expects to read the same bits, in another context and, where the store is
    /// persistent, after reopening it.
    ///
    /// - Parameters:
    ///   - what: What the values are, such as "the texts".
    ///   - bits: What must be the same of a value.
    func expectRoundTrip<Value, Bits: Equatable>(
        _ values: [Value], _ path: ReferenceWritableKeyPath<ValueKinds, Value>, _ what: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        bits: (Value) -> Bits
    ) throws {
        let place = try anotherPlace()
        var container = try open(ValueKinds.self, at: place)
        let context = ModelContext(container)
        for (number, value) in values.enumerated() {
            let specimen = ValueKinds(number)
            specimen[keyPath: path] = value
            context.insert(specimen)
        }
        try context.save()
        var readings = ["in another context"]
        if try capabilities().persistence { readings.append("after reopening") }
        for reading in readings {
            if reading == "after reopening" {
                try container.close()
                container = try open(ValueKinds.self, at: place)
            }
            let found = try ModelContext(container).all(ValueKinds.self)
            expectEqual(
                found.count, values.count, "the number of rows \(reading)", fileID: fileID, filePath: filePath,
                line: line, column: column)
            for specimen in found where values.indices.contains(specimen.number) {
                let value = values[specimen.number]
                expectEqual(
                    bits(specimen[keyPath: path]), bits(value), "\(what), \(Self.shortened(value)), \(reading)",
                    fileID: fileID, filePath: filePath, line: line, column: column)
            }
        }
    }
}

import Foundation

extension ContractChapter {
    /// Sums, extremes, means and counts, also by group.
    static let aggregates = ContractChapter(
        "AGG", "Aggregates", AggregateClauses.values + AggregateClauses.rows + AggregateClauses.groups)
}

/// The clauses of the chapter on aggregates, by topic.
enum AggregateClauses {
    /// Prices that doubles cannot add up, one of them missing.
    static let prices = [
        Decimal(string: "0.1"), Decimal(string: "0.2"), nil, Decimal(string: "1000000.0000000001"), -3,
    ]

    /// Crops with the prices and with weights whose sum depends on their order.
    static func crops(_ context: ModelContext) throws {
        for (number, price) in prices.enumerated() {
            let crop = Crop("c\(number)", kind: ["b", "a"][number % 2], day: number, note: number == 3 ? nil : "n")
            crop.price = price
            crop.weight = [0.1, 1e100, 0.2, -1e100, 3][number]
            context.insert(crop)
        }
        try context.save()
    }

    /// The mean of whole numbers: their sum, divided once.
    static func mean(_ values: [Int]) -> Double? {
        values.isEmpty ? nil : Double(values.reduce(0, +)) / Double(values.count)
    }
}

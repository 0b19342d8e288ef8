public import ChronicleSchema

extension StoreError {
    /// The error for a changed or new row that collides on a unique index.
    public static func uniqueViolation(
        _ entity: Schema.Entity, columns: some Sequence<Int>, key: Int64, collidingWith others: [Int64]
    ) -> StoreError {
        let names = entity.propertyNames(changed: columns)
        let rows = others.map(String.init).joined(separator: ", ")
        return StoreError(
            .uniqueViolation,
            "Row \(key) of \(entity.name) has the value of another row (\(rows)) in the unique "
                + "\(names.joined(separator: ", ")): choose another value or change the other row first.",
            entity: entity.name, key: key)
    }
}

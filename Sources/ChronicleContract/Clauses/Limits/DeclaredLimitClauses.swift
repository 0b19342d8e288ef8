import Foundation

extension ContractChapter {
    /// The limits that a store declares.
    static let declaredLimitClauses: [ContractClause] = [
        ContractClause(
            "LIM-005",
            "A text as long as the declared limit is kept, a longer one refused with `limitExceeded`; without a "
                + "limit a megabyte is kept."
        ) { probe in
            try expectLimit(probe, try probe.capabilities().limits.textBytes, "text") { root, length in
                root.text = String(repeating: "t", count: length)
            } length: {
                $0.text.utf8.count
            }
        },
        ContractClause(
            "LIM-006",
            "Data as long as the declared limit are kept, longer ones refused with `limitExceeded`; without a "
                + "limit a megabyte is kept."
        ) { probe in
            try expectLimit(probe, try probe.capabilities().limits.dataBytes, "data") { root, length in
                root.data = Data(repeating: 7, count: length)
            } length: {
                $0.data.count
            }
        },
        ContractClause(
            "LIM-007",
            "An indexed text as long as the declared limit is kept, a longer one refused with `limitExceeded`; "
                + "without a limit a megabyte is kept."
        ) { probe in
            let limits = try probe.capabilities().limits
            let limit = [limits.indexedBytes, limits.textBytes].compactMap { $0 }.min()
            try expectLimit(probe, limit, "indexed text") { root, length in
                root.name = String(repeating: "n", count: length)
            } length: {
                $0.name.utf8.count
            }
            try expectLimit(probe, limit, "unique text") { root, length in
                root.key = String(repeating: "n", count: length)
            } length: {
                $0.key.utf8.count
            }
        },
    ]

    /// A value at the limit must be kept, and one above it be refused with nothing changed.
    private static func expectLimit(
        _ probe: ContractProbe, _ limit: Int?, _ what: String, unlimited: Int = 1_000_000,
        set: (Root, Int) -> Void, length: (Root) -> Int
    ) throws {
        let container = try probe.open(Root.self, at: try probe.anotherPlace())
        let context = ModelContext(container)
        let root = Root("a")
        try context.add(root)
        let longest = limit ?? unlimited
        set(root, longest)
        try context.save()
        func lengths() throws -> [Int] { try ModelContext(container).all(Root.self).map(length) }
        probe.expectEqual(try lengths(), [longest], "the length of the longest \(what)")
        guard let limit else { return }
        set(root, limit + 1)
        let error = probe.expectStoreError(.limitExceeded, from: "\(what) of \(limit + 1) bytes") { try context.save() }
        probe.expectEqual(error?.entity, "Root", "the entity that the error names")
        context.rollback()
        let second = Root("b")
        set(second, limit + 1)
        context.insert(second)
        probe.expectStoreError(.limitExceeded, from: "a new row with \(what) of \(limit + 1) bytes") {
            try context.save()
        }
        probe.expectEqual(try lengths(), [limit], "the lengths after too long \(what) was refused")
    }
}

import Foundation

extension ContractChapter {
    /// The limits that a store declares.
    static let declaredLimitClauses: [ContractClause] = [
        ContractClause(
            "LIM-005",
            "A text of as many bytes as the declared limit is kept to its end, a longer one refused with `limitExceeded`; "
                + "without a limit a megabyte is kept."
        ) { probe in
            try expectLimit(probe, try probe.capabilities().limits.textBytes, "text") { root, length in
                root.text = Self.text(length)
            } form: {
                Self.form($0.text.utf8)
            }
        },
        ContractClause(
            "LIM-006",
            "Data as long as the declared limit are kept to their end, longer ones refused with `limitExceeded`; without "
                + "a limit a megabyte is kept."
        ) { probe in
            try expectLimit(probe, try probe.capabilities().limits.dataBytes, "data") { root, length in
                root.data = Data(Self.text(length).utf8)
            } form: {
                Self.form($0.data)
            }
        },
        ContractClause(
            "LIM-007",
            "An indexed text as long as the declared limit is kept to its end, a longer one refused with "
                + "`limitExceeded`; without a limit a megabyte is kept."
        ) { probe in
            let limits = try probe.capabilities().limits
            let limit = [limits.indexedBytes, limits.textBytes].compactMap { $0 }.min()
            try expectLimit(probe, limit, "indexed text") { root, length in
                root.name = Self.text(length)
            } form: {
                Self.form($0.name.utf8)
            }
            try expectLimit(probe, limit, "unique text") { root, length in
                root.key = Self.text(length)
            } form: {
                Self.form($0.key.utf8)
            }
        },
    ]

    /// A text of so many bytes, which are more than its characters, and not the same all over.
    private static func text(_ length: Int) -> String {
        let word = "t\u{E9}xt \u{1F331} \u{44F}"
        let count = length / word.utf8.count
        return String(repeating: word, count: count)
            + String(repeating: "e", count: length - count * word.utf8.count)
    }

    /// What is compared of a long value: its length, and a sum over bytes here and there and all at its ends.
    private static func form(_ bytes: some Collection<UInt8>) -> String {
        var sum: UInt64 = 14_695_981_039_346_656_037
        func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
        let all = Array(bytes)
        for place in stride(from: 0, to: all.count, by: 991) { add(all[place]) }
        for byte in all.prefix(100) { add(byte) }
        for byte in all.suffix(2000) { add(byte) }
        return "\(all.count) bytes of the sum \(String(sum, radix: 16))"
    }

    /// A value at the limit must be kept, and one above it be refused with nothing changed.
    private static func expectLimit(
        _ probe: ContractProbe, _ limit: Int?, _ what: String, unlimited: Int = 1_000_000,
        set: (Root, Int) -> Void, form: (Root) -> String
    ) throws {
        let container = try probe.open(Root.self, at: try probe.anotherPlace())
        let context = ModelContext(container)
        let root = Root("a")
        try context.add(root)
        set(root, limit ?? unlimited)
        let longest = form(root)
        try context.save()
        func forms() throws -> [String] { try ModelContext(container).all(Root.self).map(form) }
        probe.expectEqual(try forms(), [longest], "the longest \(what) as it was saved")
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
        probe.expectEqual(try forms(), [longest], "the rows after too long \(what) was refused")
    }
}

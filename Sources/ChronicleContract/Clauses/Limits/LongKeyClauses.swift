import Foundation

extension ContractChapter {
    /// Long and empty texts in indexes.
    static let longKeyClauses: [ContractClause] = [
        ContractClause(
            "LIM-001",
            "Unique and indexed texts of any length are kept apart and found: empty, 511, 512 and 100,000 bytes.",
            cases: ["H25"]
        ) { probe in
            let keys = try roots(probe, lengths: [0, 1, 510, 511, 512, 513, 600, 2000, 100_000])
            let container = try probe.open(Root.self)
            try plantRoots(keys, container)
            let context = ModelContext(container)
            probe.expectEqual(
                try context.all(Root.self).map(\.key.utf8.count), keys.map(\.utf8.count),
                "the lengths of the stored texts")
            for key in keys {
                probe.expectEqual(
                    try context.all(Root.self, #Predicate { $0.key == key }).map(\.key), [key],
                    "the rows by a unique text of \(key.utf8.count) bytes")
                probe.expectEqual(
                    try context.all(Root.self, #Predicate { $0.name == key }).map(\.key), [key],
                    "the rows by an indexed text of \(key.utf8.count) bytes")
                probe.expectEqual(
                    try context.all(Root.self, #Predicate { $0.kind == "k" && $0.name == key }).map(\.key), [key],
                    "the rows by an index of two texts, one of \(key.utf8.count) bytes")
            }
        },
        ContractClause(
            "LIM-002", "Two unique texts that differ after their first 600 bytes are two rows, and unique in full.",
            cases: ["H25"]
        ) { probe in
            let stem = String(repeating: "s", count: min(600, try longestIndexed(probe) - 1))
            let container = try probe.open(Root.self)
            let context = ModelContext(container)
            let first = Root(stem + "b")
            try context.add(first, Root(stem + "a"), Root(stem))
            try context.add(Root(stem + "b", name: "again"))
            let other = ModelContext(container)
            let found = try other.all(Root.self)
            probe.expectEqual(
                found.map { String($0.key.suffix(1)) + $0.name }, ["bagain", "a", "s"], "the ends of the long texts")
            probe.expectEqual(
                found.first?.persistentModelID, first.persistentModelID,
                "the identifier of the row that was saved again")
            for end in ["a", "b"] {
                let key = stem + end
                probe.expectEqual(
                    try other.all(Root.self, #Predicate { $0.key == key }).count, 1, "how many texts end in \(end)")
            }
        },
        ContractClause(
            "LIM-003", "Long texts sort, and are found by range and by beginning, as Swift does it.", cases: ["H25"]
        ) { probe in
            var keys = try roots(probe, lengths: [0, 1, 510, 511, 512, 600, 5000])
            let stem = String(repeating: "m", count: min(600, try longestIndexed(probe) - 1))
            keys += [stem + "b", stem + "a", stem, "l", "n"]
            let container = try probe.open(Root.self)
            try plantRoots(keys, container)
            let context = ModelContext(container)
            probe.expectEqual(
                try context.all(Root.self, by: SortDescriptor(\.name)).map(\.key), keys.sorted(), "the texts in order")
            probe.expectEqual(
                try context.all(Root.self, by: SortDescriptor(\.name, order: .reverse)).map(\.key), keys.sorted(by: >),
                "the texts in reverse order")
            for bound in [stem, stem + "a", String(repeating: "k", count: 511), ""] {
                probe.expectEqual(
                    Set(try context.all(Root.self, #Predicate { $0.name > bound }).map(\.key)),
                    Set(keys.filter { $0 > bound }), "the texts above one of \(bound.utf8.count) bytes")
                probe.expectEqual(
                    Set(try context.all(Root.self, #Predicate { $0.name <= bound }).map(\.key)),
                    Set(keys.filter { $0 <= bound }), "the texts up to one of \(bound.utf8.count) bytes")
                probe.expectEqual(
                    Set(try context.all(Root.self, #Predicate { $0.name.starts(with: bound) }).map(\.key)),
                    Set(keys.filter { $0.starts(with: bound) }),
                    "the texts that begin with one of \(bound.utf8.count) bytes")
            }
        },
        ContractClause(
            "LIM-004", "A row with long texts in indexes can be changed and deleted, and leaves nothing behind.",
            cases: ["H25"]
        ) { probe in
            let length = min(3000, try longestIndexed(probe) - 1)
            let long = String(repeating: "w", count: length)
            let container = try probe.open(Root.self)
            let context = ModelContext(container)
            let (a, b) = (Root(long, name: long), Root(long + "1", name: long))
            try context.add(a, b)
            a.key = long + "1"
            probe.expectStoreError(.uniqueViolation, from: "changing a long unique text to another row's") {
                try context.save()
            }
            a.key = long + "2"
            a.name = long + "3"
            try context.save()
            func names(_ predicate: Predicate<Root>) throws -> [String] {
                try ModelContext(container).all(Root.self, predicate).map { String($0.key.suffix(1)) }
            }
            let (two, three) = (long + "2", long + "3")
            probe.expectEqual(try names(#Predicate { $0.key == long }), [], "the rows by the old unique text")
            probe.expectEqual(try names(#Predicate { $0.name == long }), ["1"], "the rows by the old indexed text")
            probe.expectEqual(try names(#Predicate { $0.name == three }), ["2"], "the rows by the new indexed text")
            context.delete(a)
            try context.save()
            probe.expectEqual(try names(#Predicate { $0.key == two }), [], "the deleted row by its unique text")
            probe.expectEqual(try names(#Predicate { $0.name == three }), [], "the deleted row by its indexed text")
            try context.add(Root(two), Root(long))
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Root>()), 3,
                "the rows once the texts were used again")
        },
    ]

    /// The longest text that may be indexed.
    private static func longestIndexed(_ probe: ContractProbe) throws -> Int {
        let limits = try probe.capabilities().limits
        return min(limits.indexedBytes ?? .max, limits.textBytes ?? .max, 10_000_000)
    }

    /// Texts of different lengths, as far as the store takes them.
    private static func roots(_ probe: ContractProbe, lengths: [Int]) throws -> [String] {
        let longest = try longestIndexed(probe)
        return lengths.filter { $0 <= longest }.map { String(repeating: "k", count: $0) }
    }

    /// A row for each text, in all its roles.
    private static func plantRoots(_ keys: [String], _ container: ModelContainer) throws {
        let context = ModelContext(container)
        for key in keys { context.insert(Root(key, name: key, kind: "k")) }
        try context.save()
    }
}

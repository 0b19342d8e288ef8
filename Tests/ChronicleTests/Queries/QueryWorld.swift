import Chronicle
import Foundation

/// Values that stores are known to get wrong, few enough to meet again.
enum Pool {
    static let texts = [
        "", "a", "A", "ab", "a%", "a_b", "axb", "c\\d", "É", "é", "Straße", "STRASSE", "σ", "ς", "İ", "i", "が", "x\u{301}",
        "👩‍👩‍👧", "👩", "\r\n", "\n", "nul\0nul", "10", "9", "zebra", "a'b\"c", "Äpfel", "long long long long text",
    ]
    static let ints = [0, 1, -1, 2, 3, 7, 100, -100, 12345]
    static let wides: [UInt64] = [0, 1, 7, .max, 1 << 63, (1 << 63) - 1]
    static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.1, 0.30000000000000004, 1e300, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude,
    ]
    static let decimals = [0, 1, -1, Decimal(string: "0.1"), Decimal(string: "12345678901234567890.123"), 100].map { $0 ?? 0 }
    static let dates = [0, 1, -1, 0.1, 1e9, -1e9].map { Date(timeIntervalSinceReferenceDate: $0) }
    static let datas = [Data(), Data([0]), Data([0, 1]), Data([255])]
    static let uuids = ["00000000-0000-0000-0000-000000000000", "0A000000-0000-0000-0000-00000000000B"]
        .compactMap { UUID(uuidString: $0) }
    static let urls = ["https://a.example", "https://b.example/x?y=1", "file:///tmp"].compactMap { URL(string: $0) }
    static let sizes = [Size(), Size(width: 1, label: "a"), Size(width: 7, label: nil)]
}

/// Rows to ask questions of, the same on every store.
struct QueryWorld {
    /// How many rows there are, and the decisions that they are made of; a row that was taken out has none.
    var items: [[UInt64]?]
    var edits: [UInt64]
    static let keepers = 5
    static let marks = 5

    init(_ choices: inout Choices, items count: Int) {
        items = (0..<count).map { _ in (0..<24).map { _ in UInt64(choices.pick(1 << 20)) } }
        edits = (0..<40).map { _ in UInt64(choices.pick(1 << 20)) }
    }

    /// Puts the rows into a store.
    func fill(_ context: ModelContext) throws {
        var keepers: [Keeper] = []
        for number in 0..<Self.keepers {
            let keeper = Keeper(number)
            keeper.title = number == 0 ? nil : Pool.texts[number * 3]
            keeper.level = number == 1 ? nil : Pool.ints[number]
            keeper.boss = number > 2 ? keepers[number - 2] : nil
            context.insert(keeper)
            keepers.append(keeper)
        }
        let marks = (0..<Self.marks).map { number in
            let mark = Mark(number)
            mark.word = Pool.texts[number * 2 + 1]
            context.insert(mark)
            return mark
        }
        var all: [Item] = []
        for case (let number, let row?) in items.enumerated() {
            var choices = Choices(row)
            let item = Item(number)
            change(item, &choices, keepers, marks, all)
            context.insert(item)
            all.append(item)
        }
        try context.save()
    }

    /// Makes changes that are not saved.
    func edit(_ context: ModelContext) throws {
        var choices = Choices(edits)
        let (all, keepers, marks) = (
            try context.all(Item.self), try context.all(Keeper.self), try context.all(Mark.self)
        )
        if all.isEmpty { return }
        for _ in 0..<3 {
            let item = all[choices.pick(all.count)]
            if !item.isDeleted { change(item, &choices, keepers, marks, all.filter { $0.number < item.number }) }
        }
        let gone = all[choices.pick(all.count)]
        context.delete(gone)
        keepers[choices.pick(keepers.count)].level = choices.pick(4)
        keepers[choices.pick(keepers.count)].title = nil
        marks[choices.pick(marks.count)].word = "a"
        let item = Item(1000)
        change(item, &choices, keepers, marks, all.filter { !$0.isDeleted })
        context.insert(item)
    }

    private func change(_ item: Item, _ choices: inout Choices, _ keepers: [Keeper], _ marks: [Mark], _ all: [Item]) {
        func some<T>(_ values: [T], _ choices: inout Choices) -> T? {
            choices.pick(5) < 2 ? nil : choices.one(of: values)
        }
        item.count = choices.one(of: Pool.ints)
        item.name = choices.one(of: Pool.texts)
        item.note = some(Pool.texts, &choices)
        item.spare = some(Pool.ints, &choices)
        item.keeper = some(keepers, &choices)
        item.parent = all.isEmpty ? nil : some(all, &choices)
        item.marks = marks.filter { _ in choices.pick(3) == 0 }
        item.isOn = choices.pick(2) == 1
        item.isKept = some([true, false], &choices)
        item.score = choices.one(of: Pool.doubles)
        item.ratio = some(Pool.doubles, &choices)
        item.price = some(Pool.decimals, &choices)
        item.madeAt = choices.one(of: Pool.dates)
        item.seenAt = some(Pool.dates, &choices)
        item.grade = some(Grade.allCases, &choices)
        item.rank = choices.one(of: Podium.allCases)
        // What is left is made of the same decisions again, so that a row takes not too many.
        let rest = choices.pick(60)
        item.small = rest % 3 == 0 ? nil : Int8(rest)
        item.wide = Pool.wides[rest % Pool.wides.count]
        item.bytes = rest % 4 == 0 ? nil : Pool.datas[rest % Pool.datas.count]
        item.tag = rest % 5 == 0 ? nil : Pool.uuids[rest % Pool.uuids.count]
        item.link = rest % 7 == 0 ? nil : Pool.urls[rest % Pool.urls.count]
        item.size = rest % 3 == 1 ? nil : Pool.sizes[rest % Pool.sizes.count]
    }
}

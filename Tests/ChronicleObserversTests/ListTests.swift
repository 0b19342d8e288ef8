import Chronicle
import ChronicleObservers
import Testing

private final class Item {}

private func ids(_ models: [AnyObject]) -> [ObjectIdentifier] { models.map { ObjectIdentifier($0) } }

@Suite struct ListTests {
    @Test func aListIsAnArrayToLookAt() {
        let seed = UInt64.random(in: 1...1_000_000)
        var random = Seeded(seed)
        var array: [Item] = (0..<3000).map { _ in Item() }
        var list = LiveList(array)
        for step in 0..<6000 {
            let copy = list
            let before = array
            if array.isEmpty || Int.random(in: 0...(step < 3000 ? 3 : 1), using: &random) > 1 {
                let position = Int.random(in: 0...array.count, using: &random)
                let item = Item()
                array.insert(item, at: position)
                list.insert(item, at: position)
            } else {
                let position = Int.random(in: 0..<array.count, using: &random)
                let removed = list.remove(at: position)
                let isSame = ObjectIdentifier(removed) == ObjectIdentifier(array[position])
                #expect(isSame)
                array.remove(at: position)
            }
            guard step % 500 == 0 else { continue }
            #expect(ids(Array(list)) == ids(array), "seed \(seed)")
            #expect(list.indices.allSatisfy { list[$0] === array[$0] }, "seed \(seed)")
            #expect(ids(Array(copy)) == ids(before), "seed \(seed)")
            let start = array.count / 3
            let slice = LiveSlice(list: list, range: start..<array.count - 1)
            #expect(ids(Array(slice)) == ids(Array(array[start..<array.count - 1])), "seed \(seed)")
        }
        list.truncate(to: 7)
        #expect(ids(Array(list)) == ids(Array(array.prefix(7))))
        list.truncate(to: 0)
        var nothing = LiveList().makeIterator(from: 0)
        #expect(list.isEmpty && nothing.next() == nil)
    }

    /// Changes one after the other come to the change from the first list to the last.
    @Test func changesAddUp() {
        let seed = UInt64.random(in: 1...1_000_000)
        var random = Seeded(seed)
        func slice(_ items: [Item]) -> LiveSlice { LiveSlice(list: LiveList(items), range: 0..<items.count) }
        for _ in 0..<300 {
            var lists = [(0..<8).map { _ in Item() }]
            var changes: [LiveChange] = []
            for _ in 0..<4 {
                var next = lists[lists.count - 1]
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    if next.isEmpty || Bool.random(using: &random) {
                        // Some come back.
                        let item = lists[0].first { known in !next.contains { $0 === known } } ?? Item()
                        next.insert(item, at: Int.random(in: 0...next.count, using: &random))
                    } else {
                        let item = next.remove(at: Int.random(in: 0..<next.count, using: &random))
                        if Bool.random(using: &random) {
                            next.insert(item, at: Int.random(in: 0...next.count, using: &random))
                        }
                    }
                }
                changes.append(LiveChange(from: lists[lists.count - 1], to: next, isUpdated: { _ in false }))
                lists.append(next)
            }
            var sum = changes[0]
            for index in 1..<4 {
                sum = sum.followed(by: changes[index], before: slice(lists[0]), after: slice(lists[index + 1]))
                var list = lists[0]
                for position in (sum.removed + sum.moved.map(\.from)).sorted(by: >) { list.remove(at: position) }
                for position in (sum.inserted + sum.moved.map(\.to)).sorted() {
                    list.insert(lists[index + 1][position], at: position)
                }
                #expect(ids(list) == ids(lists[index + 1]), "seed \(seed)")
                #expect(sum.moved.allSatisfy { lists[0][$0.from] === lists[index + 1][$0.to] }, "seed \(seed)")
            }
        }
    }
}

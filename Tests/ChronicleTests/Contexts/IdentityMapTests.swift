import Foundation
import Testing

@testable import Chronicle

/// The table of the models that a context knows, whatever gaps there are between their keys.
@Suite struct IdentityMapTests {
    private final class Model {}

    @Test(arguments: [1, 3, 8, 64, 128, 1 << 20, -1, -8] as [Int64]) func everyKeyIsFound(_ gap: Int64) {
        let inbox = Inbox(gate: ReadGate())
        var map = IdentityMap(held: HeldKeys(inbox: inbox))
        defer { map.destroy() }
        var models: [Int64: Model] = [:]
        for number in 1...3_000 as ClosedRange<Int64> {
            let key = number * gap
            #expect(map[key] == nil)
            let model = Model()
            models[key] = model
            map.insert(model, for: key)
            // Some go again, before and after the table has grown.
            if number % 3 == 0 {
                let other = (number / 2) * gap
                map.remove(other)
                models[other] = nil
            }
        }
        #expect(map.count == models.count)
        for number in 0...3_001 as ClosedRange<Int64> { #expect(map[number * gap] === models[number * gap]) }
        var visited = 0
        map.visit { _ in visited += 1 }
        #expect(visited == models.count)
        #expect(map.all.count == models.count)
    }
}

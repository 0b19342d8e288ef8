import Chronicle
import Foundation
import Testing

/// Conditions over every kind of value, with and without unsaved changes.
@Suite struct ValuePredicateTests {
    @Test(arguments: Backend.allCases, [false, true]) func conditionsOverValuesAreSwifts(
        _ backend: Backend, pending: Bool
    ) throws {
        let place = try Place(backend, Reading.self)
        let context = ModelContext(try place.open())
        let marks = (0..<5).map { _ in UUID() }
        for index in 0..<5 {
            let reading = Reading(["", "a", "A", "é", "🇩🇪"][index])
            reading.number = [0.0, -0.0, .infinity, -.infinity, 1.5][index]
            reading.maybe = index < 2 ? nil : Double(index)
            reading.big = [0, 1, 1 << 63, .max, 5][index]
            reading.small = [.min, .max, 0, -1, 1][index]
            reading.tiny = [.min, .max, 0, -1, 1][index]
            reading.ratio = Float(index) / 3
            reading.price =
                [0, -1, Decimal(string: "0.1") ?? 0, Decimal(string: "1e20") ?? 0, Decimal(string: "-1e-20") ?? 0][
                    index]
            reading.bytes = [Data(), Data([0]), Data([0, 1]), Data([255]), Data(repeating: 3, count: 700)][index]
            reading.place = index == 0 ? nil : URL(string: "https://example.com/\(index)")
            reading.mark = marks[index]
            reading.isOn = index % 2 == 0
            reading.weight = index > 2 ? .heavy : .light
            reading.at = Date(timeIntervalSinceReferenceDate: [0, -1e9, 0.1, 1e9, 0.1 + 0.2][index])
            context.insert(reading)
        }
        try context.save()
        if pending { try context.all(Reading.self)[1].ratio = 9 }
        typealias P = Predicate<Reading>
        func check(_ predicates: P...) throws {
            for predicate in predicates { try expectSwiftsAnswer(context, predicate) }
        }
        let (odd, zero) = (Double.infinity - .infinity, 0.0)
        let optionalNan: Double? = .nan
        let three: Double? = 3
        try check(
            #Predicate { $0.number == zero }, #Predicate { $0.number < odd }, #Predicate { $0.number == odd },
            #Predicate { $0.number != odd }, #Predicate { !($0.number >= odd) }, #Predicate { $0.maybe == optionalNan },
            #Predicate { $0.maybe != optionalNan }, #Predicate { $0.maybe == three },
            #Predicate { ($0.maybe ?? odd) > 1 },
            #Predicate { ($0.maybe ?? odd) == odd }, #Predicate { $0.maybe != three },
            #Predicate { ($0.maybe ?? 7) > $0.number })
        let numbers: [Double] = [.nan, 0, 1.5]
        let maybes: [Double?] = [nil, .nan, 3]
        try check(
            #Predicate { numbers.contains($0.number) }, #Predicate { maybes.contains($0.maybe) },
            #Predicate { !numbers.contains($0.number) }, #Predicate { (zero...1.5).contains($0.number) })
        let (top, half): (UInt64, UInt64) = (.max, 1 << 63)
        try check(
            #Predicate { $0.big == top }, #Predicate { $0.big > half }, #Predicate { (half...top).contains($0.big) },
            #Predicate { $0.big <= 5 || $0.big >= top })
        let (least, most): (Int64, Int64) = (.min, .max)
        try check(
            #Predicate { $0.small > least }, #Predicate { $0.small < most },
            #Predicate { (least..<most).contains($0.small) },
            #Predicate { $0.tiny <= -127 }, #Predicate { $0.tiny < 127 })
        let third = Float(1) / 3
        try check(#Predicate { $0.ratio == third }, #Predicate { $0.ratio > third }, #Predicate { -$0.ratio < 0 })
        #expect { try context.all(Reading.self, #Predicate { $0.ratio * 3 == 2 }) } throws: {
            ($0 as? ChronicleError)?.code == .unsupportedPredicate
        }
        let (tenth, huge) = (Decimal(string: "0.10") ?? 0, Decimal(string: "100000000000000000000") ?? 0)
        try check(
            #Predicate { $0.price == tenth }, #Predicate { $0.price == huge }, #Predicate { $0.price < 0 },
            #Predicate { $0.price >= tenth },
            #Predicate { $0.price + tenth > tenth })
        let (empty, some) = (Data(), Data([0, 1]))
        let datas = [Data([255]), Data()]
        try check(
            #Predicate { $0.bytes == empty }, #Predicate { $0.bytes == some }, #Predicate { datas.contains($0.bytes) })
        let url = URL(string: "https://example.com/2")
        try check(#Predicate { $0.place == url }, #Predicate { $0.place != url }, #Predicate { $0.place == nil })
        let mark = marks[2]
        let set = Set(marks[0...1])
        try check(
            #Predicate { $0.mark == mark }, #Predicate { $0.mark < mark }, #Predicate { set.contains($0.mark) },
            #Predicate { $0.isOn }, #Predicate { !$0.isOn }, #Predicate { $0.isOn == ($0.small > 0) })
        let sum = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        let start = Date(timeIntervalSinceReferenceDate: -1)
        try check(
            #Predicate { $0.at == sum }, #Predicate { $0.at > start && $0.at < sum },
            #Predicate { (start...sum).contains($0.at) },
            #Predicate { (start..<sum).contains($0.at) })
        let text = "e\u{301}"
        try check(
            #Predicate { $0.key == text }, #Predicate { $0.key < text }, #Predicate { $0.key >= "A" && $0.key < "b" },
            #Predicate { $0.key.contains("🇩") }, #Predicate { $0.key.starts(with: "") }, #Predicate { $0.key.isEmpty })
        let ghost: [String] = []
        try check(
            #Predicate { ghost.contains($0.key) }, #Predicate { _ in true }, #Predicate { _ in false },
            #Predicate { $0.isOn ? $0.big > 3 : false })
    }
}

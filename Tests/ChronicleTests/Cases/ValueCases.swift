import Chronicle
import Foundation
import Testing

final class Reading: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var key: String
    @Attribute var number: Double = 0
    @Attribute var maybe: Double?
    @Attribute var big: UInt64 = 0
    @Attribute var small: Int64 = 0
    @Attribute var tiny: Int8 = 0
    @Attribute var ratio: Float = 0
    @Attribute var price: Decimal = 0
    @Attribute var bytes: Data = Data()
    @Attribute var place: URL?
    @Attribute var mark: UUID = UUID()
    @Attribute var isOn: Bool = false
    @Attribute var weight: Weight = Weight.light
    @Attribute var at: Date = Date(timeIntervalSinceReferenceDate: 0)
    static var indexes: [Index<Reading>] { [Index(\.at), Index(\.big), Index(\.number)] }
    init() {}
    init(_ key: String) { self.key = key }
}

@Suite struct ValueCases {
    /// H16
    @Test(arguments: Backend.allCases) func valuesComeBackAsTheyWere(_ backend: Backend) throws {
        let place = try Place(backend, Reading.self)
        let container = try place.open()
        let context = ModelContext(container)
        let numbers: [Double] = [.infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.5]
        let bigs: [UInt64] = [.max, 0, 1 << 63, 42, .max - 1, 7]
        let texts = ["ab\0cd", "", "ü", "line\r\nend", "🇩🇪", "z"]
        let datas = [Data(), Data([0]), Data([255, 0, 1]), Data(repeating: 7, count: 3000), Data([1]), Data([2])]
        let price = try #require(Decimal(string: "12345678901234567.89"))
        for index in numbers.indices {
            let reading = Reading(texts[index])
            reading.number = numbers[index]
            reading.big = bigs[index]
            reading.small = index == 0 ? .min : .max
            reading.tiny = index == 0 ? .min : .max
            reading.ratio = Float(index) / 3
            reading.price = index == 1 ? price : Decimal(index) / 8
            reading.bytes = datas[index]
            reading.place = URL(string: "https://example.com/\(index)?q=a%20b")
            reading.isOn = index % 2 == 0
            reading.weight = index % 2 == 0 ? .heavy : .light
            context.insert(reading)
        }
        try context.save()
        let marks = try context.all(Reading.self).map(\.mark)
        let readings = try ModelContext(container).all(Reading.self)
        #expect(readings.map(\.key) == texts)
        #expect(readings.map(\.number) == numbers)
        #expect(readings.map(\.big) == bigs)
        #expect(readings.map(\.small) == [.min] + Array(repeating: .max, count: 5))
        #expect(readings.map(\.tiny) == [.min] + Array(repeating: .max, count: 5))
        #expect(readings.map(\.ratio) == (0..<6).map { Float($0) / 3 })
        #expect(readings[1].price == price)
        #expect(readings.map(\.bytes) == datas)
        #expect(readings.map(\.place) == (0..<6).map { URL(string: "https://example.com/\($0)?q=a%20b") })
        #expect(readings.map(\.mark) == marks)
        #expect(readings.map(\.weight) == (0..<6).map { $0 % 2 == 0 ? .heavy : .light })
        for number in numbers {
            let right = readings.filter { $0.number == number }.count
            #expect(
                try context.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.number == number })) == right
            )
        }
        let nan = Double.nan
        #expect(try context.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.number == nan })) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.number != nan })) == 6)
        let half: UInt64 = 1 << 63
        #expect(try context.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.big >= half })) == 3)
        let order = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.big)])).map(\.big)
        #expect(order == bigs.sorted())
        let tail = "cd"
        #expect(try context.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.key.contains(tail) })) == 1)
        let mark = marks[3]
        #expect(try context.all(Reading.self, #Predicate { $0.mark == mark }).count == 1)
        #expect(try context.all(Reading.self, #Predicate { $0.price == price }).count == 1)
    }

    @Test(arguments: Backend.allCases) func notANumberIsRefusedByName(_ backend: Backend) throws {
        let place = try Place(backend, Reading.self)
        let context = ModelContext(try place.open())
        let reading = Reading("a")
        reading.maybe = .nan
        context.insert(reading)
        #expect { try context.save() } throws: {
            ($0 as? ChronicleError)?.code == .invalidValue && ($0 as? ChronicleError)?.property == "maybe"
        }
        #expect(try ModelContext(context.container).all(Reading.self).isEmpty)
        reading.maybe = 1
        try context.save()
        #expect(try context.history().count == 1)
    }

    @Test(arguments: Backend.allCases) func aValueNeverSetIsAnErrorAtSave(_ backend: Backend) throws {
        let place = try Place(backend, Reading.self)
        let context = ModelContext(try place.open())
        let reading = Reading()
        #expect(reading.key == "")
        context.insert(reading)
        #expect { try context.save() } throws: {
            ($0 as? ChronicleError)?.code == .valueNotSet && ($0 as? ChronicleError)?.property == "key"
        }
        reading.key = "now"
        try context.save()
    }

    /// H17
    @Test(arguments: Backend.allCases) func datesSurviveBitForBit(_ backend: Backend) throws {
        let place = try Place(backend, Reading.self)
        let container = try place.open()
        let context = ModelContext(container)
        var generator = SystemRandomNumberGenerator()
        var dates = [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1)]
        for _ in 0..<2000 {
            dates.append(Date(timeIntervalSinceReferenceDate: .random(in: -2e9...2e9, using: &generator)))
        }
        for (index, date) in dates.enumerated() {
            let reading = Reading("\(index)")
            reading.at = date
            context.insert(reading)
        }
        try context.save()
        let other = ModelContext(container)
        let readings = try other.all(Reading.self)
        #expect(
            readings.map { $0.at.timeIntervalSinceReferenceDate.bitPattern }
                == dates.map { $0.timeIntervalSinceReferenceDate.bitPattern })
        for date in dates.prefix(50) {
            #expect(try other.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.at == date })) >= 1)
            #expect(
                try other.fetchCount(FetchDescriptor<Reading>(predicate: #Predicate { $0.at >= date && $0.at <= date }))
                    >= 1)
        }
        let sorted = try other.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.at)])).map(\.at)
        #expect(sorted == dates.sorted())
        for reading in readings {
            reading.at = Date(timeIntervalSinceReferenceDate: reading.at.timeIntervalSinceReferenceDate)
        }
        try other.save()
        #expect(try other.history().count == 1)
    }

    /// H25 (and the same on every store)
    @Test(arguments: Backend.allCases) func longAndEmptyKeysWork(_ backend: Backend) throws {
        let place = try Place(backend, Reading.self)
        let context = ModelContext(try place.open())
        var keys = [0, 1, 510, 511, 512, 600, 100_000].map { String(repeating: "k", count: $0) }
        let stem = String(repeating: "s", count: 600)
        keys += [stem + "b", stem + "a"]
        for key in keys { context.insert(Reading(key)) }
        try context.save()
        for key in keys {
            #expect(try context.all(Reading.self, #Predicate { $0.key == key }).count == 1)
        }
        let sorted = try ModelContext(context.container).fetch(
            FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.key)]))
        #expect(sorted.map(\.key) == keys.sorted())
        try context.add(Reading(stem + "a"))
        #expect(try context.fetchCount(FetchDescriptor<Reading>()) == keys.count)
        let prefix = String(repeating: "k", count: 511)
        #expect(try context.all(Reading.self, #Predicate { $0.key.starts(with: prefix) }).count == 4)
        #expect(try context.all(Reading.self, #Predicate { $0.key > prefix }).count == 5)
    }
}

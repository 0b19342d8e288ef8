/// The models of one entity that a context knows, by key: a hash table that does not keep them alive.
///
/// Stores give keys in ascending order, and rows are mostly read in that order. So the table is one of pages, each for eight keys in
/// a row: neighbours are found where the last one was, while runs of pages lie spread, so that keys with gaps between them do not meet.
struct IdentityMap {
    private typealias Model = Unmanaged<AnyObject>

    /// The pages' numbers; a free place has ``none``.
    private var numbers: UnsafeMutablePointer<Int64>
    /// Eight places a page, initialised where the page is taken.
    private var models: UnsafeMutablePointer<Model?>
    private var capacity: Int
    /// The pages that are taken; those whose models have all gone stay so until the table is made anew.
    private var taken = 0
    /// The page that came last, which is mostly the one that is asked for next.
    private var latest: (number: Int64, place: Int) = (Self.none, 0)
    private(set) var count = 0
    /// Tells other threads which keys may be here.
    private(set) var held: HeldKeys

    /// No key's page.
    private static let none = Int64.max

    init(held: HeldKeys) {
        self.held = held
        (numbers, models, capacity) = Self.allocate(8)
    }

    private static func allocate(
        _ capacity: Int
    ) -> (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Model?>, Int) {
        let numbers = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
        numbers.initialize(repeating: none, count: capacity)
        return (numbers, .allocate(capacity: capacity * 8), capacity)
    }

    /// Frees the table; the map must not be used afterwards.
    func destroy() {
        numbers.deallocate()
        models.deallocate()
    }

    /// The place of a page, or the free one that it would take. There always is a free one.
    @inline(__always) private func place(of number: Int64) -> Int {
        if number == latest.number { return latest.place }
        // Sixteen pages in a row lie in as many places side by side, in an order of their own. Who finds them taken goes to the
        // next sixteen; seventeen steps at a time lead through all places.
        let spread = UInt64(bitPattern: number >> 4) &* 0x9E37_79B9_7F4A_7C15
        var place = (Int(truncatingIfNeeded: spread >> 32) ^ Int(truncatingIfNeeded: number & 15)) & (capacity &- 1)
        while numbers[place] != number, numbers[place] != Self.none { place = (place &+ 17) & (capacity &- 1) }
        return place
    }

    @inline(__always) private static func lane(_ key: Int64) -> Int { Int(truncatingIfNeeded: key & 7) }

    subscript(key: Int64) -> AnyObject? {
        // Inlined, as a call would take a copy of the map.
        @inline(__always) get {
            let place = place(of: key >> 3)
            guard numbers[place] != Self.none else { return nil }
            return models[place &* 8 &+ Self.lane(key)]?.takeUnretainedValue()
        }
    }

    mutating func insert(_ model: AnyObject, for key: Int64) {
        let number = key >> 3
        var place = place(of: number)
        if numbers[place] == Self.none {
            if (taken &+ 1) &* 4 > capacity &* 3 {
                renew()
                place = self.place(of: number)
            }
            take(place, for: number)
        }
        let lane = models + (place &* 8 &+ Self.lane(key))
        if lane.pointee == nil { count &+= 1 }
        lane.pointee = .passUnretained(model)
        held.mark(key)
    }

    /// Has others told of what is here now, by a set that has forgotten what has gone.
    mutating func renewHeld(_ fresh: HeldKeys) {
        for place in 0..<capacity where numbers[place] != Self.none {
            for lane in 0..<8 where models[place &* 8 &+ lane] != nil { fresh.mark(numbers[place] << 3 | Int64(lane)) }
        }
        held = fresh
    }

    mutating func remove(_ key: Int64) {
        let place = place(of: key >> 3)
        guard numbers[place] != Self.none, models[place &* 8 &+ Self.lane(key)] != nil else { return }
        models[place &* 8 &+ Self.lane(key)] = nil
        count &-= 1
    }

    private mutating func take(_ place: Int, for number: Int64) {
        numbers[place] = number
        latest = (number, place)
        (models + place &* 8).initialize(repeating: nil, count: 8)
        taken &+= 1
    }

    /// Makes the table anew with the pages that have models, at most half full.
    private mutating func renew() {
        let (oldNumbers, oldModels, oldCapacity) = (numbers, models, capacity)
        let live = (0..<oldCapacity).filter { place in
            oldNumbers[place] != Self.none && (0..<8).contains { oldModels[place &* 8 &+ $0] != nil }
        }
        var wanted = 8
        while wanted < (live.count + 1) * 2 { wanted *= 2 }
        (numbers, models, capacity) = Self.allocate(wanted)
        latest.number = Self.none
        taken = live.count
        for old in live {
            let place = place(of: oldNumbers[old])
            numbers[place] = oldNumbers[old]
            (models + place &* 8).initialize(from: oldModels + old &* 8, count: 8)
        }
        oldNumbers.deallocate()
        oldModels.deallocate()
    }

    /// Calls a body with all models, in no order. The body must not let go of one.
    func visit(_ body: (AnyObject) -> Void) {
        for place in 0..<capacity where numbers[place] != Self.none {
            for lane in 0..<8 { models[place &* 8 &+ lane]?._withUnsafeGuaranteedRef(body) }
        }
    }

    /// All models, in no order.
    var all: [AnyObject] {
        var all: [AnyObject] = []
        all.reserveCapacity(count)
        for place in 0..<capacity where numbers[place] != Self.none {
            for lane in 0..<8 {
                if let model = models[place &* 8 &+ lane] { all.append(model.takeUnretainedValue()) }
            }
        }
        return all
    }
}

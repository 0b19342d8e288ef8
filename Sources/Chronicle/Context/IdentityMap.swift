/// The models of one entity that a context knows, by key: an open-addressing table that does not keep them alive.
struct IdentityMap {
    private struct Place {
        var key: Int64
        var model: Unmanaged<AnyObject>?
    }

    private var places: UnsafeMutablePointer<Place>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 16
        places = Self.allocate(capacity)
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Place> {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
        places.initialize(repeating: Place(key: 0, model: nil), count: capacity)
        return places
    }

    /// Frees the table; the map must not be used afterwards.
    func destroy() { places.deallocate() }

    @inline(__always) private func home(_ key: Int64) -> Int {
        // Keys ascend: neighbours stay neighbours, so that models that are read in order are found in order. Each block of
        // 1024 keys is moved on a little, so that keys at equal distances do not meet in the same places.
        Int(truncatingIfNeeded: key &+ (key >> 10) &* 37) & (capacity &- 1)
    }

    /// How far the model in a place is from its home.
    @inline(__always) private func distance(_ place: Int) -> Int {
        (place &- home(places[place].key)) & (capacity &- 1)
    }

    subscript(key: Int64) -> AnyObject? {
        var place = home(key)
        while let model = places[place].model {
            if places[place].key == key { return model.takeUnretainedValue() }
            place = (place &+ 1) & (capacity &- 1)
        }
        return nil
    }

    mutating func insert(_ model: AnyObject, for key: Int64) {
        insert(Place(key: key, model: Unmanaged.passUnretained(model)))
    }

    private mutating func insert(_ new: Place) {
        if (count &+ 1) &* 4 > capacity &* 3 { grow() }
        var new = new
        var place = home(new.key)
        var far = 0
        while places[place].model != nil {
            if places[place].key == new.key {
                places[place] = new
                return
            }
            // Who is farther from home comes first, so that a run of places is in the order of its homes.
            let other = distance(place)
            if other < far {
                swap(&places[place], &new)
                far = other
            }
            place = (place &+ 1) & (capacity &- 1)
            far &+= 1
        }
        places[place] = new
        count &+= 1
    }

    mutating func remove(_ key: Int64) {
        var hole = home(key)
        while true {
            guard places[hole].model != nil else { return }
            if places[hole].key == key { break }
            hole = (hole &+ 1) & (capacity &- 1)
        }
        count &-= 1
        // Close the gap, up to the next model that is at home: those behind it are not looked for before it.
        var next = (hole &+ 1) & (capacity &- 1)
        while places[next].model != nil, distance(next) != 0 {
            places[hole] = places[next]
            hole = next
            next = (next &+ 1) & (capacity &- 1)
        }
        places[hole].model = nil
    }

    private mutating func grow() {
        let (old, oldCapacity) = (places, capacity)
        capacity = oldCapacity * 2
        places = Self.allocate(capacity)
        count = 0
        for place in 0..<oldCapacity {
            if old[place].model != nil { insert(old[place]) }
        }
        old.deallocate()
    }

    /// All models, in no order.
    var all: [AnyObject] { (0..<capacity).compactMap { places[$0].model?.takeUnretainedValue() } }
}

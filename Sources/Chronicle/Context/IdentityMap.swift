/// The models of one entity that a context knows, by key: an open-addressing table that does not keep them alive.
struct IdentityMap {
    private var keys: UnsafeMutablePointer<Int64>
    private var models: UnsafeMutablePointer<Unmanaged<AnyObject>?>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 16
        (keys, models) = Self.allocate(capacity)
    }

    private static func allocate(
        _ capacity: Int
    ) -> (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Unmanaged<AnyObject>?>) {
        let keys = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        let models = UnsafeMutablePointer<Unmanaged<AnyObject>?>.allocate(capacity: capacity)
        models.initialize(repeating: nil, count: capacity)
        return (keys, models)
    }

    /// Frees the table; the map must not be used afterwards.
    func destroy() {
        keys.deallocate()
        models.deallocate()
    }

    @inline(__always) private func home(_ key: Int64) -> Int {
        // Keys ascend in blocks: a multiplication spreads them over the table.
        Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity &- 1)
    }

    subscript(key: Int64) -> AnyObject? {
        var place = home(key)
        while let model = models[place] {
            if keys[place] == key { return model.takeUnretainedValue() }
            place = (place &+ 1) & (capacity &- 1)
        }
        return nil
    }

    mutating func insert(_ model: AnyObject, for key: Int64) {
        if (count &+ 1) &* 4 > capacity &* 3 { grow() }
        var place = home(key)
        while models[place] != nil {
            if keys[place] == key {
                models[place] = Unmanaged.passUnretained(model)
                return
            }
            place = (place &+ 1) & (capacity &- 1)
        }
        keys[place] = key
        models[place] = Unmanaged.passUnretained(model)
        count &+= 1
    }

    mutating func remove(_ key: Int64) {
        var hole = home(key)
        while true {
            guard models[hole] != nil else { return }
            if keys[hole] == key { break }
            hole = (hole &+ 1) & (capacity &- 1)
        }
        count &-= 1
        // Close the gap, so that searches never stop early.
        var place = hole
        while true {
            place = (place &+ 1) & (capacity &- 1)
            guard models[place] != nil else { break }
            let distance = (place &- home(keys[place])) & (capacity &- 1)
            if distance >= (place &- hole) & (capacity &- 1) {
                keys[hole] = keys[place]
                models[hole] = models[place]
                hole = place
            }
        }
        models[hole] = nil
    }

    private mutating func grow() {
        let (oldKeys, oldModels, oldCapacity) = (keys, models, capacity)
        capacity = oldCapacity * 2
        (keys, models) = Self.allocate(capacity)
        count = 0
        for place in 0..<oldCapacity {
            if let model = oldModels[place] { insert(model.takeUnretainedValue(), for: oldKeys[place]) }
        }
        oldKeys.deallocate()
        oldModels.deallocate()
    }

    /// All models, in no order.
    var all: [AnyObject] { (0..<capacity).compactMap { models[$0]?.takeUnretainedValue() } }
}

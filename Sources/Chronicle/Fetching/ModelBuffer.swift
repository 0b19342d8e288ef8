/// Collects the models of a fetch: each reference is taken once and handed on, and no generic code runs for it.
final class ModelBuffer {
    private var models: UnsafeMutablePointer<AnyObject>
    private var capacity = 64
    private var count = 0

    init() { models = .allocate(capacity: capacity) }

    deinit {
        models.deinitialize(count: count)
        models.deallocate()
    }

    func append(_ model: consuming AnyObject) {
        if count == capacity { grow() }
        (models + count).initialize(to: model)
        count &+= 1
    }

    private func grow() {
        let more = UnsafeMutablePointer<AnyObject>.allocate(capacity: capacity * 2)
        more.moveInitialize(from: models, count: count)
        models.deallocate()
        models = more
        capacity *= 2
    }

    /// The models under their class, which the caller vouches for; the buffer is empty then.
    func take<T: AnyObject>(as type: T.Type) -> [T] {
        Array(unsafeUninitializedCapacity: count) { places, taken in
            // A reference under another type is the same bits, so that moving it is copying them.
            if let target = places.baseAddress {
                UnsafeMutableRawPointer(target)
                    .copyMemory(from: models, byteCount: count * MemoryLayout<AnyObject>.stride)
            }
            taken = count
            count = 0
        }
    }
}

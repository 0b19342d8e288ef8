public import ChronicleSchema

/// Sorts rows by what they are ordered by, keeping only the first of them when there is a limit.
public struct RowSorter {
    private let order: CompiledOrder
    private let capacity: Int
    private var keys: [Int64] = []
    private var values: [CompiledOrder.SortValue] = []
    /// The beginnings of the first values; none when there is no sort key.
    private var heads: [CompiledOrder.Head] = []
    private var candidate: [CompiledOrder.SortValue] = []
    /// Positions in ``keys``, as a heap with the last row in order on top; used once the capacity is reached.
    private var heap: [Int] = []

    /// A sorter that keeps the first rows in order, as many as told.
    public init(_ order: CompiledOrder, keeping capacity: Int = .max) {
        self.order = order
        self.capacity = capacity
    }

    /// Adds a row: constant time until the capacity is reached, then logarithmic in it.
    public mutating func add(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver) throws {
        if capacity == 0 { return }
        if keys.count < capacity {
            try order.append(key, cells, rows, to: &values)
            if !order.isEmpty { heads.append(CompiledOrder.Head(values[values.count - order.count])) }
            keys.append(key)
            if keys.count == capacity { buildHeap() }
            return
        }
        let last = heap[0]
        if order.isFirstKeyAfter(cells, values, at: last * order.count) { return }
        candidate.removeAll(keepingCapacity: true)
        try order.append(key, cells, rows, to: &candidate)
        guard order.compare(candidate, at: 0, key: key, values, at: last * order.count, key: keys[last]) < 0 else {
            return
        }
        keys[last] = key
        if !order.isEmpty { heads[last] = CompiledOrder.Head(candidate[0]) }
        for index in 0..<order.count { values[last * order.count + index] = candidate[index] }
        sink(0)
    }

    /// The keys of the kept rows in order.
    public func sorted() -> [Int64] {
        keys.indices.sorted { isBefore($0, $1) }.map { keys[$0] }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        if !heads.isEmpty {
            let sign = order.compare(heads[a], heads[b])
            if sign != 0 { return sign < 0 }
        }
        return order.compare(values, at: a * order.count, key: keys[a], values, at: b * order.count, key: keys[b]) < 0
    }

    private mutating func buildHeap() {
        heap = Array(keys.indices)
        for index in stride(from: heap.count / 2, through: 0, by: -1) { sink(index) }
    }

    private mutating func sink(_ start: Int) {
        var at = start
        while true {
            let left = 2 * at + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && isBefore(heap[left], heap[right]) ? right : left
            guard isBefore(heap[at], heap[child]) else { return }
            heap.swapAt(at, child)
            at = child
        }
    }
}

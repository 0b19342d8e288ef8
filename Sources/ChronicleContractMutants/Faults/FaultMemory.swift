import ChronicleSchema
import ChronicleStore
import Synchronization

/// The unique values of rows that were deleted.
final class TakenValues: Sendable {
    private let values = Mutex<Set<StoredValue>>([])

    func take(_ commit: PlainCommit) {
        values.withLock { values in
            for case .delete(let row) in commit.steps {
                guard let old = commit.before.row(row) else { continue }
                for index in commit.before.schema.entities[row.entity].indexes where index.isUnique {
                    values.formUnion(index.columns.map { old[$0] }.filter { !$0.isNull })
                }
            }
        }
    }

    func contains(_ new: PlainCandidate) -> Bool {
        values.withLock { values in
            new.entity.indexes.contains { index in
                index.isUnique && index.columns.contains { values.contains(new.values[$0]) }
            }
        }
    }
}

/// Keys that are counted for each process on its own.
final class OwnKeys: Sendable {
    private let next = Mutex<[Int: Int64]>([:])

    func next(_ range: Range<Int64>, _ state: PlainState) -> Range<Int64> {
        // Each opening begins after the rows that are there when it first asks.
        next.withLock { next in
            let opening = ObjectIdentifier(state.schema).hashValue
            let first = next[opening] ?? (state.tables.flatMap(\.keys).max() ?? 0) + 1
            next[opening] = first + Int64(range.count)
            return first..<(first + Int64(range.count))
        }
    }
}

/// Counts calls.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// One more than the last time.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    /// One less.
    func back() { count.withLock { $0 -= 1 } }

    var value: Int { count.withLock { $0 } }
}

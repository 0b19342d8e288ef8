import ChronicleObservers
import Foundation
import Synchronization
import Testing

struct DeadlinePassed: Error, CustomStringConvertible {
    let description: String
}

/// Lets what is scheduled on the caller's isolation run until a condition holds.
///
/// Nothing is slept through: each look gives way to others first, and the deadline is only there for failures.
func eventually(
    _ what: String, within seconds: Double = 120, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
        if try condition() { return }
        if ContinuousClock.now > deadline {
            Issue.record("\(what) did not come within \(seconds) s", sourceLocation: sourceLocation)
            throw DeadlinePassed(description: what)
        }
        await Task.yield()
    }
}

/// Gives way until everything that was scheduled before has had its turn.
func settle(isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<50 { await Task.yield() }
}

/// Values that callbacks leave, from any thread.
final class Log<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    var count: Int { values.withLock { $0.count } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
}

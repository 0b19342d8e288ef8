import Dispatch
import Foundation
import Synchronization

extension ContractProbe {
    /// Does work on several threads at once and waits for all of them. What they throw counts against the clause.
    func inParallel(
        _ count: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column, _ work: @escaping @Sendable (Int) throws -> Void
    ) {
        let site = ContractSite("\(fileID)", "\(filePath)", line, column)
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { try work(number) } catch is Stop {
                    // What stopped the thread is already recorded.
                } catch {
                    self.record("thread \(number) got \(Self.describe(error))", site)
                }
            }
        }
        group.wait()
    }
}

/// Something that threads wait for, never for longer than a deadline.
final class Bell: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let rings = Mutex(0)

    /// How often it was rung.
    var count: Int { rings.withLock { $0 } }

    func ring() {
        rings.withLock { $0 += 1 }
        semaphore.signal()
    }

    /// Waits for a ring that was not waited for yet; false when there is none in time.
    func wait(_ limit: Duration = .seconds(5)) -> Bool {
        semaphore.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) == .success
    }

    /// Waits until a condition holds that can only become true with a ring; false when it does not in time.
    func wait(_ limit: Duration = .seconds(5), until condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + limit
        while try !condition() {
            let rest = end - ContinuousClock.now
            if rest <= .zero || !wait(rest) { return try condition() }
        }
        return true
    }
}

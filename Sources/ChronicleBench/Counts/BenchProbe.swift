import CBaseline
import Foundation
import Synchronization

/// Reads the counters before and after the measured part of a workload.
///
/// It is active during the counting round only; the timed rounds run without it.
public final class BenchProbe: Sendable {
    /// Counters that only the whole program can have, since they stand in front of the C library's functions.
    public struct Process: Sendable {
        /// Allocations on the calling thread so far.
        public var allocations: Int
        /// Calls of `fsync` and `fdatasync` so far.
        public var syncs: Int

        /// Counters of their values.
        public init(allocations: Int, syncs: Int) {
            self.allocations = allocations
            self.syncs = syncs
        }
    }

    /// What was read at one time.
    struct Reading {
        var counts: [BenchCounter: Int]
        var memory: ProcessMemory?
        var heap: Int64
        var process: Process?
    }

    /// The probe of the workload that is being run; of the caller, so that runs on several threads have one each.
    @TaskLocal static var active: BenchProbe?
    /// How many counting rounds go on.
    private static let rounds = Mutex(0)
    private static let process = Mutex<(@Sendable () -> Process)?>(nil)

    /// Tells how to read the program's own counters; without this, allocations and syncs are not counted.
    public static func countProcess(_ read: @escaping @Sendable () -> Process) {
        process.withLock { $0 = read }
    }

    /// Where the measured store lies.
    private let folder: URL
    private let counted = Mutex<[BenchCounter: Int]>([:])

    init(folder: URL) { self.folder = folder }

    /// Runs a round in which SQLite counts on connections that are opened in it.
    static func countRound(_ round: () throws -> Void) rethrows {
        rounds.withLock {
            if $0 == 0 { cb_count_sqlite(true) }
            $0 += 1
        }
        defer {
            rounds.withLock {
                $0 -= 1
                if $0 == 0 { cb_count_sqlite(false) }
            }
        }
        try round()
    }

    /// Runs a workload with a probe, and gives its measurement with the counts.
    static func count(_ folder: URL, _ work: () throws -> BenchMeasurement) rethrows -> (
        BenchMeasurement, [BenchCounter: Int]
    ) {
        let probe = BenchProbe(folder: folder)
        let measured = try $active.withValue(probe, operation: work)
        var counts = probe.counted.withLock { $0 }
        counts[.fileBytes] = measured.fileBytes
        return (measured, counts)
    }

    /// Reading the counters allocates too, so what counts that is read last here and first in `end`.
    func begin() -> Reading {
        cb_trim_heap()
        ProcessMemory.resetPeak()
        var reading = Reading(counts: counts(), memory: ProcessMemory.current(), heap: 0, process: nil)
        let process = Self.process.withLock { $0 }
        reading.heap = cb_heap_in_use()
        reading.process = process?()
        return reading
    }

    func end(_ before: Reading) {
        let process = Self.process.withLock { $0 }?()
        let heap = cb_heap_in_use()
        let memory = ProcessMemory.current()
        var counts = counts().reduce(into: [BenchCounter: Int]()) { counts, now in
            if let earlier = before.counts[now.key] { counts[now.key] = now.value - earlier }
        }
        // A store without SQL has no statements, rather than none that ran.
        if counts[.statements] == 0 { counts[.statements] = nil }
        if let process, let earlier = before.process {
            counts[.allocations] = process.allocations - earlier.allocations
            counts[.syncs] = process.syncs - earlier.syncs
        }
        if heap >= 0 { counts[.heapBytes] = Int(heap - before.heap) }
        if let earlier = before.memory, let memory { counts[.peakBytes] = max(0, memory.peak - earlier.resident) }
        let measured = counts
        counted.withLock { $0 = measured }
    }

    private func counts() -> [BenchCounter: Int] {
        var counts: [BenchCounter: Int] = [.statements: Int(cb_sqlite_statements())]
        counts[.transactions] = Int(cb_sqlite_commits()) + LMDBFile.transactions(in: folder)
        if let written = ProcessWrites.current() {
            counts[.writes] = written.calls
            counts[.bytesWritten] = written.bytes
        }
        return counts
    }
}

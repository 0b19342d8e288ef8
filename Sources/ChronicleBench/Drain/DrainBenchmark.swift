import CBaseline
import Chronicle
import ChronicleDrain
public import Foundation
import Synchronization

/// Figures of bringing history elsewhere: what a drain costs by itself, and what a copy costs beside the target's own
/// bulk insert.
public struct DrainBenchmark {
    /// What flights are made from.
    public var table: FlightTable
    /// The stores that are measured.
    public var subjects: [ContextSubject]
    /// Where the stores are made.
    public var directory: URL
    /// How many changes the history has.
    public var rows: Int
    /// How often each figure is taken; the median is printed.
    public var rounds: Int

    /// A benchmark of some stores.
    public init(table: FlightTable, subjects: [ContextSubject], directory: URL, rows: Int, rounds: Int) {
        self.table = table
        self.subjects = subjects
        self.directory = directory
        self.rows = rows
        self.rounds = rounds
    }

    /// Prints all figures.
    ///
    /// - Parameter progress: Told what is done now.
    public func run(progress: (String) -> Void) async throws {
        var costs = TextTable(
            header: ["drain of \(rows) changes into nothing", "as rows", "as lines", "memory of a tenth", "of all"],
            rows: [])
        var idle = TextTable(header: ["2 s of nothing to do", "a coordinator and its bridge", "without"], rows: [])
        var copies = TextTable(
            header: ["copy of \(rows) rows", "own bulk insert", "from history", "ratio", "from a snapshot", "ratio"],
            rows: [])
        for subject in subjects {
            try await withFolder { folder in
                progress("\(subject.name): filling")
                let container = try subject.container(in: folder.appending(path: "source"))
                defer { try? container.close() }
                let insert = try fill(container, rows)
                progress("\(subject.name): draining")
                let asRows = try await median { try await drain(container, NullSink(needsLines: false)) }
                let asLines = try await median { try await drain(container, NullSink(needsLines: true)) }
                let (part, all) = (try await partlyDrained(subject, folder), try await memory(container))
                costs.rows.append([subject.name, rate(asRows), rate(asLines), megabytes(part), megabytes(all)])
                progress("\(subject.name): idle")
                idle.rows.append([subject.name] + (try await idleUse(container)))
                progress("\(subject.name): copying")
                let history = try await median { try await copy(container, subject, purged: false) }
                let snapshot = try await median { try await copy(container, subject, purged: true) }
                copies.rows.append([
                    subject.name, rate(insert), rate(history), ratio(insert, history), rate(snapshot),
                    ratio(insert, snapshot),
                ])
            }
        }
        print((costs.lines + [""] + idle.lines + [""] + copies.lines).joined(separator: "\n"))
        print(
            "\nRates are changes or rows a second; a ratio is the copy's rate over that of the store's own bulk insert.\n"
                + "Memory is what the process has to itself at most above what it had before; of lines, as rows take less."
        )
    }

    private func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }

    private func rate(_ seconds: Double) -> String { "\(Int(Double(rows) / seconds / 1000)) k/s" }
    private func ratio(_ insert: Double, _ copy: Double) -> String { String(format: "%.2f", insert / copy) }

    private func median<Figure: Comparable>(_ work: () async throws -> Figure) async throws -> Figure {
        var seen: [Figure] = []
        for _ in 0..<max(rounds, 1) { seen.append(try await work()) }
        return seen.sorted()[seen.count / 2]
    }

    /// Saves flights in batches of a thousand, a context each, as the benchmark's bulk insert does.
    private func fill(_ container: ModelContainer, _ rows: Int) throws -> Double {
        let flights = FlightData(table: table, count: rows).flights
        return try BenchMeasurement.time {
            for start in stride(from: 0, to: flights.count, by: 1000) {
                let context = ModelContext(container)
                for record in flights[start..<min(start + 1000, flights.count)] { context.insert(BenchFlight(record)) }
                try context.save()
            }
        }.seconds
    }

    /// Drains the whole history under a name that is new, with the checkpoint in the store.
    private func drain(_ container: ModelContainer, _ sink: some RemoteSink) async throws -> Double {
        try await finish(try coordinator(container, sink))
    }

    private func coordinator(
        _ container: ModelContainer, _ sink: some RemoteSink
    ) throws -> HistoryDrainCoordinator {
        HistoryDrainCoordinator(
            source: try StoreHistorySource(container),
            checkpoints: try StoreCheckpointStore(container, consumer: "bench \(UUID().uuidString)"), sink: sink)
    }

    /// By how many bytes the process's own memory rises at most while the history is drained.
    private func memory(_ container: ModelContainer) async throws -> Int {
        try await median {
            cb_trim_heap()
            let before = ProcessMemory.own() ?? 0
            let sink = WeighingSink()
            _ = try await drain(container, sink)
            return max(sink.most - before, 0)
        }
    }

    /// What a coordinator that waits uses of the processors, and what the process does without one.
    private func idleUse(_ container: ModelContainer) async throws -> [String] {
        let source = try StoreHistorySource(container)
        let coordinator = try coordinator(container, NullSink(needsLines: false))
        let bridge = HistoryWakeBridge(store: source.store, coordinator: coordinator)
        await coordinator.start()
        try await waitUntilIdle(coordinator)
        let process = ProcessInfo.processInfo.processIdentifier
        // What the last batch has begun ends first.
        try await Task.sleep(for: .milliseconds(200))
        let with = ProcessUse.text(of: process)
        bridge.stop()
        await coordinator.stop()
        return [with, ProcessUse.text(of: process)]
    }

    private func finish(_ coordinator: HistoryDrainCoordinator) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        await coordinator.start()
        try await waitUntilIdle(coordinator)
        let seconds = (clock.now - start) / .seconds(1)
        await coordinator.stop()
        return seconds
    }

    private func waitUntilIdle(_ coordinator: HistoryDrainCoordinator) async throws {
        for await status in await coordinator.statuses() {
            if status.state == .idle { return }
            if case .backingOff(_, let reason) = status.state { throw DrainBenchmarkFailure(description: reason) }
        }
    }

    private func partlyDrained(_ subject: ContextSubject, _ folder: URL) async throws -> Int {
        let container = try subject.container(in: folder.appending(path: "part"))
        defer { try? container.close() }
        _ = try fill(container, max(rows / 10, 1))
        return try await memory(container)
    }

    /// Copies all rows into a new store of the same kind.
    ///
    /// - Parameter purged: Whether the history's beginning is passed over, so that the copy is made of a snapshot.
    private func copy(_ source: ModelContainer, _ subject: ContextSubject, purged: Bool) async throws -> Double {
        try await withFolder { folder in
            let target = try subject.container(in: folder)
            defer { try? target.close() }
            let coordinator = HistoryDrainCoordinator(
                source: try StoreHistorySource(source), checkpoints: MemoryCheckpointStore(),
                sink: try StoreSink(target))
            if purged { await coordinator.recover() }
            let seconds = try await finish(coordinator)
            let count = try ModelContext(target).fetchCount(FetchDescriptor<BenchFlight>())
            guard count == rows else {
                throw DrainBenchmarkFailure(description: "\(subject.name): the copy has \(count) of \(rows) rows")
            }
            return seconds
        }
    }

    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = directory.appending(path: "chronicle-drain-\(UUID().uuidString)")
        for name in ["", "source", "part"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

/// A sink that takes everything and does nothing.
private struct NullSink: RemoteSink {
    let needsLines: Bool
    func acknowledge(_ batch: OutboundHistoryBatch) -> [OperationRefusal] { [] }
}

/// A sink that takes lines and looks at the process's memory at every fourth batch.
private final class WeighingSink: RemoteSink {
    private let seen = Mutex((batches: 0, most: 0))

    var most: Int { seen.withLock { $0.most } }

    func acknowledge(_ batch: OutboundHistoryBatch) -> [OperationRefusal] {
        seen.withLock { seen in
            seen.batches += 1
            if seen.batches % 4 == 0 { seen.most = max(seen.most, ProcessMemory.own() ?? 0) }
        }
        return []
    }
}

/// A figure that was not to be had.
struct DrainBenchmarkFailure: Error, CustomStringConvertible {
    var description: String
}

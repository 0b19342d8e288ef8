import CBaseline
import Chronicle
import ChronicleDrain
public import Foundation

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
            header: ["drain of \(rows) changes into nothing", "as rows", "as lines", "memory, a tenth", "memory, all"],
            rows: [])
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
                let (asRows, _) = try await median { try await drain(container, NullSink(needsLines: false)) }
                let (asLines, peak) = try await median { try await drain(container, NullSink(needsLines: true)) }
                let part = try await partlyDrained(subject, folder)
                costs.rows.append([
                    subject.name, rate(asRows), rate(asLines), "\(part / 1_000_000) MB", "\(peak / 1_000_000) MB",
                ])
                progress("\(subject.name): copying")
                let (history, _) = try await median { try await copy(container, subject, purged: false) }
                let (snapshot, _) = try await median { try await copy(container, subject, purged: true) }
                copies.rows.append([
                    subject.name, rate(insert), rate(history), ratio(insert, history), rate(snapshot),
                    ratio(insert, snapshot),
                ])
            }
        }
        print((costs.lines + [""] + copies.lines).joined(separator: "\n"))
        print(
            "\nRates are changes or rows a second; a ratio is the copy's rate over that of the store's own bulk insert."
        )
    }

    private func rate(_ seconds: Double) -> String { "\(Int(Double(rows) / seconds / 1000)) k/s" }
    private func ratio(_ insert: Double, _ copy: Double) -> String { String(format: "%.2f", insert / copy) }

    private func median(_ work: () async throws -> (Double, Int)) async throws -> (Double, Int) {
        var seen: [(Double, Int)] = []
        for _ in 0..<max(rounds, 1) { seen.append(try await work()) }
        return seen.sorted { $0.0 < $1.0 }[seen.count / 2]
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
    ///
    /// - Returns: The time, and by how many bytes the peak of memory rose.
    private func drain(_ container: ModelContainer, _ sink: some RemoteSink) async throws -> (Double, Int) {
        let name = "bench \(UUID().uuidString)"
        let coordinator = HistoryDrainCoordinator(
            source: try StoreHistorySource(container), checkpoints: try StoreCheckpointStore(container, consumer: name),
            sink: sink)
        cb_trim_heap()
        ProcessMemory.resetPeak()
        let before = ProcessMemory.current()
        let seconds = try await finish(coordinator)
        let rise = (ProcessMemory.current()?.peak ?? 0) - (before?.resident ?? 0)
        return (seconds, max(rise, 0))
    }

    private func finish(_ coordinator: HistoryDrainCoordinator) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        await coordinator.start()
        for await status in await coordinator.statuses() {
            if status.state == .idle { break }
            if case .backingOff(_, let reason) = status.state { throw DrainBenchmarkFailure(description: reason) }
        }
        let seconds = (clock.now - start) / .seconds(1)
        await coordinator.stop()
        return seconds
    }

    private func partlyDrained(_ subject: ContextSubject, _ folder: URL) async throws -> Int {
        let container = try subject.container(in: folder.appending(path: "part"))
        defer { try? container.close() }
        _ = try fill(container, max(rows / 10, 1))
        return try await median { try await drain(container, NullSink(needsLines: true)) }.1
    }

    /// Copies all rows into a new store of the same kind.
    ///
    /// - Parameter purged: Whether the history's beginning is passed over, so that the copy is made of a snapshot.
    private func copy(_ source: ModelContainer, _ subject: ContextSubject, purged: Bool) async throws -> (Double, Int) {
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
            return (seconds, 0)
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

/// A figure that was not to be had.
struct DrainBenchmarkFailure: Error, CustomStringConvertible {
    var description: String
}

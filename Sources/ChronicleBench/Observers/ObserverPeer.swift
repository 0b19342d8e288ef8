import Chronicle
import ChronicleObservers
public import Foundation

/// A second process that observes.
public struct ObserverPeer: Sendable {
    /// Its number.
    public var process: Int32
    /// What it prints.
    public var output: FileHandle
    /// What ends it, by being closed.
    public var input: FileHandle

    /// A process by its parts.
    public init(process: Int32, output: FileHandle, input: FileHandle) {
        self.process = process
        self.output = output
        self.input = input
    }
}

extension ObserverBenchmark {
    /// Observes a store, and prints a line with the number of results and the time at each call, until the input ends.
    public static func runPeer(store name: String, in folder: URL) throws {
        guard let store = ObserverStore.all.first(where: { $0.name == name }) else {
            throw ObserverBenchFailure("no store is called \(name)")
        }
        let container = try store.open(in: folder)
        let keeper = try Keeper.make { try Printer(container) }
        while !FileHandle.standardInput.availableData.isEmpty {}
        withExtendedLifetime(keeper) {}
    }

    /// From the end of a save until another process's closure is called, and what that process does while nothing is saved.
    func secondProcess(_ store: ObserverStore, _ folder: URL) throws {
        guard let startPeer else { return }
        let container = try store.open(in: folder)
        defer { _ = try? container.close() }
        try fill(container, 1_000)
        let peer = try startPeer(store.name, folder)
        var lines = PeerLines(peer.output)
        _ = try lines.time(of: 1_000)
        let context = ModelContext(container)
        var times: [Double] = []
        for number in 1...300 {
            context.insert(BenchEntry(number))
            try context.save()
            let saved = CallTimes.now
            times.append(max(0, (Double(try lines.time(of: 1_000 + number)) - Double(saved)) / 1e9))
        }
        times.sort()
        report(
            store, "wake-up of a second process",
            "median \(ms(times[150])), 99th percentile \(ms(times[297])), longest \(ms(times[299]))")
        // What was begun by the last save ends first.
        Thread.sleep(forTimeInterval: 0.2)
        report(store, "a second process with observers, idle for 2 s", ProcessUse.text(of: peer.process))
        try peer.input.close()
    }
}

/// Prints when results change.
@ObserverDesk private final class Printer {
    private let observer: ResultsObserver<BenchEntry, Never>
    private let history: HistoryObserver
    private var token: ObservationTracking.Token?

    init(_ container: ModelContainer) throws {
        observer = try ResultsObserver(sortBy: [SortDescriptor(\.position)], modelContainer: container)
        history = try HistoryObserver(authors: ["nobody"], modelContainer: container)
        token = withContinuousObservation(options: [.didSet]) { [observer] _ in
            let line = "\(observer.results.count) \(CallTimes.now)\n"
            try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        }
    }
}

/// The lines of a second process.
private struct PeerLines {
    private let output: FileHandle
    private var rest = ""

    init(_ output: FileHandle) { self.output = output }

    /// When the process saw so many results.
    mutating func time(of count: Int) throws -> UInt64 {
        while true {
            while let end = rest.firstIndex(of: "\n") {
                let words = rest[..<end].split(separator: " ")
                rest = String(rest[rest.index(after: end)...])
                if words.count == 2, Int(words[0]) == count, let time = UInt64(words[1]) { return time }
            }
            let data = output.availableData
            guard !data.isEmpty else {
                throw ObserverBenchFailure("the second process ended before it saw \(count) rows")
            }
            rest += String(decoding: data, as: UTF8.self)
        }
    }
}

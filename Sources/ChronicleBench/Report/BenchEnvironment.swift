public import Foundation

/// Where and how a benchmark ran.
public struct BenchEnvironment: Sendable, Codable {
    /// Flights in the main store.
    public var flights: Int
    /// How much of each work was done.
    public var sizes: BenchPlan.Sizes
    /// Rounds.
    public var rounds: Int
    /// When it began.
    public var date: Date
    /// The operating system.
    public var system: String
    /// The processor's name, where the system tells it.
    public var processor: String
    /// Processor cores that were on.
    public var cores: Int
    /// Whether the benchmark itself was compiled without optimisation, which makes its times worthless.
    public var isDebugBuild: Bool
    /// Versions of the engines' libraries, by name.
    public var engines: [String: String]

    /// Of a run on this machine that begins now.
    public init(plan: BenchPlan, rounds: Int) {
        self.init(flights: plan.flights.count, sizes: plan.sizes, rounds: rounds, date: Date())
    }

    package init(flights: Int, sizes: BenchPlan.Sizes, rounds: Int, date: Date) {
        self.flights = flights
        self.sizes = sizes
        self.rounds = rounds
        self.date = date
        system = ProcessInfo.processInfo.operatingSystemVersionString
        processor = Self.processorName() ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        #if DEBUG
        isDebugBuild = true
        #else
        isDebugBuild = false
        #endif
        let versions = ["SQLite": RawSQLiteSubject.engineVersion, "LMDB": RawLMDBSubject.engineVersion]
        engines = versions.compactMapValues(\.self)
    }

    private static func processorName() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What ran, in one line.
    public var summary: String {
        let engines = engines.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return
            (["\(flights) flights", rounds == 1 ? "one round" : "\(rounds) rounds"] + engines + [
                "\(cores) cores of \(processor)", system,
            ])
            .joined(separator: ", ")
    }
}

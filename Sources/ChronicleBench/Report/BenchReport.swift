public import Foundation

/// One subject's figures for one workload.
public struct BenchResult: Sendable, Codable {
    /// The work.
    public var workload: BenchWorkload
    /// The subject's name.
    public var subject: String
    /// Flights, reads or queries in each run.
    public var operations: Int
    /// Wall time of each round in seconds, in the order of the rounds.
    public var samples: [Double]
    /// Over the samples, in seconds.
    public var seconds: BenchStatistics
    /// The subject that this one is divided by.
    public var baseline: String?
    /// How many times the baseline's time it took: the median of the ratios of each round, so that a machine that
    /// was busy for a whole round does not count.
    public var ratio: Double?

    /// The median of one operation, in microseconds.
    public var microsecondsEach: Double { seconds.median / Double(max(operations, 1)) * 1e6 }
}

/// Where and how a benchmark ran.
public struct BenchEnvironment: Sendable, Codable {
    /// Flights in the main store.
    public var flights: Int
    /// Rounds.
    public var rounds: Int
    /// When it began.
    public var date: Date
    /// The operating system.
    public var system: String
    /// Processor cores that were on.
    public var cores: Int
    /// Whether the benchmark itself was compiled without optimisation, which makes its figures worthless.
    public var isDebugBuild: Bool
    /// Versions of the engines' libraries, by name.
    public var engines: [String: String]

    init(flights: Int, rounds: Int, date: Date) {
        self.flights = flights
        self.rounds = rounds
        self.date = date
        system = ProcessInfo.processInfo.operatingSystemVersionString
        cores = ProcessInfo.processInfo.activeProcessorCount
        #if DEBUG
        isDebugBuild = true
        #else
        isDebugBuild = false
        #endif
        let versions = ["SQLite": RawSQLiteSubject.engineVersion, "LMDB": RawLMDBSubject.engineVersion]
        engines = versions.compactMapValues(\.self)
    }
}

/// The outcome of a benchmark: every subject did every workload with the same results, and took so long.
public struct BenchReport: Sendable, Codable {
    /// Where and how it ran.
    public var environment: BenchEnvironment
    /// Subjects in the order of the table's columns.
    public var subjects: [String]
    /// One for each workload and subject that has it.
    public var results: [BenchResult]

    /// The figures of a subject for a workload.
    public func result(_ workload: BenchWorkload, of subject: String) -> BenchResult? {
        results.first { $0.workload == workload && $0.subject == subject }
    }

    /// The report as JSON with sorted keys, dates as ISO 8601, seconds as numbers.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }

    /// Reads what `json()` wrote.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        self = try decoder.decode(BenchReport.self, from: json)
    }

    init(environment: BenchEnvironment, subjects: [String], results: [BenchResult]) {
        self.environment = environment
        self.subjects = subjects
        self.results = results
    }
}

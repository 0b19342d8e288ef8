public import Foundation

/// The outcome of a benchmark: every subject did every workload rightly, and took so long.
public struct BenchReport: Sendable, Codable {
    /// Who took part.
    public struct Subject: Sendable, Codable, Equatable {
        /// The name.
        public var name: String
        /// Whether it is an engine by itself, which stores are compared with.
        public var isEngine: Bool

        package init(name: String, isEngine: Bool) {
            self.name = name
            self.isEngine = isEngine
        }

        init(_ subject: any BenchSubject) {
            self.init(name: subject.name, isEngine: subject.isEngine)
        }
    }

    /// The version of the JSON form that this library writes and reads.
    public static let format = 2

    /// The version of the report's own JSON form.
    public var format: Int
    /// Where and how it ran.
    public var environment: BenchEnvironment
    /// Subjects in the order of the table's columns.
    public var subjects: [Subject]
    /// One for each workload and subject that has it.
    public var results: [BenchResult]

    /// The workloads that were reported, in their order.
    public var workloads: [BenchWorkload] {
        let present = Set(results.map(\.workload))
        return BenchWorkload.allCases.filter(present.contains)
    }

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
    ///
    /// - Throws: ``BenchReportError`` when it is no report, or one of another version.
    public init(json: Data) throws {
        struct Head: Decodable { var format: Int }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let head = try? decoder.decode(Head.self, from: json) else {
            throw BenchReportError(reason: "it is not a benchmark's JSON report")
        }
        guard head.format == Self.format else {
            throw BenchReportError(
                reason: "it has format \(head.format), and this version reads \(Self.format): run the benchmark again")
        }
        do {
            self = try decoder.decode(BenchReport.self, from: json)
        } catch {
            throw BenchReportError(reason: "it is damaged: \(error)")
        }
    }

    package init(environment: BenchEnvironment, subjects: [Subject], results: [BenchResult]) {
        format = Self.format
        self.environment = environment
        self.subjects = subjects
        self.results = results
    }
}

/// Why a report could not be read.
public struct BenchReportError: Error, CustomStringConvertible {
    /// What is wrong with it.
    public var reason: String
    /// What is wrong with it.
    public var description: String { reason }
}

import Foundation

/// The benchmark as a command: reads its arguments, runs it, and prints the report.
public struct BenchCommand {
    /// What is wrong with the arguments.
    public struct UsageError: Error, CustomStringConvertible {
        /// One line.
        public let description: String
    }

    /// How the command is called.
    public static let usage = """
        --flights FILE    a flights.csv to take the flights from
        --rows N          how many flights (100000)
        --rounds N        how many rounds (5)
        --only A,B        only these workloads: \(BenchWorkload.allCases.map(\.rawValue).joined(separator: ", "))
        --subjects A,B    only subjects whose name contains one of these texts
        --in DIRECTORY    where the stores are made (the temporary folder)
        --json FILE       also writes the report as JSON
        --micro           only the figures of single operations: property reads, memory of a fetch, cold open
        """

    var flights = URL(filePath: "flights.csv")
    var rows = 100_000
    var rounds = 5
    var workloads = BenchWorkload.allCases
    var subjects: [String] = []
    var directory = FileManager.default.temporaryDirectory
    var json: URL?
    var isMicro = false
    var memoryOf: String?

    /// Runs the command.
    ///
    /// - Throws: ``UsageError`` for wrong arguments; what the table, a store or the runner throws.
    public static func run(arguments: [String]) throws {
        let command = try BenchCommand(arguments)
        if let subject = command.memoryOf {
            try MicroBenchmark(command).printMemory(of: subject)
        } else if command.isMicro {
            try MicroBenchmark(command).run()
        } else {
            try command.runWorkloads()
        }
    }

    private init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--micro" {
                isMicro = true
                continue
            }
            guard let value = rest.popFirst() else { throw UsageError(description: "\(option) needs a value") }
            switch option {
            case "--flights": flights = URL(filePath: value)
            case "--rows": rows = try Self.number(option, value, least: 4)
            case "--rounds": rounds = try Self.number(option, value, least: 1)
            case "--only":
                workloads = try value.split(separator: ",").map { name in
                    guard let workload = BenchWorkload(rawValue: String(name)) else {
                        throw UsageError(description: "\(name) is not a workload")
                    }
                    return workload
                }
            case "--subjects": subjects = value.split(separator: ",").map(String.init)
            case "--in": directory = URL(filePath: value)
            case "--json": json = URL(filePath: value)
            case "--memory-of": memoryOf = value
            default: throw UsageError(description: "\(option) is not an option of the benchmark")
            }
        }
    }

    private static func number(_ option: String, _ text: String, least: Int) throws -> Int {
        guard let number = Int(text), number >= least else {
            throw UsageError(description: "\(option) needs a number of at least \(least)")
        }
        return number
    }

    private func runWorkloads() throws {
        let plan = BenchPlan(data: FlightData(table: try FlightTable(contentsOf: flights), count: rows))
        let runner = BenchRunner(plan: plan, workloads: workloads, rounds: rounds)
        let chosen = ContextSubject.all.filter { subject in
            subjects.isEmpty || subjects.contains { subject.name.contains($0) }
        }
        let report = try runner.run(chosen, in: directory)
        if let json { try report.json().write(to: json) }
        print(report.table(), terminator: "")
    }
}

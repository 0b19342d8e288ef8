/// All samples and counts so far.
struct BenchTally {
    private struct Key: Hashable {
        var workload: BenchWorkload
        var subject: String
    }
    private var samples: [Key: [BenchMeasurement]] = [:]
    private var counts: [Key: [BenchCounter: Int]] = [:]

    mutating func add(_ measurement: BenchMeasurement, _ workload: BenchWorkload, _ subject: String) {
        samples[Key(workload: workload, subject: subject), default: []].append(measurement)
    }

    mutating func add(_ counted: [BenchCounter: Int], _ workload: BenchWorkload, _ subject: String) {
        counts[Key(workload: workload, subject: subject)] = counted
    }

    func result(_ workload: BenchWorkload, of subject: any BenchSubject) -> BenchResult? {
        let key = Key(workload: workload, subject: subject.name)
        let measured = samples[key] ?? []
        let seconds = measured.map(\.seconds)
        guard let statistics = BenchStatistics(seconds) else { return nil }
        var result = BenchResult(
            workload: workload, subject: subject.name, operations: measured[0].operations, samples: seconds,
            seconds: statistics, counts: counts[key] ?? [:])
        if let name = subject.baseline, let base = samples[Key(workload: workload, subject: name)] {
            result.baseline = name
            result.ratio = BenchStatistics(zip(seconds, base).map { $0 / $1.seconds })
        }
        return result
    }
}

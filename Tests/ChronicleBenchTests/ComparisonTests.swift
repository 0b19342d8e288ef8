import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark comparisons")
struct ComparisonTests {
    private let engine = MadeUpReport.engine
    private let store = MadeUpReport.store
    private let other = MadeUpReport.other

    private func compare(
        _ old: [(String, [Double])], _ new: [(String, [Double])], machine: String = "Made up",
        oldCounts: [BenchCounter: Int] = [:], newCounts: [BenchCounter: Int] = [:]
    ) throws -> BenchComparison {
        let old = MadeUpReport(milliseconds: old.map { ($0.0, $0.1) }, counts: oldCounts)
        let new = MadeUpReport(processor: machine, milliseconds: new.map { ($0.0, $0.1) }, counts: newCounts)
        return try BenchComparison(old: try old.report(), new: try new.report())
    }

    @Test("A report compared with itself has nothing to say")
    func same() throws {
        let comparison = try compare([(other, [10, 11, 12])], [(other, [10, 11, 12])])
        #expect(comparison.worse.isEmpty && comparison.better.isEmpty && comparison.warnings.isEmpty)
        #expect(comparison.text().contains("Nothing got slower or larger"))
    }

    @Test("A tenth is noise even where the rounds agreed, more is not")
    func least() throws {
        #expect(try compare([(other, [100, 100, 100])], [(other, [109, 109, 109])]).worse.isEmpty)
        let slower = try compare([(other, [100, 100, 100])], [(other, [112, 112, 112])])
        #expect(slower.worse.map(\.figure) == ["time"])
        #expect(slower.worse.first?.noise == BenchComparison.leastNoise)
        let faster = try compare([(other, [112, 112, 112])], [(other, [100, 100, 100])])
        #expect(faster.worse.isEmpty && faster.better.count == 1)
    }

    @Test("Rounds that lay far apart, in either report, make the noise larger")
    func spreads() throws {
        // Spreads of 40 and 20 in a hundred: what is within 30 is noise.
        let old = [80.0, 100, 120]
        #expect(try compare([(other, old)], [(other, [115, 128, 141])]).worse.isEmpty)
        #expect(try compare([(other, old)], [(other, [120, 133, 146])]).worse.count == 1)
        #expect(try compare([(other, [100, 100, 100])], [(other, [50, 125, 200])]).worse.isEmpty)
    }

    @Test("A whole machine that is slower makes no store slower than its engine")
    func ratios() throws {
        let old = [(engine, [10.0, 10, 10]), (store, [20.0, 20, 20])]
        let slow = try compare(old, [(engine, [15, 15, 15]), (store, [30, 30, 30])])
        #expect(slow.worse.isEmpty)
        #expect(slow.drift == 1.5)
        let worse = try compare(old, [(engine, [10, 10, 10]), (store, [30, 30, 30])])
        #expect(worse.worse.map(\.figure) == ["ratio"])
        #expect(worse.worse.first?.subject == store)
        #expect(worse.text().contains("2.00x of the baseline -> 3.00x of the baseline"))
    }

    @Test("The raw engines are not judged")
    func engines() throws {
        let comparison = try compare([(engine, [10, 10, 10])], [(engine, [100, 100, 100])])
        #expect(comparison.worse.isEmpty)
        #expect(comparison.judged == 0)
    }

    @Test("Differences that a clock can hardly tell are noise")
    func tiny() throws {
        #expect(try compare([(other, [0.02, 0.02, 0.02])], [(other, [0.06, 0.06, 0.06])]).worse.isEmpty)
    }

    @Test("Of another machine, times are not judged, ratios and counts are, and it says so")
    func otherMachine() throws {
        let comparison = try compare(
            [(engine, [10, 10, 10]), (store, [20, 20, 20]), (other, [10, 10, 10])],
            [(engine, [10, 10, 10]), (store, [40, 40, 40]), (other, [90, 90, 90])], machine: "Other",
            oldCounts: [.transactions: 10], newCounts: [.transactions: 11])
        #expect(comparison.warnings.contains { $0.contains("Another machine") })
        #expect(Set(comparison.worse.map(\.figure)) == ["ratio", "transactions"])
    }

    @Test("Counts that do not depend on the machine are held to nearly what they were")
    func counts() throws {
        func worse(_ counter: BenchCounter, _ old: Int, _ new: Int) throws -> Int {
            try compare(
                [(other, [1, 1, 1])], [(other, [1, 1, 1])], oldCounts: [counter: old], newCounts: [counter: new]
            ).worse.count
        }
        #expect(try worse(.transactions, 100, 101) == 1)
        #expect(try worse(.syncs, 0, 1) == 1)
        #expect(try worse(.allocations, 10_000, 10_100) == 0)
        #expect(try worse(.allocations, 10_000, 10_300) == 1)
        #expect(try worse(.bytesWritten, 1_000_000, 1_010_000) == 0)
        #expect(try worse(.bytesWritten, 1_000_000, 1_030_000) == 1)
        #expect(try worse(.heapBytes, 1_000_000, 1_090_000) == 0)
        #expect(try worse(.peakBytes, 1_000_000, 9_000_000) == 0)
    }

    @Test("Reports of other work are refused, with what to give")
    func refusals() throws {
        let one = try MadeUpReport(milliseconds: [(other, [1, 1, 1])]).report()
        func reason(_ made: MadeUpReport, isDebugBuild: Bool? = nil) throws -> String {
            var old = try made.report()
            if let isDebugBuild { old.environment.isDebugBuild = isDebugBuild }
            let error = #expect(throws: BenchComparison.Refusal.self) { try BenchComparison(old: old, new: one) }
            return error?.reason ?? ""
        }
        #expect(try reason(MadeUpReport(flights: 200)).contains("--rows"))
        #expect(try reason(MadeUpReport(batch: 10)).contains("--batch"))
        let isDebug = one.environment.isDebugBuild
        #expect(try reason(MadeUpReport(), isDebugBuild: !isDebug).contains("debug build"))
    }

    @Test("What has no counterpart and too few rounds are warned of")
    func warnings() throws {
        var made = MadeUpReport(milliseconds: [(other, [1, 1, 1])])
        let old = try made.report()
        made.milliseconds.append((store, [1, 1, 1]))
        made.rounds = 1
        let comparison = try BenchComparison(old: old, new: try made.report())
        #expect(comparison.warnings.contains { $0.contains("1 results have nothing to be compared with") })
        #expect(comparison.warnings.contains { $0.contains("--rounds 5") })
    }
}

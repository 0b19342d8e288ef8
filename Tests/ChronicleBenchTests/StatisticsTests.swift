import ChronicleBench
import Testing

@Suite("Benchmark statistics")
struct StatisticsTests {
    @Test("Median, extremes and spread")
    func statistics() throws {
        #expect(BenchStatistics([]) == nil)
        let odd = try #require(BenchStatistics([3, 1, 2]))
        #expect(odd.median == 2 && odd.minimum == 1 && odd.maximum == 3 && odd.spread == 1)
        let even = try #require(BenchStatistics([4, 1, 2, 3]))
        #expect(even.median == 2.5)
        #expect(BenchStatistics([0])?.spread == 0)
    }

    #if os(Linux)
    @Test("The process says how much memory it has, and the peak is no less")
    func memory() throws {
        let memory = try #require(ProcessMemory.current())
        #expect(memory.resident > 1 << 20)
        #expect(memory.peak >= memory.resident)
    }
    #endif
}

import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark counts")
struct CountTests {
    private func counts(_ workloads: [BenchWorkload]) throws -> BenchReport {
        try Fixture.withFolder { folder in
            try BenchRunner(plan: try Fixture.plan(), workloads: workloads, rounds: 1)
                .run(ContextSubject.all, in: folder)
        }
    }

    @Test("A save is one transaction on every store with files, and a read is none")
    func transactions() throws {
        let report = try counts([.insertSingles, .insertSinglesFull, .update, .fetchAll, .filterSortLimit])
        for result in report.results where result.subject != "Chronicle memory" {
            let transactions = try #require(result.counts[.transactions])
            switch result.workload {
            // One more for the block of keys that the store takes.
            case .insertSingles, .insertSinglesFull:
                #expect((result.operations...result.operations + 1).contains(transactions), "\(result.subject)")
            case .update: #expect(transactions == (100 + 6) / 7, "\(result.subject)")
            default: #expect(transactions == 0, "\(result.subject), \(result.workload)")
            }
        }
    }

    #if os(Linux)
    @Test("Writes and their bytes are counted for those that write, and files have a size")
    func writes() throws {
        let report = try counts([.insertBatches, .coldOpen, .fetchAll])
        for result in report.results where result.subject != "Chronicle memory" {
            switch result.workload {
            case .insertBatches:
                #expect(try #require(result.counts[.writes]) > 0)
                #expect(try #require(result.counts[.bytesWritten]) > 400 * 100)
            case .coldOpen: #expect(try #require(result.counts[.fileBytes]) > 400 * 100)
            // Others write meanwhile: `BenchTests` holds reads to nothing written, in a process of their own.
            default: #expect(result.counts[.writes] != nil)
            }
        }
    }

    @Test("What the kernel says of writes is read, and nothing else is")
    func processWrites() throws {
        let text = "rchar: 1\nwchar: 4096\nsyscr: 2\nsyscw: 7\nwrite_bytes: 9\n"
        #expect(ProcessWrites(text: text) == ProcessWrites(text: "syscw: 7\nwchar: 4096\n"))
        #expect(ProcessWrites(text: text)?.calls == 7)
        #expect(ProcessWrites(text: text)?.bytes == 4096)
        #expect(ProcessWrites(text: "wchar: many\nsyscw: 7") == nil)
        #expect(ProcessWrites.current() != nil)
    }
    #endif

    @Test("A file that is no LMDB file has no transactions")
    func otherFiles() throws {
        try Fixture.withFolder { folder in
            let file = folder.appendingPathComponent("data.mdb")
            #expect(LMDBFile.transaction(of: file) == nil)
            for bytes in [Data(), Data(count: 100), Data(count: 10_000)] {
                try bytes.write(to: file)
                #expect(LMDBFile.transaction(of: file) == nil)
            }
            #expect(LMDBFile.transactions(in: folder) == 0)
        }
    }

    @Test("Every counter has a title of its own")
    func titles() {
        #expect(Set(BenchCounter.allCases.map(\.title)).count == BenchCounter.allCases.count)
    }
}

import ChronicleBench
import Foundation
import Testing

/// What the stores may do for their work, in counts that do not depend on the machine; no time is looked at.
///
/// The benchmark runs once, in a process of its own, since its counts are those of a whole process.
@Suite struct BenchGateTests {
    private static let singles = 200
    private static let stores = [("Chronicle SQLite", "raw SQLite"), ("Chronicle LMDB", "raw LMDB")]

    private static let report = Task { () async throws -> BenchReport in
        var report: BenchReport?
        try await CommandLine.inFolder { folder in
            let json = folder.appending(path: "counts.json")
            let outcome = try await CommandLine.run(
                "bench", "--rows", "2000", "--rounds", "1", "--singles", "\(singles)", "--batch", "500", "--in",
                folder.path, "--json", json.path)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            report = try BenchReport(json: Data(contentsOf: json))
        }
        return try #require(report)
    }

    private func result(_ workload: BenchWorkload, of subject: String) async throws -> BenchResult {
        try #require(try await Self.report.value.result(workload, of: subject), "\(subject), \(workload)")
    }

    private func count(_ counter: BenchCounter, _ workload: BenchWorkload, of subject: String) async throws -> Int {
        try #require(try await result(workload, of: subject).counts[counter], "\(subject), \(workload), \(counter)")
    }

    /// A count for one operation.
    private func each(_ counter: BenchCounter, _ workload: BenchWorkload, of subject: String) async throws -> Double {
        Double(try await count(counter, workload, of: subject))
            / Double(try await result(workload, of: subject).operations)
    }

    @Test(arguments: [BenchWorkload.insertSinglesOff, .insertSingles, .insertSinglesFull])
    func aSaveIsOneTransaction(workload: BenchWorkload) async throws {
        for (store, _) in Self.stores {
            let saves = try await result(workload, of: store).operations
            let transactions = try await count(.transactions, workload, of: store)
            // One more takes the block of keys.
            #expect((saves...saves + 1).contains(transactions), "\(store): \(transactions) for \(saves) saves")
        }
    }

    @Test func aBatchAndABulkDeleteAreOneTransactionEach() async throws {
        for (store, raw) in Self.stores {
            // A block of keys is taken for each context at most.
            let batches = try await count(.transactions, .insertBatches, of: raw)
            #expect(try await count(.transactions, .insertBatches, of: store) <= 2 * batches)
            for workload in [BenchWorkload.update, .delete, .bulkDelete, .historyPurge] {
                let (ours, floor) = (
                    try await count(.transactions, workload, of: store),
                    try await count(.transactions, workload, of: raw)
                )
                #expect(ours == floor, "\(store), \(workload): \(ours), raw \(floor)")
            }
        }
    }

    #if canImport(Glibc)
    @Test func aDurableSaveIsSyncedOnceAndAnUnsyncedOneNever() async throws {
        for (store, _) in Self.stores {
            let saves = try await result(.insertSinglesFull, of: store).operations
            let syncs = try await count(.syncs, .insertSinglesFull, of: store)
            // The few more are of checkpoints and of the block of keys.
            #expect((saves...saves + saves / 20).contains(syncs), "\(store): \(syncs) for \(saves) saves")
            #expect(try await count(.syncs, .insertSinglesOff, of: store) == 0)
        }
        let usual = try await count(.syncs, .insertSingles, of: "Chronicle SQLite")
        #expect(usual <= Self.singles / 20, "SQLite syncs at checkpoints only: \(usual)")
    }

    @Test func readsWriteAndSyncNothing() async throws {
        for subject in try await Self.report.value.subjects.map(\.name) {
            for workload in BenchWorkload.allCases where !workload.isWrite && workload != .coldOpen {
                for counter in [BenchCounter.transactions, .writes, .bytesWritten, .syncs] {
                    let counted = try await count(counter, workload, of: subject)
                    #expect(counted == 0, "\(subject), \(workload): \(counted) \(counter.title)")
                }
            }
        }
    }

    @Test func whatIsWrittenIsLittleMoreThanByTheRawEngine() async throws {
        for (store, raw) in Self.stores {
            for (workload, most) in [
                (BenchWorkload.insertSingles, 1.4), (.insertBatches, 1.15), (.update, 1.3), (.delete, 1.3),
            ] {
                let (ours, floor) = (
                    try await each(.bytesWritten, workload, of: store), try await each(.bytesWritten, workload, of: raw)
                )
                #expect(ours <= most * floor, "\(store), \(workload): \(ours) bytes each, raw \(floor)")
            }
            let (ours, floor) = (
                try await each(.writes, .insertSingles, of: store), try await each(.writes, .insertSingles, of: raw)
            )
            #expect(ours <= floor + 4, "\(store): \(ours) system calls that write a save, raw \(floor)")
            let (size, least) = (
                try await count(.fileBytes, .coldOpen, of: store), try await count(.fileBytes, .coldOpen, of: raw)
            )
            #expect(Double(size) <= 1.15 * Double(least), "\(store): a file of \(size), raw \(least)")
        }
    }

    @Test func allocationsForAModelHaveACeiling() async throws {
        let isDebug = try await Self.report.value.environment.isDebugBuild
        // The most for an operation, in a debug build and in a release build.
        let ceilings: [(BenchWorkload, debug: Double, release: Double)] = [
            (.fetchAll, 4.5, 4), (.fetchByIdentifier, 24, 12), (.insertBatches, 100, 14), (.insertSingles, 160, 52),
            (.update, 100, 48), (.delete, 200, 54),
        ]
        for store in ["Chronicle SQLite", "Chronicle LMDB", "Chronicle memory"] {
            for (workload, debug, release) in ceilings {
                let (ours, most) = (try await each(.allocations, workload, of: store), isDebug ? debug : release)
                #expect(ours <= most, "\(store), \(workload): \(ours) allocations each")
            }
        }
    }
    #endif

    @Test func aQueryIsOneStatement() async throws {
        let store = "Chronicle SQLite"
        for workload in [
            BenchWorkload.fetchByIdentifier, .fetchByUnique, .filterSortLimit, .countFiltered, .textContains,
            .textPrefix, .relationshipPath,
        ] {
            #expect(try await each(.statements, workload, of: store) == 1, "\(workload)")
        }
        #expect(try await count(.statements, .fetchAll, of: store) == 1)
        #expect(try await count(.statements, .fetchMembers, of: store) == 1)
        let save = try await each(.statements, .insertSingles, of: store)
        #expect(save <= 6.5, "a save of one row runs \(save) statements")
        let row = try await each(.statements, .insertBatches, of: store)
        #expect(row <= 2.1, "a row of a batch runs \(row) statements")
    }
}

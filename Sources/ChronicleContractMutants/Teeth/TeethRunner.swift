import ChronicleContract
import Foundation
import Synchronization

/// Puts mutants, and the stores that they are made of, to clauses: each in child processes of its own, as many at once as there
/// are processors.
struct TeethRunner: Sendable {
    var process: TeethProcess
    /// The mutants; those with a fault.
    var mutants: [ContractMutant]
    /// The clauses.
    var clauses: [ContractClause]
    /// The clauses that must catch mutants.
    var expected: [ContractMutantKill]
    /// Whether every mutant is put to every clause; else only to those that name it.
    var isWhole: Bool
    var workers = max(1, ProcessInfo.processInfo.activeProcessorCount)

    func run(progress: @Sendable @escaping (String) -> Void) async -> TeethReport {
        let start = ContinuousClock.now
        let tried = clauses.filter { if case .untested = $0.level { false } else { true } }.map(\.id)
        let expected = expected.filter { kill in
            mutants.contains { $0.id == kill.mutant }
                && (tried.contains(kill.clause) || StoreContract.clause(kill.clause) == nil)
        }
        var jobs: [Job] = []
        for base in PlainBase.all {
            let ids = mutants.filter { $0.base == base }.map(\.id)
            let named = Set(expected.filter { ids.contains($0.mutant) }.map(\.clause))
            let clauses = isWhole ? tried : tried.filter(named.contains)
            if !clauses.isEmpty { jobs.append(Job(store: "plain:\(base.tag)", fault: nil, clauses: clauses)) }
        }
        for mutant in mutants {
            let named = Set(expected.filter { $0.mutant == mutant.id }.map(\.clause))
            let clauses = isWhole ? tried : tried.filter(named.contains)
            jobs.append(Job(store: "mutant:\(mutant.id)", fault: mutant.fault, clauses: clauses))
        }
        let runs = await run(jobs, expected, progress)
        var report = TeethReport(
            sound: runs.filter { $0.fault == nil }, mutants: runs.filter { $0.fault != nil }, expected: expected,
            clauses: tried, isWhole: isWhole)
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    private struct Job: Sendable {
        var store: String
        var fault: String?
        var clauses: [String]
    }

    /// How often a clause that is to catch a mutant is tried before the mutant counts as its survivor. Faults that only a
    /// race or a kill brings out may stay hidden once; a clause that cannot catch its mutant never does.
    private static let tries = 4

    private func run(
        _ jobs: [Job], _ expected: [ContractMutantKill], _ progress: @Sendable @escaping (String) -> Void
    ) async -> [TeethRun] {
        let process = process
        let workers = workers
        return await withCheckedContinuation { continuation in
            // Threads of their own, since each waits for a child process.
            DispatchQueue.global().async {
                let next = Mutex(0)
                let runs = Mutex<[Int: TeethRun]>([:])
                let group = DispatchGroup()
                for _ in 0..<workers {
                    group.enter()
                    Thread.detachNewThread {
                        while true {
                            let index = next.withLock { next in
                                defer { next += 1 }
                                return next
                            }
                            guard index < jobs.count else { break }
                            var run = process.run(jobs[index].store, fault: jobs[index].fault, jobs[index].clauses)
                            if run.store.hasPrefix("mutant:") { run.store = String(run.store.dropFirst(7)) }
                            for _ in 1..<Self.tries {
                                let missed = run.missed(expected)
                                if missed.isEmpty { break }
                                run.replace(with: process.run(jobs[index].store, fault: jobs[index].fault, missed))
                            }
                            let done = runs.withLock { runs in
                                runs[index] = run
                                return runs.count
                            }
                            progress(
                                "\(done) of \(jobs.count)  \(run.store)  \(run.kills.count) of \(run.verdicts.count) clauses, "
                                    + "\(Int(run.seconds.rounded())) s")
                        }
                        group.leave()
                    }
                }
                group.notify(queue: .global()) {
                    continuation.resume(returning: runs.withLock { runs in jobs.indices.compactMap { runs[$0] } })
                }
            }
        }
    }
}

import ChronicleBench
import Foundation
import Testing

/// A table of a few made-up rows, and what is derived from it.
enum Fixture {
    static let csv = """
        year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,carrier,flight,tailnum,origin,dest,distance,hour,minute,time_hour
        2013,1,1,517,515,2,830,UA,1545,N14228,EWR,IAH,1400,5,15,2013-01-01T10:00:00Z
        2013,1,1,533,529,64,850,UA,1714,N24211,LGA,IAH,1416,5,29,2013-01-01T10:00:00Z
        2013,1,1,NA,540,NA,NA,AA,1141,NA,JFK,MIA,1089,5,40,2013-01-01T10:00:00Z
        2013,1,1,640,600,40,NA,B6,725,N804JB,JFK,BQN,1576,6,0,2013-01-01T11:00:00Z
        2013,1,1,554,600,-6,812,DL,461,N668DN,EWR,ATL,762,6,0,2013-01-01T11:00:00Z
        """

    static func plan(count: Int = 400) throws -> BenchPlan {
        var sizes = BenchPlan.Sizes()
        sizes.batch = 30
        sizes.singles = 20
        sizes.durableSingles = 5
        sizes.queries = 6
        sizes.changeBatch = 7
        return BenchPlan(data: FlightData(table: try FlightTable(csv: csv), count: count), sizes: sizes)
    }

    /// The report of a run of all subjects, which is made once.
    static let whole = Result { () throws in
        try withFolder { try BenchRunner(plan: try plan(), rounds: 2).run(ContextSubject.all, in: $0) }
    }

    /// Runs the work in a new folder that is gone afterwards.
    static func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }

    /// The raw engines of this build.
    static var rawSubjects: [any BenchSubject] {
        var subjects: [any BenchSubject] = []
        if RawSQLiteSubject.engineVersion != nil { subjects.append(RawSQLiteSubject()) }
        if RawLMDBSubject.engineVersion != nil { subjects.append(RawLMDBSubject()) }
        return subjects
    }
}

/// A report made by hand: a raw engine, a store over it, and a store that is compared with nothing.
struct MadeUpReport {
    var processor = "Made up"
    var flights = 100
    var batch = 1_000
    var rounds = 5
    /// The samples of `insertBatches` in milliseconds, by subject.
    var milliseconds: [(subject: String, samples: [Double])] = []
    var counts: [BenchCounter: Int] = [:]

    static let engine = "raw <&\"'>"
    static let store = "store"
    static let other = "other"

    func report() throws -> BenchReport {
        var sizes = BenchPlan.Sizes()
        sizes.batch = batch
        var environment = BenchEnvironment(flights: flights, sizes: sizes, rounds: rounds, date: Date())
        environment.processor = processor
        let base = milliseconds.first { $0.subject == Self.engine }?.samples
        let results = try milliseconds.map { subject, samples in
            let seconds = samples.map { $0 / 1e3 }
            var result = BenchResult(
                workload: .insertBatches, subject: subject, operations: 1_000, samples: seconds,
                seconds: try #require(BenchStatistics(seconds)), counts: counts)
            if subject == Self.store, let base {
                result.baseline = Self.engine
                result.ratio = BenchStatistics(zip(samples, base).map { $0 / $1 })
            }
            return result
        }
        return BenchReport(
            environment: environment,
            subjects: milliseconds.map { .init(name: $0.subject, isEngine: $0.subject == Self.engine) },
            results: results)
    }
}

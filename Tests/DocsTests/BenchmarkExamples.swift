import ChronicleBench
import ChronicleLMDB
import Foundation
import Testing

@Suite struct BenchmarkExamples {
    @Test func aStoreOfYourOwn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let flights = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/ChronicleCommand/Resources/flights.csv")
        // docs: own-store
        let mine = ContextSubject(name: "my store", baseline: "Chronicle memory") { folder in
            .lmdb(at: folder.appending(path: "mine"))  // your store's configuration stands here
        }
        let table = try FlightTable(contentsOf: flights)
        let plan = BenchPlan(data: FlightData(table: table, count: 1_000))
        let runner = BenchRunner(plan: plan, workloads: [.insertBatches, .fetchAll, .update], rounds: 3)
        let report = try runner.run(ContextSubject.all + [mine], in: folder)
        print(report.table())
        try Data(report.html().utf8).write(to: folder.appending(path: "report.html"))
        // end
        #expect(report.result(.fetchAll, of: "my store")?.ratio != nil)
        #expect(report.result(.insertSingles, of: "my store") == nil)
    }
}

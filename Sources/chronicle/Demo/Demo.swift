import Chronicle
import Foundation

/// `chronicle demo`: the same work on every store, with equal answers.
struct Demo {
    var store: String?
    var flights: String?
    var directory: String?

    /// Runs the demo and prints its report.
    ///
    /// - Returns: Whether all stores gave the same results.
    /// - Throws: ``DemoFailure`` with nothing left behind.
    func run() throws -> Bool {
        let tables = try FlightTables(flights: flights.map { URL(filePath: $0) })
        if let store {
            return try run(on: [DemoStore(url: store)], tables)
        }
        let folder = try WorkFolder(directory)
        defer { folder.remove() }
        let isEqual = try run(on: DemoStore.all(in: folder.url), tables)
        folder.keep()
        return isEqual
    }

    private func run(on stores: [DemoStore], _ tables: FlightTables) throws -> Bool {
        var runs: [StoreRun] = []
        for store in stores {
            do {
                runs.append(try StoreRun(store, tables))
            } catch let failure as DemoFailure {
                throw failure
            } catch {
                throw DemoFailure("\(store.url): \(error)")
            }
        }
        let report = DemoReport(tables: tables, runs: runs)
        print(report.text)
        return report.isEqual
    }
}

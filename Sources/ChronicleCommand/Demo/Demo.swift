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

    /// When a store fails, what was made on the others goes too.
    private func run(on stores: [DemoStore], _ tables: FlightTables) throws -> Bool {
        let before = stores.map { $0.files() }
        var runs: [StoreRun] = []
        for store in stores {
            do {
                runs.append(try StoreRun(store, tables))
            } catch {
                for (store, before) in zip(stores, before) { store.removeFiles(except: before) }
                throw Self.failure(error, store)
            }
        }
        let report = DemoReport(tables: tables, runs: runs)
        print(report.text)
        return report.isEqual
    }

    private static func failure(_ error: any Error, _ store: DemoStore) -> DemoFailure {
        switch error {
        case let error as DemoFailure: error
        case let error as StoreError: DemoFailure("\(store.url): \(error.message)")
        case let error as ChronicleError: DemoFailure("\(store.url): \(error.message)")
        default: DemoFailure("\(store.url): \(error)")
        }
    }
}

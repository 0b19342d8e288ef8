import Chronicle
import ChronicleDrain
import ChronicleStore
import Foundation

/// Brings what is saved to a second store of another kind, in a process that is killed on the way and goes on.
final class Draining {
    private let store: DemoStore
    private let container: ModelContainer
    /// The second store; nil in memory, which no other process can open.
    private let copy: DemoStore?
    private var replica: (container: ModelContainer, position: HistoryPosition?)?

    /// Makes the second store, with everything that was imported.
    static func begin(_ store: DemoStore, _ container: ModelContainer) throws -> Draining {
        let draining = try Draining(store, container)
        do { try draining.copyAll() } catch {
            draining.remove()
            throw error
        }
        return draining
    }

    private init(_ store: DemoStore, _ container: ModelContainer) throws {
        self.store = store
        self.container = container
        copy = store.isFile ? try store.other("copy-\(UUID().uuidString.prefix(8))") : nil
    }

    private func copyAll() throws {
        if let copy {
            let status = try child(["copy", store.url, copy.url])
            guard status == 0 else { throw DemoFailure("\(copy.url): the copy ended with \(status)") }
        } else {
            let second = try DemoStore(url: "memory:").open()
            replica = (second, nil)
            try bring(atMost: .max)
        }
    }

    /// Brings the edits, with a kill in the middle, and compares both stores.
    func finish(_ results: inout Results) throws {
        var wasKilled = false
        if let copy {
            let first = try child(["copy", store.url, copy.url, "--batch-size", "1", "--die-after", "2"])
            wasKilled = first == -SIGKILL
            let second = try child(["copy", store.url, copy.url])
            guard wasKilled || first == 0, second == 0 else {
                throw DemoFailure("\(copy.url): the copy ended with \(first), and then with \(second)")
            }
        } else {
            // The place of before the crash is all that is left of it.
            let before = replica?.position
            wasKilled = try bring(atMost: 2) == 2
            replica?.position = before
            try bring(atMost: .max)
        }
        let (mine, theirs) = try digests()
        results.show(
            "a second store, drained\(wasKilled ? " through a kill" : "")",
            mine.text == theirs.text
                ? "equal, \(theirs.rows) rows" : "differs: \(mine.rows) rows here, \(theirs.rows) rows there")
    }

    /// Removes the second store.
    func remove() {
        try? replica?.container.close()
        copy?.removeFiles(except: [])
    }

    private func digests() throws -> (StoreDigest, StoreDigest) {
        if let copy {
            let (mine, theirs) = (try StoreURL.open(store.url), try StoreURL.open(copy.url))
            defer {
                try? mine.close()
                try? theirs.close()
            }
            return (try StoreDigest(of: mine), try StoreDigest(of: theirs))
        }
        guard let replica else { throw DemoFailure("there is no second store") }
        return (
            try StoreDigest(of: StoreHistorySource(container).store),
            try StoreDigest(of: StoreHistorySource(replica.container).store)
        )
    }

    /// Brings batches of one transaction each within this process.
    ///
    /// - Returns: How many there were.
    @discardableResult
    private func bring(atMost most: Int) throws -> Int {
        guard let replica else { return 0 }
        var options = StoreHistorySource.Options()
        options.transactions = 1
        let source = try StoreHistorySource(container, options: options)
        let sink = try StoreSink(replica.container)
        var position = replica.position
        var batches = 0
        while batches < most, let batch = try source.nextBatch(after: position, asLines: false) {
            _ = try sink.acknowledge(batch)
            position = batch.position
            batches += 1
        }
        self.replica?.position = position
        return batches
    }

    /// Runs this program with other arguments.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    private func child(_ arguments: [String]) throws -> Int32 {
        let child = Process()
        child.executableURL = Bundle.main.executableURL ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = arguments
        child.standardOutput = FileHandle.nullDevice
        try child.run()
        child.waitUntilExit()
        return child.terminationReason == .uncaughtSignal ? -child.terminationStatus : child.terminationStatus
    }
}

import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// `chronicle copy`: replicates any store into any other.
struct Copy {
    let source: String
    let target: String
    var follows = false
    var isJSON = false
    var verifies = false
    /// The process kills itself after this many batches: for the demo, which shows that nothing comes of it.
    var dyingAfter: Int?
    /// The most transactions of a batch.
    var transactions = 2_000

    static let options: Set<String> = ["--die-after", "--batch-size"]
    static let flags: Set<String> = ["--follow", "--json", "--verify"]

    static func run(_ arguments: [String]) async throws -> Int32 {
        let arguments = try Arguments(arguments, options: options, flags: flags, operands: 2)
        if arguments.wantsHelp {
            print(Help.copy)
            return 0
        }
        guard arguments.operands.count == 2 else { throw UsageError("copy needs the URLs of a source and a target") }
        var copy = Copy(source: arguments.operands[0], target: arguments.operands[1])
        copy.follows = arguments.flags.contains("--follow")
        copy.isJSON = arguments.flags.contains("--json")
        copy.verifies = arguments.flags.contains("--verify")
        copy.dyingAfter = try arguments.number("--die-after", least: 1)
        copy.transactions = try arguments.number("--batch-size", least: 1) ?? copy.transactions
        guard !copy.follows || !copy.verifies else {
            throw UsageError("--verify compares the stores at the end, which --follow does not have")
        }
        return try await copy.run()
    }

    /// - Returns: The exit status.
    func run() async throws -> Int32 {
        while true {
            let pair = try CopyPair.open(source, target)
            let status: Int32?
            do { status = try await run(pair) } catch {
                try? pair.close()
                throw error
            }
            try pair.close()
            if let status { return status }
        }
    }

    /// - Returns: Nil when both stores have to be opened again.
    private func run(_ pair: CopyPair) async throws -> Int32? {
        let registry = pair.isRegistered ? pair.source as? any DataStore & HistoryConsumerRegistry : nil
        let checkpoints = ReplicaCheckpointStore(pair.target, of: registry, at: target)
        let stored = try checkpoints.load()
        var options = StoreHistorySource.Options()
        options.transactions = transactions
        options.bytes = 8 << 20
        options.pageRows = 4_000
        let coordinator = HistoryDrainCoordinator(
            source: SchemaCheckedSource(StoreHistorySource(pair.source, options: options), pair.sourceConfiguration),
            checkpoints: checkpoints, sink: sink(pair), policy: Self.policy)
        if stored == nil {
            // The rows as they are take one pass; their history would take one for each time that they changed.
            await coordinator.recover()
        } else if stored?.parked.isEmpty == false {
            await coordinator.retryParked()
        }
        let isFirst = stored?.position == nil
        let report = DrainReport(isJSON: isJSON, follows: follows, total: isFirst ? try rows(of: pair.source) : nil)
        let (end, status) = try await DrainRun(
            coordinator: coordinator, source: pair.source, follows: follows, report: report
        ).run()
        if end == .schemaHasGrown { return nil }
        return try await CopyEnd(copy: self, pair: pair, coordinator: coordinator, report: report, isFirst: isFirst)
            .tell(end, status)
    }

    private func sink(_ pair: CopyPair) -> any RemoteSink {
        let sink = StoreSink(pair.target, author: "Copy")
        guard let dyingAfter else { return sink }
        return DyingSink(base: sink, after: dyingAfter)
    }

    private func rows(of store: any DataStore) throws -> Int {
        try store.schema.entities.filter { $0.link == nil }
            .reduce(0) { try $0 + store.count(FetchRequest(entity: $1.index)) }
    }

    /// Stores fail for other reasons than networks do, and come back sooner.
    static var policy: DrainPolicy {
        var policy = DrainPolicy()
        policy.firstDelay = .milliseconds(100)
        policy.longestDelay = .seconds(10)
        return policy
    }
}

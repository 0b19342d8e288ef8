import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// `chronicle drain`: brings what is saved to a server, a file or another store.
struct Drain {
    let arguments: DrainArguments

    static func run(_ arguments: [String]) async throws -> Int32 {
        let arguments = try Arguments(arguments, options: DrainArguments.options, flags: DrainArguments.flags)
        if arguments.wantsHelp {
            print(Help.drain)
            return 0
        }
        let drain = Drain(arguments: try DrainArguments(arguments))
        if drain.arguments.parked == .list { return try ParkedList(arguments: drain.arguments).run() }
        return try await drain.run()
    }

    /// - Returns: The exit status.
    func run() async throws -> Int32 {
        var isFirst = true
        while true {
            let store = try Self.openSource(arguments.store)
            defer { try? store.close() }
            if isFirst, arguments.parked != nil { try ParkedList(arguments: arguments).check(store) }
            isFirst = false
            if let status = try await run(store) { return status }
        }
    }

    static func openSource(_ url: String) throws -> any DataStore & HistoryConsumerRegistry {
        let store = try StoreURL.openHistory(url, allowsSave: true)
        guard let store = store as? any DataStore & HistoryConsumerRegistry else {
            throw CommandFailure("\(url) does not remember who reads its history")
        }
        guard !store.capabilities.isReadOnly else {
            throw CommandFailure(
                "\(url) may not be written, and keeps its consumers' positions: change its permissions")
        }
        return store
    }

    /// - Returns: Nil when the stores have to be opened again.
    private func run(_ store: any DataStore & HistoryConsumerRegistry) async throws -> Int32? {
        let checkpoints = StoreCheckpointStore(store, consumer: arguments.consumer)
        let options = try arguments.sourceOptions(store.schema)
        let isNew = try store.historyConsumers().first { $0.name == arguments.consumer }?.state == nil
        let destination = try DrainDestination(arguments, store, isNew: isNew)
        defer { destination.close() }
        let coordinator = HistoryDrainCoordinator(
            source: SchemaCheckedSource(
                StoreHistorySource(store, options: options), try StoreURL.configuration(arguments.store)),
            checkpoints: checkpoints, sink: destination.sink)
        switch arguments.parked {
        case .retry: await coordinator.retryParked(arguments.operations)
        case .drop: await coordinator.dropParked(arguments.operations)
        case .list, nil: break
        }
        let report = DrainReport(isJSON: arguments.isJSON, follows: arguments.follows)
        let (end, status) = try await DrainRun(
            coordinator: coordinator, source: store, follows: arguments.follows, report: report
        ).run()
        if end == .schemaHasGrown { return nil }
        return try await tell(end, status, coordinator, report)
    }

    private func tell(
        _ end: DrainRun.End, _ status: DrainStatus, _ coordinator: HistoryDrainCoordinator, _ report: DrainReport
    ) async throws -> Int32 {
        var event = report.event("end", status)
        // A store that cannot be read any more is what the run has ended with.
        let lag = try? await coordinator.lag()
        var text =
            "Delivered \(Output.count(status.operations, "operation")) of "
            + "\(Output.count(status.transactions, "transaction")) to \(arguments.destination); \(arguments.consumer) is at "
            + "\(status.position.map { "\($0.sequence)" } ?? "the beginning"), "
            + Self.text(lag)
        var code: Int32 = 0
        switch end {
        case .done: event.end = "done"
        case .interrupted(let number):
            event.end = "interrupted"
            text += " Interrupted, run it again to go on."
            code = 128 + number
        case .failed(let reason):
            event.end = "failed"
            event.reason = reason
            code = 1
        case .schemaHasGrown: break
        }
        if status.parked > 0, end == .done {
            event.end = "failed"
            event.reason =
                "\(Output.count(status.parked, "operation")) parked: see `chronicle drain --store \(arguments.store) "
                + "--consumer \(arguments.consumer) --parked list`"
            code = 1
        }
        if arguments.isJSON {
            try Output.json(event)
        } else {
            Output.line(text)
            if let reason = event.reason { Command.complain(reason) }
        }
        return code
    }

    private static func text(_ lag: DrainLag?) -> String {
        guard let lag else { return "how far behind is not known." }
        if lag.transactions == 0 { return "up to date." }
        return "\(Output.count(lag.transactions, "transaction")) and \(Int(lag.seconds)) s behind."
    }
}

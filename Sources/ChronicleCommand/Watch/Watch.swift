import Chronicle
import ChronicleStore
import Dispatch
import Foundation
import Synchronization

/// `chronicle watch`: live results and history of a running program's store.
final class Watch: Sendable {
    private enum Event { case commit, end }

    private let arguments: WatchArguments
    private let events = Mutex<[Event]>([])
    private let wake = DispatchSemaphore(value: 0)

    init(_ arguments: WatchArguments) { self.arguments = arguments }

    /// Shows what there is and what changes, until the process is told to end (Ctrl-C).
    ///
    /// - Throws: ``UsageError`` for what the store does not have; what the store throws.
    func run() throws {
        let configuration = try ModelConfiguration(url: arguments.store, schemes: DemoStore.schemes)
        if arguments.store.lowercased().hasPrefix("memory:") {
            throw UsageError("\(arguments.store) is in the memory of another process, which nobody can watch")
        }
        let store = try configuration.readOnly().openStore()
        defer { try? store.close() }
        let history = store.capabilities.history ? store as? any HistoryProviding : nil
        if arguments.showsHistory, history == nil { throw UsageError("\(arguments.store) keeps no history") }
        var rows = try arguments.entity.map { try WatchedRows(Self.entity($0, store.schema), arguments) }
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.post(.end) }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        // Before the first look, so that nothing is missed after it.
        let observation = store.observeCommits { self.post(.commit) }
        var position = try history?.currentPosition()
        var output = makeOutput()
        defer { output.end() }
        if !observation.seesOtherProcesses {
            output.note("commits of other processes go unnoticed: the folder of \(arguments.store) cannot be watched")
        }
        var isFirst = true
        repeat {
            try show(store, &rows, isFirst: isFirst, &output)
            if arguments.showsHistory, let history, let last = position {
                position = try showHistory(history, after: last, &output)
            }
            output.flush()
            isFirst = false
        } while waitForCommit()
        withExtendedLifetime(observation) {}
    }

    private func makeOutput() -> any WatchOutput {
        if arguments.isJSON { return WatchJSON() }
        let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1
        return isTerminal ? WatchScreen(arguments.store) : WatchLines()
    }

    private static func entity(_ name: String, _ schema: Schema) throws -> Schema.Entity {
        let models = schema.entities.filter { $0.link == nil }
        if let entity = models.first(where: { $0.name == name })
            ?? models.first(where: { $0.name.lowercased() == name.lowercased() })
        {
            return entity
        }
        throw UsageError("the store has no model \(name); there are \(models.map(\.name).joined(separator: ", "))")
    }

    // MARK: Looking

    private func show(
        _ store: any DataStore, _ rows: inout WatchedRows?, isFirst: Bool, _ output: inout any WatchOutput
    ) throws {
        if let changes = try rows?.refresh(store, isFirst: isFirst), let rows {
            if isFirst || !changes.isEmpty { try output.rows(rows, changes) }
        } else if !arguments.showsHistory || isFirst {
            let models = store.schema.entities.filter { $0.link == nil }
            try output.counts(models.map { ($0.name, try store.count(FetchRequest(entity: $0.index))) })
        }
    }

    private func showHistory(
        _ history: any HistoryProviding, after position: HistoryPosition, _ output: inout any WatchOutput
    ) throws -> HistoryPosition {
        let current = try history.currentPosition()
        guard current != position else { return position }
        var request = HistoryRequest(after: position, through: current.sequence)
        request.authors = arguments.author.map { [$0] }
        do {
            try output.history(history.fetchHistory(request))
        } catch let error as HistoryError {
            // Deleted before it was read, or the store was replaced: the watch goes on from what there is.
            output.note("history was passed over: \(error)")
        }
        return current
    }

    // MARK: Waiting

    private func post(_ event: Event) {
        events.withLock { $0.append(event) }
        wake.signal()
    }

    /// Waits for a commit; false when the watch is to end. What comes within a moment is one look.
    private func waitForCommit() -> Bool {
        wake.wait()
        let pause = DispatchTime.now() + .milliseconds(30)
        while !events.withLock({ $0.contains(.end) }), wake.wait(timeout: pause) == .success {}
        return events.withLock { events in
            defer { events = [] }
            return !events.contains(.end)
        }
    }
}

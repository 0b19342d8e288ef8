import Chronicle
import ChronicleHistory
import ChronicleStore
import Foundation

/// `chronicle history`: what was saved in a store, who reads it, and how long it is kept.
enum HistoryCommand {
    /// - Returns: The exit status.
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, options: HistoryArguments.options, flags: HistoryArguments.flags)
        if arguments.wantsHelp {
            print(Help.history)
            return 0
        }
        let history = try HistoryArguments(arguments)
        switch history.task {
        case .list:
            let store = try StoreURL.openHistory(history.store)
            defer { try? store.close() }
            try TransactionList(store: store, arguments: history).print()
            return 0
        case .consumers:
            let store = try registry(history.store, allowsSave: false)
            defer { try? store.close() }
            try ConsumerList(store: store).print(asJSON: history.isJSON)
            return 0
        case .purge, .retain, .forget:
            let store = try registry(history.store, allowsSave: true)
            defer { try? store.close() }
            guard !store.capabilities.isReadOnly else {
                throw CommandFailure("\(history.store) may not be written: change its permissions")
            }
            return try Purge(store: store, arguments: history).run()
        }
    }

    private static func registry(
        _ url: String, allowsSave: Bool
    ) throws -> any DataStore & HistoryConsumerRegistry {
        let store = try StoreURL.openHistory(url, allowsSave: allowsSave)
        guard let store = store as? any DataStore & HistoryConsumerRegistry else {
            throw CommandFailure("\(url) does not remember who reads its history")
        }
        return store
    }

    /// A position from its text: all of it, or its sequence alone.
    static func position(_ text: String, in store: any HistoryProviding) throws -> HistoryPosition {
        var position = try store.currentPosition()
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 3, let last = parts.last, let sequence = Int64(last), sequence >= 0
        else {
            throw UsageError("--after needs a token that `chronicle history` printed, or its number alone, not \(text)")
        }
        position.sequence = sequence
        if parts.count == 3 {
            position.storeIdentifier = String(parts[0])
            position.lineage = String(parts[1])
        }
        return position
    }
}

import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Where a plain store can be made to go wrong. Each hook stands at one step of its work; without hooks it keeps the contract.
struct Faults: Sendable {
    /// Faults that are a matter of the order or number of steps.
    var switches: Set<FaultSwitch> = []

    func has(_ fault: FaultSwitch) -> Bool { switches.contains(fault) }

    // MARK: The store itself

    /// Changes what the store declares, not what it does.
    var capabilities: (@Sendable (inout StoreCapabilities) -> Void)?
    /// Changes the identifier that the file holds.
    var identifier: (@Sendable (String) -> String)?
    /// Changes every error that leaves the store; nil swallows it where the call has another way to end.
    var error: (@Sendable (any Error, StoreCall) -> (any Error)?)?

    // MARK: Fetching

    /// Changes a fetch before it is answered.
    var request: (@Sendable (inout FetchRequest, PlainState) throws -> Void)?
    /// Changes the keys that answer a fetch.
    var answer: (@Sendable (inout [Int64], FetchRequest, PlainState) throws -> Void)?
    /// Changes the number that answers a count; without it a count is the number of keys that answer the fetch.
    var count: (@Sendable (Int, FetchRequest, PlainState) throws -> Int)?
    /// Changes the keys of a fetch by keys.
    var byKey: (@Sendable (inout [Int64], Schema.Entity, PlainState) -> Void)?
    /// Changes a row's values as they are handed over.
    var delivered: (@Sendable (inout [StoredValue], Schema.Entity, Int64) -> Void)?

    /// Changes the key under which a row is handed over.
    var deliveredKey: (@Sendable (Int64) -> Int64)?
    /// Changes the keys of a fetch that asks for nothing else.
    var fetchedKeys: (@Sendable (inout [Int64]) -> Void)?
    /// Whether a fetch that fails selects nothing in place of that.
    var selectsNothing: (@Sendable (any Error, FetchRequest, PlainState) -> Bool)?

    /// Changes which indexes may serve a fetch; nil for a scan of all rows.
    var plan: (@Sendable (FetchRequest, inout [Schema.IndexDescription]?) -> Void)?
    /// Changes an explanation.
    var explanation: (@Sendable (inout QueryExplanation, FetchRequest) -> Void)?
    /// Changes the values of a row that was asked for some columns only, which are given.
    var shaped: (@Sendable (inout [StoredValue], ColumnSet) -> Void)?
    /// Changes the values of a row that was asked for by its key.
    var keyed: (@Sendable (inout [StoredValue], Schema.Entity) -> Void)?
    /// Changes what is to be computed over rows before it is.
    var aggregateRequest: (@Sendable (inout AggregateRequest, PlainState) -> Void)?
    /// Changes what was computed over rows.
    var groups: (@Sendable (inout [AggregateGroup], AggregateRequest, PlainState) throws -> Void)?
    /// What is answered in place of an error over what was to be computed.
    var otherwiseGroups: (@Sendable (any Error, AggregateRequest, PlainState) -> [AggregateGroup]?)?

    // MARK: Saving

    /// Changes a save before it is carried out.
    var save: (@Sendable (inout SaveRequest, PlainState) throws -> Void)?
    /// Changes a value as it is written.
    var written: (@Sendable (StoredValue, Schema.Column, Schema.Entity) throws -> StoredValue)?
    /// Changes the collisions of a row on unique indexes.
    var collisions: (@Sendable ([(columns: [Int], other: Int64)], PlainCandidate) -> [(columns: [Int], other: Int64)])?
    /// Changes the rows that are found to refer to another one.
    var referring: (@Sendable ([Int64], Schema.Entity, Int) -> [Int64])?
    /// Whether a deletion leaves the rows of an entity where they are.
    var keepsRow: (@Sendable (Schema.Entity) -> Bool)?
    /// Changes what is committed: the writes to rows and the records of history.
    var commit: (@Sendable (inout PlainCommit, SaveRequest) throws -> Void)?
    /// What a failed save commits all the same.
    var remains: (@Sendable (PlainCommit, SaveRequest, any Error) -> PlainCommit?)?
    /// Changes what a save answers.
    var result: (@Sendable (inout SaveResult, SaveRequest, PlainState) -> Void)?
    /// Changes what a deletion does to related rows.
    var rules: (@Sendable (Schema.DeleteAction) -> Schema.DeleteAction?)?
    /// Whether a save throws after it was committed.
    var throwsAfterCommit: (@Sendable (SaveRequest) -> Bool)?
    /// Whether values beyond a limit are taken.
    var passesLimit: (@Sendable (PlainLimit) -> Bool)?
    /// Looks at how many keys are asked for.
    var keyCount: (@Sendable (Int) throws -> Void)?
    /// Changes the keys that are handed out.
    var keys: (@Sendable (Range<Int64>, PlainState) -> Range<Int64>)?

    // MARK: Signals

    /// Says that something was committed, or not.
    var signal: (@Sendable (SaveRequest, SaveResult, @Sendable () -> Void) -> Void)?
    /// Changes a handler that is registered for commits.
    var handler: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?

    // MARK: History

    /// Changes a request for history, a deletion's too.
    var historyRequest: (@Sendable (inout HistoryRequest, PlainState) -> Void)?
    /// Refuses positions in place of the checks that every store makes.
    var check: (@Sendable (HistoryPosition, HistoryWindow) throws -> Void)?
    /// Changes the records that answer a request.
    var records: (@Sendable (inout [HistoryRecord], HistoryRequest, PlainState) -> Void)?
    /// Changes the number of leading records that a deletion removes.
    var purge: (@Sendable (Int, HistoryRequest, PlainState) -> Int)?
    /// Changes the number that a deletion answers.
    var purgeAnswer: (@Sendable (Int) -> Int)?
    /// Changes a consumer as it is written; gets what was stored before.
    var consumer: (@Sendable (inout HistoryConsumer?, HistoryConsumer?) -> Void)?
    /// Changes the consumers that are told.
    var consumers: (@Sendable (inout [HistoryConsumer]) -> Void)?
    /// Changes where history begins and ends.
    var window: (@Sendable (inout HistoryWindow) -> Void)?
}

/// A call to a store.
enum StoreCall: String, Sendable {
    case open, fetch, fetchByKey, count, fetchKeys, aggregate, explain, save, allocateKeys, close
    case fetchHistory, deleteHistory, currentPosition, oldestPosition
    case historyConsumers, changeConsumer
}

/// What one save commits.
struct PlainCommit: Sendable {
    /// The writes to rows, in order.
    var steps: [PlainStep]
    /// The records of history.
    var records: [HistoryRecord]
    /// The state before.
    let before: PlainState
}

/// A limit that a store declares.
enum PlainLimit: Sendable {
    case textBytes, dataBytes, indexedBytes
}

import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

/// A small store that keeps the whole contract, over a file that only grows or in memory, with places where it can be made to
/// go wrong. It is not made to be fast: a reader works on a copy of the state, and what was committed is read back.
final class PlainStore: DataStore {
    let identifier: String
    let schema: Schema
    let lineage: String
    let base: PlainBase
    let faults: Faults
    let path: String
    let allowsSave: Bool
    let processor: SaveProcessor
    let signal: CommitSignal?
    let local = PlainObservers()
    let content: Mutex<Content>
    /// Taken by writers, one after the other.
    let writing = NSLock()
    private let declared: StoreCapabilities

    struct Content {
        var state: PlainState
        var log: PlainLog?
        var isClosed = false
        var hasSaved = false
        /// With ``FaultSwitch/writesAtClose``, what is still to be written.
        var pending: [PlainCommit] = []
        /// Keys that are taken from the durable counter and not handed out yet.
        var keys: Range<Int64> = 0..<0

        /// Takes in what others committed since.
        mutating func catchUp() throws { try log?.catchUp(&state) }
    }

    init(schema: Schema, path: String, allowsSave: Bool, base: PlainBase, faults: Faults) throws {
        self.schema = faults.shown(schema)
        self.base = base
        self.faults = faults
        self.path = path
        self.allowsSave = allowsSave
        try PlainStore.checkOpening(path, allowsSave, base, faults)
        if base.isPersistent {
            let (log, state) = try PlainStore.openLog(path, schema, allowsSave, base, faults)
            identifier = faults.identifier?(log.identifier) ?? log.identifier
            lineage = log.lineage
            content = Mutex(Content(state: state, log: log))
            signal = CommitSignal(path: path + "-signal")
        } else {
            identifier = UUID().uuidString
            lineage = UUID().uuidString
            content = Mutex(Content(state: PlainState(schema: schema)))
            signal = nil
        }
        processor = SaveProcessor(schema: faults.schema(schema), recordsHistory: base.history)
        var capabilities = base.capabilities
        capabilities.isReadOnly = !allowsSave
        faults.capabilities?(&capabilities)
        declared = capabilities
        OpenPlaces.add(self, path)
    }

    /// Refuses an opening that the store does not offer.
    private static func checkOpening(
        _ path: String, _ allowsSave: Bool, _ base: PlainBase, _ faults: Faults
    ) throws {
        if !allowsSave, !base.isShared || faults.has(.refusesReadOnly) {
            throw StoreError(.unsupportedFeature, "\(path) cannot be opened for reading only.", location: path)
        }
        if faults.has(.fewStores), OpenPlaces.count >= 8 {
            throw StoreError(.limitExceeded, "Too many stores are open.", location: path)
        }
        let isAlone = base.isPersistent && !base.isShared
        if isAlone || faults.has(.refusesSecond), OpenPlaces.count(path) > 0 {
            throw StoreError(.locked, "\(path) is open already.", location: path)
        }
    }

    private static func openLog(
        _ path: String, _ schema: Schema, _ allowsSave: Bool, _ base: PlainBase, _ faults: Faults
    ) throws -> (PlainLog, PlainState) {
        do {
            return try PlainLog.open(
                path, schema: schema, allowsSave: allowsSave, grows: base.schemaGrowth, faults: faults)
        } catch {
            throw faults.error?(error, .open) ?? error
        }
    }

    var capabilities: StoreCapabilities {
        guard faults.has(.changesCapabilities), content.withLock(\.hasSaved) else { return declared }
        var changed = declared
        changed.limits.textBytes = 10
        changed.history = false
        return changed
    }

    /// Runs one call: its errors are changed as faults have it.
    func perform<R>(_ call: StoreCall, otherwise: R? = nil, _ body: () throws -> R) throws -> R {
        do { return try body() } catch {
            guard let change = faults.error else { throw error }
            if let changed = change(error, call) { throw changed }
            guard let otherwise else { throw error }
            return otherwise
        }
    }

    /// The state as it is committed now.
    func snapshot() throws -> PlainState {
        try content.withLock { content in
            try checkOpen(content)
            let isBlind = faults.has(.ignoresOthers) || faults.has(.looksWhenSaving)
            if !isBlind, allowsSave || !faults.has(.readersIgnoreOthers) { try content.catchUp() }
            return content.state
        }
    }

    private func checkOpen(_ content: borrowing Content) throws {
        if content.isClosed, !faults.has(.worksAfterClose) { throw closed }
    }

    private var closed: StoreError { StoreError(.closed, "\(path) was closed.", location: path) }

    func requireWritable() throws {
        if !allowsSave, !faults.has(.writesReadOnly) {
            throw StoreError(.readOnly, "\(path) was opened for reading only.", location: path)
        }
    }

    /// Runs a body while no one else writes; what it makes of the state stays even when it throws.
    func write<R>(_ body: (inout Content) throws -> R) throws -> R {
        if !faults.has(.savesApart) { writing.lock() }
        defer { if !faults.has(.savesApart) { writing.unlock() } }
        var copy = try content.withLock { content in
            try checkOpen(content)
            return content
        }
        func run() throws -> R {
            if !faults.has(.ignoresOthers), !faults.has(.savesApart) { try copy.catchUp() }
            // Time for another one to come between, where a fault lets it.
            if faults.has(.savesApart) || faults.has(.writesUnlocked) { usleep(2000) }
            let result = Result { try body(&copy) }
            content.withLock { $0 = copy }
            return try result.get()
        }
        if let file = copy.log?.file { return try file.locked(run) }
        return try run()
    }

    func close() throws {
        try perform(.close, otherwise: ()) {
            if faults.has(.closeHangs), content.withLock(\.hasSaved) { while true { sleep(60) } }
            signal?.close()
            writing.lock()
            defer { writing.unlock() }
            try content.withLock { content in
                if content.isClosed {
                    if faults.has(.closesOnce) { throw closed }
                    return
                }
                for commit in content.pending {
                    try content.log?.file.locked {
                        try content.log?.commit(commit.steps, commit.records, &content.state)
                    }
                }
                content.isClosed = true
                let keepsFile = [.worksAfterClose, .givesKeysAfterClose].contains(where: faults.has)
                if !keepsFile { content.log?.file.close() }
            }
            OpenPlaces.remove(self, path)
            if faults.has(.closesAll) { for other in OpenPlaces.stores(path) { try other.close() } }
        }
    }
}

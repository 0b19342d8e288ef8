import CBaseline
import Foundation

/// What a raw engine refused, in its own words.
public struct RawEngineError: Error, CustomStringConvertible, Equatable {
    /// The engine's code, or a negative one of the baseline's own.
    public var code: Int
    /// What happened.
    public var message: String

    /// The message and the code.
    public var description: String { "\(message) (\(code))" }
}

/// An open store of the C baseline.
final class RawStore {
    private let handle: OpaquePointer

    init(in directory: URL, options: cb_options) throws {
        var opened: OpaquePointer?
        let code = cb_open(directory.path, options, &opened)
        guard code == 0, let opened else {
            let error = RawEngineError(code: Int(code), message: String(cString: cb_message(opened)))
            cb_close(opened)
            throw error
        }
        handle = opened
    }

    deinit {
        cb_close(handle)
    }

    private func check(_ code: CInt) throws {
        guard code != 0 else { return }
        throw RawEngineError(code: Int(code), message: String(cString: cb_message(handle)))
    }

    func insert(_ flights: Slice<UnsafeMutableBufferPointer<cb_flight>>, perTransaction: Int) throws {
        let flights = UnsafeMutableBufferPointer(rebasing: flights)
        try check(cb_insert(handle, flights.baseAddress, flights.count, perTransaction))
    }

    func fetchAll() throws -> RawList {
        var list = cb_list()
        try check(cb_fetch_all(handle, &list))
        return RawList(list)
    }

    func fetchEach(_ ids: [Int64]) throws -> Int {
        var sum: Int64 = 0
        try check(cb_fetch_each(handle, ids, ids.count, &sum))
        return Int(sum)
    }

    func query(origin: cb_text, delayedMoreThan delay: Int, limit: Int) throws -> RawList {
        var list = cb_list()
        try check(cb_query(handle, origin, Int64(delay), limit, &list))
        return RawList(list)
    }

    func count(origin: cb_text, delayedMoreThan delay: Int) throws -> Int {
        var count: Int64 = 0
        try check(cb_count(handle, origin, Int64(delay), &count))
        return Int(count)
    }

    func update(_ edits: [cb_edit], perTransaction: Int) throws {
        try check(cb_update(handle, edits, edits.count, perTransaction))
    }

    func delete(_ ids: [Int64], perTransaction: Int) throws {
        try check(cb_delete(handle, ids, ids.count, perTransaction))
    }

    func history() throws -> BenchContents.History {
        var history = BenchContents.History()
        try withUnsafeMutablePointer(to: &history) { context in
            try check(
                cb_visit_history(
                    handle,
                    { context, operation, _, tombstone in
                        guard let history = context?.assumingMemoryBound(to: BenchContents.History.self) else { return }
                        switch operation {
                        case CB_INSERTED: history.pointee.inserts += 1
                        case CB_UPDATED: history.pointee.updates += 1
                        default: history.pointee.addDelete(remoteID: tombstone.string ?? "")
                        }
                    }, context))
        }
        return history
    }
}

/// Records that C put on the heap; freed with the object.
final class RawList {
    private var list: cb_list

    init(_ list: cb_list) {
        self.list = list
    }

    deinit {
        cb_list_free(&list)
    }

    /// The records; the sequence keeps the list alive.
    var records: some Sequence<FlightRecord> {
        UnsafeBufferPointer(start: list.items, count: list.count).lazy.map { flight in
            withExtendedLifetime(self) { FlightRecord(flight) }
        }
    }
}

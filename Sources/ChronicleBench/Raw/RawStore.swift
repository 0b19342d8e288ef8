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

    func setAuthor(_ author: String) { cb_set_author(handle, author) }

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

    func fetchUnique(_ remotes: [cb_text]) throws -> Int {
        var sum: Int64 = 0
        try check(cb_fetch_unique(handle, remotes, remotes.count, &sum))
        return Int(sum)
    }

    func fetchMembers(_ ids: [Int64]) throws -> RawList {
        var list = cb_list()
        try check(cb_fetch_members(handle, ids, ids.count, &list))
        return RawList(list)
    }

    func find(inNotes text: cb_text) throws -> RawList {
        var list = cb_list()
        try check(cb_find_in_notes(handle, text, &list))
        return RawList(list)
    }

    func find(byPrefix prefix: cb_text) throws -> RawList {
        var list = cb_list()
        try check(cb_find_by_prefix(handle, prefix, &list))
        return RawList(list)
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

    func delete(near distance: Int) throws -> Int {
        var deleted = 0
        try check(cb_delete_near(handle, Int64(distance), &deleted))
        return deleted
    }

    func insert(_ legs: PreparedLegs, perTransaction: Int) throws {
        let (airlines, all) = (legs.airlines, legs.legs)
        try check(
            cb_insert_legs(handle, airlines.baseAddress, airlines.count, all.baseAddress, all.count, perTransaction))
    }

    func queryLegs(airlineName: cb_text, aboveNumber: Int, limit: Int) throws -> RawLegList {
        var list = cb_leg_list()
        try check(cb_query_legs(handle, airlineName, Int64(aboveNumber), limit, &list))
        return RawLegList(list)
    }

    func fetchLegs() throws -> RawLegList {
        var list = cb_leg_list()
        try check(cb_fetch_legs(handle, &list))
        return RawLegList(list)
    }

    func history(by author: cb_text) throws -> RawChangeList {
        var list = cb_change_list()
        try check(cb_history_by(handle, author, &list))
        return RawChangeList(list)
    }

    func lastTransaction() throws -> Int64 {
        var number: Int64 = 0
        try check(cb_last_transaction(handle, &number))
        return number
    }

    func purgeHistory(through transaction: Int64) throws { try check(cb_purge_history(handle, transaction)) }

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

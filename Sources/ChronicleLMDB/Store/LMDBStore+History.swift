#if LMDB
import CLMDB
public import ChronicleHistory
import Foundation

extension LMDBStore {
    /// The records that a request asks for, oldest first; time in the number of records after its position.
    ///
    /// - Throws: ``HistoryError`` for an unusable position; ``StoreError`` when reading fails.
    public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try read { reader in
            let history = HistoryTable(
                transaction: reader.transaction, tables: tables, path: environment.path)
            let start = try start(of: request, history)
            var records: [HistoryRecord] = []
            try history.visit(after: start) { sequence, bytes in
                if let through = request.through, sequence > through { return false }
                var decoder = HistoryRecordDecoder(bytes)
                guard let head = decoder.head() else { throw history.damaged }
                guard request.selects(head) else { return true }
                guard let record = decoder.record(head, sequence: sequence) else { throw history.damaged }
                records.append(record)
                return request.limit <= 0 || records.count < request.limit
            }
            return records
        }
    }

    /// Deletes the leading run of the history that a request selects, and returns how many records went.
    ///
    /// - Throws: ``HistoryError`` for an unusable position; ``StoreError`` when writing fails, with nothing deleted.
    @discardableResult
    public func deleteHistory(_ request: HistoryRequest) throws -> Int {
        try write("Deleting history") { transaction in
            let history = HistoryTable(transaction: transaction, tables: tables, path: environment.path)
            let start = try start(of: request, history)
            let floor = request.overridesConsumers ? nil : try consumers(transaction).all().purgeableThrough
            var doomed: [Int64] = []
            // From the oldest record on: a request for what comes after some record selects nothing before it.
            try history.visit(after: 0) { sequence, bytes in
                guard sequence > start, sequence <= min(request.through ?? .max, floor ?? .max) else { return false }
                var decoder = HistoryRecordDecoder(bytes)
                guard let head = decoder.head() else { throw history.damaged }
                guard request.selects(head) else { return false }
                doomed.append(sequence)
                return request.limit <= 0 || doomed.count < request.limit
            }
            for sequence in doomed { try history.delete(sequence) }
            if let last = doomed.last { try history.setPurged(last) }
            return doomed.count
        }
    }

    /// The position after the newest record.
    ///
    /// - Throws: ``StoreError`` when reading fails.
    public func currentPosition() throws -> HistoryPosition {
        try read { reader in
            let history = HistoryTable(
                transaction: reader.transaction, tables: tables, path: environment.path)
            return position(try history.newest())
        }
    }

    /// The oldest position from which no record is missing.
    ///
    /// - Throws: ``StoreError`` when reading fails.
    public func oldestPosition() throws -> HistoryPosition {
        try read { reader in
            let history = HistoryTable(
                transaction: reader.transaction, tables: tables, path: environment.path)
            return position(try history.purged())
        }
    }

    private func position(_ sequence: Int64) -> HistoryPosition {
        HistoryPosition(storeIdentifier: identifier, lineage: lineage, sequence: sequence)
    }

    /// The sequence after which records are asked for.
    private func start(of request: HistoryRequest, _ history: HistoryTable) throws -> Int64 {
        guard let position = request.after else { return 0 }
        guard position.storeIdentifier == identifier, position.lineage == lineage else {
            throw HistoryError(
                .foreignToken, "The token is of another store than \(identifier): start from a token of this one.",
                storeIdentifier: identifier)
        }
        guard try position.sequence <= history.newest() else {
            throw HistoryError(
                .tokenAhead,
                "The token \(position.sequence) is newer than the store, which was probably restored from an older "
                    + "copy: take a full snapshot.", storeIdentifier: identifier)
        }
        guard try position.sequence >= history.purged() else {
            throw HistoryError(
                .historyTokenExpired,
                "History after the token \(position.sequence) was deleted in part: take a full snapshot.",
                storeIdentifier: identifier)
        }
        return position.sequence
    }
}

extension HistoryRequest {
    /// Whether a record is asked for, its sequence aside.
    func selects(_ head: HistoryRecordDecoder.Head) -> Bool {
        if let authors, !authors.contains(head.author) { return false }
        if let from, head.timestamp < from { return false }
        if let until, head.timestamp >= until { return false }
        return true
    }
}
#endif

import ChronicleHistory
import ChronicleStore
import Foundation

extension JSONStore: HistoryProviding {
    /// The records that a request selects, oldest first.
    public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        let contents = try contents()
        try window(contents).check(request.after)
        let selected = contents.records.lazy.filter(request.selects)
        return request.limit > 0 ? Array(selected.prefix(request.limit)) : Array(selected)
    }

    /// Deletes the oldest records up to the first one that a request does not select.
    @discardableResult
    public func deleteHistory(_ request: HistoryRequest) throws -> Int {
        try checkWritable()
        return try folder.locked {
            var contents = try contents()
            try window(contents).check(request.after)
            let selected = contents.records.prefix(while: request.selects).count
            let count = request.limit > 0 ? min(request.limit, selected) : selected
            guard count > 0 else { return 0 }
            contents.deleteHistory(count)
            // With this file the history is gone; the commits' files are then of no use to anyone.
            let tables = contents.tables
            let checkpoint = CheckpointFile(
                sequence: contents.sequence, deletedThrough: contents.deletedThrough,
                rows: try tables.forms(of: tables.references))
            try folder.write(checkpoint, "rows.json")
            publish(contents, checkpoint: folder.mark("rows.json"))
            removeCommits(through: contents.deletedThrough)
            return count
        }
    }

    /// The position after the newest record.
    public func currentPosition() throws -> HistoryPosition {
        let contents = try contents()
        return position(contents.sequence)
    }

    /// The oldest position from which no record is missing.
    public func oldestPosition() throws -> HistoryPosition {
        let contents = try contents()
        return position(contents.deletedThrough)
    }

    private func window(_ contents: Contents) -> HistoryWindow {
        HistoryWindow(oldest: position(contents.deletedThrough), current: contents.sequence)
    }

    private func position(_ sequence: Int64) -> HistoryPosition {
        HistoryPosition(storeIdentifier: identifier, lineage: lineage, sequence: sequence)
    }

    /// A file that cannot be removed is passed over by every reader, and tried again with the next deletion.
    private func removeCommits(through last: Int64) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path("commits")) else { return }
        for name in names {
            if let number = Int64(name.prefix { $0.isNumber }), number <= last {
                unlink(folder.path("commits/\(name)"))
            }
        }
    }
}

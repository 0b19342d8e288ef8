/// A store that remembers what was changed, by whom and when.
///
/// ## Implementation requirements
/// - Every successful save that changes something appends exactly one record, in the same transaction as the rows. A save
///   that changes nothing, and a save that fails, append none.
/// - Sequences rise in commit order, are assigned under the write lock, survive reopening, and are never given again, also
///   after all history was deleted.
/// - A position of another store (or lineage) throws `foreignToken`; one ahead of ``currentPosition()`` throws `tokenAhead`;
///   one before the oldest position from which nothing is missing throws `historyTokenExpired`. History never skips silently.
/// - All members may be called from any thread.
public protocol HistoryProviding {
    /// The records that a request asks for, oldest first, whole.
    ///
    /// - Throws: ``HistoryError`` for an unusable position; the store's error when reading fails.
    func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord]

    /// Deletes the leading run of the history that a request selects, and returns how many records went.
    ///
    /// Only a run from the oldest record on is deleted, up to the first record that the request does not select, so that no
    /// reader ever crosses a hole. A token before the last deleted record is expired afterwards.
    ///
    /// - Throws: ``HistoryError`` for an unusable position; the store's error when writing fails, with nothing deleted.
    @discardableResult
    func deleteHistory(_ request: HistoryRequest) throws -> Int

    /// The position after the newest record.
    func currentPosition() throws -> HistoryPosition

    /// The oldest position from which no record is missing.
    func oldestPosition() throws -> HistoryPosition
}

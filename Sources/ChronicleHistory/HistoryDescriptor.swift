public import Foundation

/// Which transactions of the history are asked for.
///
/// Conditions on token, author and timestamp are answered by the store; the rest of a predicate is evaluated over what it
/// returns. A limit counts transactions that match, oldest first.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
    /// What must hold; nil asks for every transaction.
    public var predicate: Predicate<TransactionType>?
    /// The order of the result; commit order when empty.
    public var sortBy: [SortDescriptor<TransactionType>]
    /// At most this many; zero means all.
    public var fetchLimit: UInt64 = 0

    /// A descriptor; without arguments, for everything.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

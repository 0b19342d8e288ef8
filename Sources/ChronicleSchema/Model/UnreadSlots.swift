/// The properties that a fetch left out, shared by the models that it made.
///
/// What they hold in a model means nothing; they are loaded when they are first read or set.
package final class UnreadSlots: Sendable {
    /// The slots.
    package let slots: ColumnSet
    /// The columns of the slots.
    package let columns: ColumnSet

    /// The given slots of a type; nil when there is none.
    package init?(_ slots: some Sequence<Int>, of info: ModelInfo) {
        var (unread, columns) = (ColumnSet(), ColumnSet())
        for slot in slots {
            unread.insert(slot)
            for column in info.columns(of: slot) { columns.insert(column) }
        }
        if unread.isEmpty { return nil }
        self.slots = unread
        self.columns = columns
    }

    /// The slots without some.
    package func without(_ read: (Int) -> Bool, of info: ModelInfo) -> UnreadSlots? {
        UnreadSlots(slots.filter { !read($0) }, of: info)
    }
}

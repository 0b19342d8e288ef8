import ChronicleSchema

/// A row outside of related rows that are being looked at.
struct OuterRow {
    let key: Int64
    let cells: UnsafePointer<RowCell>
    let outer: OuterRows
}

/// The rows outside, the nearest first; nil for the row that was fetched.
typealias OuterRows = UnsafePointer<OuterRow>?

extension Optional where Wrapped == UnsafePointer<OuterRow> {
    /// The row that many scopes outward, from 1 on.
    @inline(__always) func row(_ scope: Int) -> UnsafePointer<OuterRow>? {
        var row = self
        for _ in 1..<scope { row = row?.pointee.outer }
        return row
    }
}

/// Reads the cells of one row in column order, as a model or a composite is built from them.
@frozen public struct RowCursor {
    /// The row's cells.
    public var cells: UnsafePointer<RowCell>
    /// The column that is read next.
    public var column: Int
    /// The number of cells that did not hold what was asked for.
    public var failures: Int

    /// A cursor at a column of a row.
    @inlinable public init(cells: UnsafePointer<RowCell>, column: Int = 0) {
        self.cells = cells
        self.column = column
        self.failures = 0
    }

    /// The next cell; the cursor moves past it.
    @inlinable public mutating func next() -> RowCell {
        let cell = cells[column]
        column &+= 1
        return cell
    }

    /// Notes that a cell did not hold what was asked for.
    @inlinable public mutating func fail() { failures &+= 1 }
}

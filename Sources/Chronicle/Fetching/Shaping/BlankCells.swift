import ChronicleStore
import Foundation

/// Cells for what a row does not bring: each is of its column's type, so that models are made without detours.
final class BlankCells {
    private let values: UnsafeMutablePointer<StoredValue>

    init() {
        values = .allocate(capacity: 3)
        values.initialize(to: .decimal(0))
        (values + 1).initialize(to: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))))
        (values + 2).initialize(to: .data(Data()))
    }

    deinit {
        values.deinitialize(count: 3)
        values.deallocate()
    }

    /// A cell that lives as long as this.
    func cell(of type: ColumnType) -> RowCell {
        switch type {
        case .bool, .integer, .reference: .integer(0)
        case .unsigned: .unsigned(0)
        case .double, .date: .double(0)
        case .text: .text(UnsafeRawPointer(values), count: 0)
        case .decimal: .value(values)
        case .uuid: .value(values + 1)
        case .data: .value(values + 2)
        }
    }
}

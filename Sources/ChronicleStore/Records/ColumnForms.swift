import ChronicleSchema
import Foundation

/// How the columns of a packed row are read, in memory that is read without checks.
final class ColumnForms: @unchecked Sendable {
    // Invariant: the memory is written in the initialiser only.
    let first: UnsafePointer<Form>
    private let memory: UnsafeMutablePointer<Form>

    /// How one column is read.
    struct Form {
        let kind: RowCell.Kind
        /// The only length of the column's bytes; negative when any length will do.
        let length: Int
    }

    init(_ types: [ColumnType]) {
        memory = .allocate(capacity: max(types.count, 1))
        first = UnsafePointer(memory)
        for (index, type) in types.enumerated() {
            let form: Form =
                switch type {
                case .bool, .integer, .reference: Form(kind: .integer, length: -1)
                case .unsigned: Form(kind: .unsigned, length: -1)
                case .double, .date: Form(kind: .double, length: -1)
                case .text: Form(kind: .text, length: -1)
                case .data: Form(kind: .bytes, length: -1)
                case .uuid: Form(kind: .bytes, length: 16)
                case .decimal: Form(kind: .bytes, length: MemoryLayout<Decimal>.size)
                }
            (memory + index).initialize(to: form)
        }
    }

    deinit { memory.deallocate() }
}

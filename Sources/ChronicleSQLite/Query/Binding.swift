#if SQLite
import CChronicleSQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// The constants of one run of a plan, bound to its statement. Keeps what is bound by its address alive until the run is over.
struct QueryBinding {
    private var sets: [BoundSet] = []
    private var patterns: [Query.TextPattern] = []

    init(_ plan: SQLPlan, _ statement: Statement, _ constants: [QueryConstant], _ request: FetchRequest) throws {
        for (position, parameter) in plan.parameters.enumerated() {
            let index = Int32(position + 1)
            switch (constants[parameter.position], parameter.form) {
            case (.value(.text(let text)), .endOfPrefix):
                if let end = NormalText.endOfPrefix(NormalText.form(text)) {
                    try statement.bind(index, end)
                } else {
                    // Bytes come after every text.
                    try statement.bind(index, stored: .data(Data()))
                }
            case (.value(.text(let text)), .spelled): try statement.bind(index, text)
            case (.value(.text(let text)), _): try statement.bind(index, NormalText.form(text))
            case (.value(let value), _): try statement.bind(index, stored: value)
            case (.set(let set), let form):
                var type: ColumnType?
                if case .members(of: let known) = form { type = known }
                let bound = BoundSet(set, for: type)
                sets.append(bound)
                try statement.check(chronicle_bind_set(statement.handle, index, bound.set))
            case (.pattern(let pattern), _):
                patterns.append(pattern)
                let address = Unmanaged.passUnretained(pattern).toOpaque()
                try statement.check(chronicle_bind_pattern(statement.handle, index, address))
            }
        }
        if plan.limitParameter > 0 {
            try statement.bind(plan.limitParameter, request.limit.map { Int64(max($0, 0)) } ?? -1)
            try statement.bind(plan.limitParameter + 1, Int64(max(request.offset, 0)))
        }
    }

    /// Ends the run.
    func release(_ statement: Statement) {
        statement.reset()
        if !sets.isEmpty || !patterns.isEmpty { sqlite3_clear_bindings(statement.handle) }
        withExtendedLifetime((sets, patterns)) {}
    }
}
#endif

#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

extension RowReader {
    /// The groups of a request: by SQL where it answers as Swift does, else over the needed columns of the rows.
    func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        // Whatever the schema does not allow is refused before anything is read.
        _ = try QueryEvaluator(request.rows, schema: schema)
        var evaluator = try AggregateEvaluator(request, schema: schema)
        if let plan = AggregatePlan(request, layouts: layouts, schema: schema), let groups = try run(plan, request.rows)
        {
            return groups
        }
        try fetch(evaluator.rows) { try evaluator.add($0.key, $0.cells, self) }
        return try evaluator.groups()
    }

    /// Nil when a sum leaves 64 bits on the way, or a value is not of its column's type.
    private func run(_ plan: AggregatePlan, _ rows: FetchRequest) throws -> [AggregateGroup]? {
        let statement = try connection.cached(plan.query.sql)
        let binding = try QueryBinding(plan.query, statement, plan.constants, rows)
        defer { binding.release(statement) }
        var groups: [AggregateGroup] = []
        while true {
            guard let isRow = try step(statement) else { return nil }
            if !isRow { break }
            var keys: [StoredValue] = []
            for (column, type) in plan.keys.enumerated() {
                guard let key = statement.value(Int32(column), type) else { return nil }
                keys.append(key)
            }
            var values: [StoredValue] = []
            var column = Int32(plan.keys.count)
            for reading in plan.readings {
                guard let value = statement.result(&column, reading) else { return nil }
                values.append(value)
            }
            groups.append(AggregateGroup(keys: keys, values: values))
        }
        return AggregateGroup.inOrder(groups)
    }

    /// Nil when a sum overflowed.
    private func step(_ statement: Statement) throws -> Bool? {
        do { return try statement.step() } catch {
            if String(cString: sqlite3_errmsg(connection.handle)) == "integer overflow" { return nil }
            throw error
        }
    }
}

extension Statement {
    fileprivate func result(_ column: inout Int32, _ reading: AggregatePlan.Reading) -> StoredValue? {
        defer { column += 1 }
        switch reading {
        case .value(let type):
            let result = value(column, type)
            // SQLite keeps no sign of zero.
            if case .double(0)? = result { return nil }
            if case .date(Date(timeIntervalSinceReferenceDate: 0))? = result { return nil }
            return result
        case .wholeSum: return value(column, .integer)
        case .wholeMean:
            guard let sum = value(column, .integer) else { return nil }
            column += 1
            guard case .integer(let sum) = sum else { return .null }
            return .double(Double(sum) / Double(integer(column)))
        }
    }

    /// A column as a value of a type; nil when it is of another.
    fileprivate func value(_ column: Int32, _ type: ColumnType) -> StoredValue? {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER:
            let number = integer(column)
            switch type {
            case .integer: return .integer(number)
            case .bool: return .bool(number != 0)
            case .unsigned: return .unsigned(UInt64(bitPattern: number))
            case .reference: return .reference(number)
            default: return nil
            }
        case SQLITE_FLOAT:
            switch type {
            case .double: return .double(double(column))
            case .date: return .date(Date(timeIntervalSinceReferenceDate: double(column)))
            default: return nil
            }
        case SQLITE_TEXT:
            guard let text = text(column) else { return nil }
            switch type {
            case .text: return .text(text)
            case .uuid: return UUID(uuidString: text).map { .uuid($0) }
            case .decimal:
                var text = text
                return text.withUTF8 { DecimalText.decode(UnsafeRawBufferPointer($0)) }.map { .decimal($0) }
            default: return nil
            }
        case SQLITE_BLOB: return type == .data ? .data(Data(blob(column))) : nil
        default: return nil
        }
    }
}
#endif

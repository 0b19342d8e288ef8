#if SQLite
import ChronicleSchema
import ChronicleStore

/// An aggregate request as SQL that answers all of it as Swift does.
struct AggregatePlan {
    /// How the result of one aggregate is read.
    enum Reading {
        /// A column of a type.
        case value(ColumnType)
        /// A sum of whole numbers, which is of that kind in SQL too when all values are.
        case wholeSum
        /// A sum of whole numbers and their count.
        case wholeMean
    }

    var query: SQLPlan
    var constants: [QueryConstant]
    var keys: [ColumnType]
    var readings: [Reading]

    /// Nil when SQL would answer differently: for sums of floating-point numbers, whose order counts; of decimals and large
    /// unsigned numbers, which SQL does not have; and with a limit.
    init?(_ request: AggregateRequest, layouts: [TableLayout], schema: Schema) {
        guard request.rows.limit == nil, request.rows.offset == 0 else { return nil }
        var dissection = QueryDissection(request.rows, purpose: .count)
        for value in request.keys { dissection.walk(value) }
        for aggregate in request.aggregates { if let argument = aggregate.argument { dissection.walk(argument) } }
        constants = dissection.constants
        var compiler = QueryCompiler(
            layouts: layouts, schema: schema, constants: constants, root: request.rows.entity)
        let (filter, isExact) = compiler.filter(request.rows.condition)
        guard isExact else { return nil }
        var selected: [String] = []
        (keys, readings) = ([], [])
        do {
            for value in request.keys {
                let (sql, type) = try compiler.value(value)
                guard let type else { return nil }
                selected.append(sql)
                keys.append(type)
            }
            for aggregate in request.aggregates {
                let (columns, reading) = try Self.columns(of: aggregate, &compiler)
                selected += columns
                readings.append(reading)
            }
        } catch {
            return nil
        }
        guard compiler.parameters.count <= QueryCompiler.mostParameters, !selected.isEmpty else { return nil }
        var sql = "SELECT \(selected.joined(separator: ", ")) FROM \(compiler.source)"
        if !filter.isEmpty { sql += " WHERE \(filter)" }
        if !keys.isEmpty {
            sql += " GROUP BY " + (1...keys.count).map(String.init).joined(separator: ", ")
        }
        query = SQLPlan(sql: sql, parameters: compiler.parameters, limitParameter: 0, isExact: true)
    }

    private static func columns(
        of aggregate: Query.Aggregate, _ compiler: inout QueryCompiler
    ) throws -> ([String], Reading) {
        guard let argument = aggregate.argument else { return (["count(*)"], .value(.integer)) }
        let (sql, type) = try compiler.value(argument)
        switch aggregate {
        case .count, .countOf: return (["count(\(sql))"], .value(.integer))
        case .sum where type == .integer: return (["sum(\(sql))"], .wholeSum)
        case .average where type == .integer: return (["sum(\(sql))", "count(\(sql))"], .wholeMean)
        case .minimum, .maximum:
            guard let type, [.integer, .double, .date, .text, .uuid].contains(type) else {
                throw QueryCompiler.Untranslatable()
            }
            if case .minimum = aggregate { return (["min(\(sql))"], .value(type)) }
            return (["max(\(sql))"], .value(type))
        case .sum, .average: throw QueryCompiler.Untranslatable()
        }
    }
}
#endif

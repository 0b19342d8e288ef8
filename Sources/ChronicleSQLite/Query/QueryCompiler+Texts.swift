#if SQLite
import ChronicleSchema
import ChronicleStore

/// Texts whose spelling counts, or plays no part, so that none is brought into its normal form.
extension QueryCompiler {
    /// A text as it is written, for functions of which any normal form will do or that look at the scalars themselves.
    mutating func spelling(_ value: Query.Value) throws -> String {
        guard depth < Self.mostDepth else { throw Untranslatable() }
        depth += 1
        defer { depth -= 1 }
        switch value {
        case .column(let path, let column) where layouts[path.entity].types.indices.contains(column):
            return "\(try alias(of: path)).\(quoted(layouts[path.entity].names[column]))"
        case .literal(.text): return parameter(.spelled)
        case .coalesce(let a, let b):
            let first = try spelling(a)
            return "ifnull(\(first), \(try spelling(b)))"
        case .conditional(let condition, let a, let b):
            let test = try self.condition(condition)
            let first = try spelling(a)
            return "CASE WHEN \(test) THEN \(first) ELSE \(try spelling(b)) END"
        default: return try self.value(value).sql
        }
    }

    /// What texts are ordered by: their normal form, or bytes that are made for the order.
    mutating func sortKey(_ value: Query.Value, _ collation: Query.Collation) throws -> String {
        switch collation {
        case .scalars: try self.value(value).sql
        case .caseInsensitive, .standard:
            "chronicle_key(\(try spelling(value)), \(collation == .standard ? TextKey.standard : TextKey.caseless))"
        }
    }
}
#endif

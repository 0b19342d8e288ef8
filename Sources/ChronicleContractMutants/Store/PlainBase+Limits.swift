import ChronicleSchema
import ChronicleStore

extension PlainBase {
    /// The values of a row, unless one of them is beyond a limit.
    func limited(_ values: [StoredValue], _ entity: Schema.Entity, _ faults: Faults) throws -> [StoredValue] {
        let indexed = Set(entity.indexes.flatMap(\.columns))
        var values = values
        for (column, value) in values.enumerated() {
            let size: Int
            var bounds: [(PlainLimit, Int?)]
            switch value {
            case .text(let text):
                size = faults.has(.countsCharacters) ? text.count : text.utf8.count
                bounds = [(.textBytes, limits.textBytes)]
            case .data(let data):
                size = data.count
                bounds = [(.dataBytes, limits.dataBytes)]
            default: continue
            }
            if indexed.contains(column) { bounds.append((.indexedBytes, limits.indexedBytes)) }
            for case (let kind, let bound?) in bounds where size > (faults.has(.limitsOff) ? bound - 1 : bound) {
                if faults.passesLimit?(kind) ?? false { continue }
                if faults.has(.cutsAtLimits) {
                    if case .text(let text) = value { values[column] = .text(String(text.prefix(bound))) }
                    if case .data(let data) = value { values[column] = .data(data.prefix(bound)) }
                    continue
                }
                throw StoreError(
                    .limitExceeded,
                    "\(entity.name).\(entity.columns[column].name) has \(size) bytes, and the store takes \(bound): "
                        + "shorten it.", entity: entity.name)
            }
        }
        return values
    }
}

import ChronicleStore
import Foundation

/// What a plain store can do: the whole, or less of it where a clause is about a store that can do less.
struct PlainBase: Sendable, Hashable {
    /// What follows `plain:` in its name.
    var tag = ""
    /// Whether saves are recorded.
    var history = true
    /// Whether there is a file; without one there are neither other openings nor other processes, and nothing to grow.
    var isPersistent = true
    /// Whether the file may be open more than once, and for reading only.
    var isShared = true
    /// Whether the store takes a schema that has grown.
    var schemaGrowth = true
    /// Whether rows are found in indexes.
    var indexedQueries = false
    /// What it declares not to take.
    var limits = StoreLimits()

    /// The whole, in a file.
    static let plain = PlainBase()
    /// Without history.
    static let withoutHistory = PlainBase(tag: "no-history", history: false)
    /// In memory.
    static let inMemory = PlainBase(tag: "memory", isPersistent: false, isShared: false, schemaGrowth: false)
    /// For one opening at a time.
    static let single = PlainBase(tag: "one-opening", isShared: false)
    /// For one schema only.
    static let fixed = PlainBase(tag: "one-schema", schemaGrowth: false)
    /// With indexes.
    static let indexed = PlainBase(tag: "indexed", indexedQueries: true)
    /// With limits.
    static let limited = {
        var base = PlainBase(tag: "limited")
        base.limits.textBytes = 200_000
        base.limits.dataBytes = 300_000
        base.limits.indexedBytes = 120_000
        return base
    }()

    /// All of them.
    static let all = [plain, withoutHistory, inMemory, single, fixed, indexed, limited]

    var capabilities: StoreCapabilities {
        var capabilities = StoreCapabilities()
        capabilities.history = history
        capabilities.relatedRows = true
        capabilities.consumers = history
        capabilities.persistence = isPersistent
        capabilities.multipleOpenings = isShared
        capabilities.multipleProcesses = isShared
        capabilities.readOnlyOpening = isShared
        capabilities.schemaGrowth = schemaGrowth
        capabilities.indexedQueries = indexedQueries
        capabilities.limits = limits
        return capabilities
    }

    /// Opens the store at a place, right but for the faults.
    func configuration(at url: URL, allowsSave: Bool, faults: Faults) -> ModelConfiguration {
        let path = url.path(percentEncoded: false)
        return ModelConfiguration(name: "plain", location: path, allowsSave: allowsSave) { schema in
            try PlainStore(schema: schema, path: path, allowsSave: allowsSave, base: self, faults: faults)
        }
    }
}

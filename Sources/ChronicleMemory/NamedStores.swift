import ChronicleSchema
import ChronicleStore
import Synchronization

/// The named stores that are open in this process.
enum NamedStores {
    private struct Reference: Sendable {
        weak let state: MemoryState?
    }

    private static let open = Mutex<[String: Reference]>([:])

    static func state(_ name: String, _ schema: Schema) throws -> MemoryState {
        try open.withLock { open in
            if let state = open[name]?.state {
                guard isSame(state.schema, schema) else {
                    throw StoreError(
                        .schemaMismatch, "The in-memory store \(name) is open for other entities: choose another name.",
                        location: "memory:\(name)")
                }
                return state
            }
            open = open.filter { $0.value.state != nil }
            let state = MemoryState(schema: schema)
            open[name] = Reference(state: state)
            return state
        }
    }

    /// The schema of the open store of a name.
    static func schema(_ name: String) throws -> Schema {
        guard let state = open.withLock({ $0[name]?.state }) else {
            throw StoreError(
                .missingStore, "No in-memory store \(name) is open: open it with the models first.",
                location: "memory:\(name)")
        }
        return state.schema
    }

    private static func isSame(_ a: Schema, _ b: Schema) -> Bool {
        a === b
            || a.entities.elementsEqual(b.entities) {
                $0.name == $1.name && $0.columns == $1.columns && $0.properties == $1.properties
                    && $0.indexes == $1.indexes && $0.deleteActions == $1.deleteActions && $0.link == $1.link
            }
    }
}

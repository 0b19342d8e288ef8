public import ChronicleStore

extension ModelConfiguration {
    /// A store in memory that nothing else shares; every opening makes a new one.
    public static var inMemory: ModelConfiguration {
        ModelConfiguration(name: "memory", location: "memory:") { MemoryStore(schema: $0) }
    }

    /// A store in memory that is shared within the process by its name while any store of that name is open.
    public static func memory(name: String) -> ModelConfiguration {
        ModelConfiguration(
            name: name, location: "memory:\(name)", readStoredSchema: { try NamedStores.schema(name) }
        ) { try MemoryStore(name: name, schema: $0) }
    }
}

extension StoreScheme {
    /// `memory:` for a store of its own, `memory:NAME` for one that is shared by name.
    public static var memory: StoreScheme {
        StoreScheme(name: "memory") { url in
            var name = url[...]
            if name.hasPrefix("memory:") { name = name.dropFirst("memory:".count) }
            while name.hasPrefix("/") { name = name.dropFirst() }
            return name.isEmpty ? .inMemory : .memory(name: String(name))
        }
    }
}

import Chronicle
import ChronicleDrain
import ChronicleHistory
import ChronicleStore

/// The two stores of a copy, open, after everything that could make the copy do harm was refused.
struct CopyPair {
    let source: any DataStore & HistoryProviding
    let target: any DataStore & HistoryConsumerRegistry
    let sourceConfiguration: ModelConfiguration
    /// Whether the source remembers that there is a copy, and purges nothing that the copy has yet to get.
    let isRegistered: Bool

    /// Opens the stores; a target that does not exist is made with the schema of the source.
    ///
    /// - Throws: ``CommandFailure`` for stores that must not be copied one over the other; the stores' errors. A target that
    ///   existed is as it was.
    static func open(_ sourceURL: String, _ targetURL: String) throws -> CopyPair {
        let sourceConfiguration = try StoreURL.configuration(sourceURL)
        let targetConfiguration = try StoreURL.configuration(targetURL)
        try StoreURL.refuseForgetful(targetConfiguration, targetURL)
        guard sourceConfiguration.location != targetConfiguration.location else {
            throw CommandFailure("\(sourceURL) cannot be copied into itself: name another target")
        }
        let source = try StoreURL.openHistory(sourceURL, allowsSave: true)
        do {
            try check(targetConfiguration, targetURL, against: source, sourceURL)
            let target = try targetConfiguration.open(source.schema)
            guard let target = target as? any DataStore & HistoryConsumerRegistry else {
                try target.close()
                throw CommandFailure("\(targetURL) cannot remember what it is a copy of")
            }
            return CopyPair(
                source: source, target: target, sourceConfiguration: sourceConfiguration,
                isRegistered: !source.capabilities.isReadOnly && source is any HistoryConsumerRegistry)
        } catch {
            try? source.close()
            throw error
        }
    }

    /// Looks at a target without changing it.
    private static func check(
        _ configuration: ModelConfiguration, _ url: String, against source: any DataStore, _ sourceURL: String
    ) throws {
        guard configuration.readStoredSchema != nil else { return }
        let schema: Schema
        do { schema = try configuration.storedSchema() } catch let error as StoreError where error.code == .missingStore
        {
            return
        }
        let target = try (configuration.makeReadOnly?() ?? configuration).open(schema)
        defer { try? target.close() }
        guard target.identifier != source.identifier else {
            throw CommandFailure("\(url) is \(sourceURL) itself or a copy of its files: name another target")
        }
        let foreign = schema.entities.filter { source.schema.entitiesByName[$0.name] == nil }.map(\.name)
        guard foreign.isEmpty else {
            throw CommandFailure(
                "\(url) has \(foreign.joined(separator: ", ")), which \(sourceURL) has not: name a target that holds nothing else"
            )
        }
        if let registry = target as? any HistoryConsumerRegistry,
            let origin = try ReplicaCheckpointStore.origin(of: registry)
        {
            guard origin.storeIdentifier == source.identifier else {
                throw CommandFailure(
                    "\(url) is a copy of another store (\(origin.storeIdentifier)): name another target, or delete it first"
                )
            }
            return
        }
        let rows = try schema.entities.reduce(0) { try $0 + target.count(FetchRequest(entity: $1.index, limit: 1)) }
        guard rows == 0 else {
            throw CommandFailure(
                "\(url) holds rows that are not of \(sourceURL): name another target, or delete it first")
        }
    }

    func close() throws {
        defer { try? source.close() }
        try target.close()
    }
}

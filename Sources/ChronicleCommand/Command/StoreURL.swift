import Chronicle
import ChronicleLMDB
import ChronicleMemory
import ChronicleSQLite
import ChronicleStore

/// The stores that a command line can name.
enum StoreURL {
    /// The kinds of store that this build has.
    static var schemes: [StoreScheme] {
        var schemes: [StoreScheme] = [.memory]
        #if SQLite
        schemes.append(.sqlite)
        #endif
        #if LMDB
        schemes.append(.lmdb)
        #endif
        return schemes
    }

    /// Whether a text begins as the URL of a store does.
    static func isOne(_ text: String) -> Bool {
        schemes.contains { text.lowercased().hasPrefix($0.name + ":") }
    }

    static func configuration(_ url: String) throws -> ModelConfiguration {
        try ModelConfiguration(url: url, schemes: schemes)
    }

    /// Refuses a target that is gone when the program ends.
    static func refuseForgetful(_ configuration: ModelConfiguration, _ url: String) throws {
        guard configuration.readStoredSchema == nil else { return }
        throw CommandFailure("\(url) keeps nothing when the program ends: name a store in a file")
    }

    /// Opens a store that is there, by the schema that it describes itself with.
    ///
    /// - Parameter allowsSave: Whether it is written; a store that may not be is opened for reading all the same.
    static func open(_ url: String, allowsSave: Bool = false) throws -> any DataStore {
        let configuration = try configuration(url)
        let schema = try configuration.storedSchema()
        if allowsSave {
            do {
                return try configuration.open(schema)
            } catch let error as StoreError where error.code == .noPermission {
                // Reading is enough, if need be.
            }
        }
        return try configuration.readOnly().open(schema)
    }

    /// Opens a store that is there and keeps history.
    static func openHistory(_ url: String, allowsSave: Bool = false) throws -> any DataStore & HistoryProviding {
        let store = try open(url, allowsSave: allowsSave)
        guard store.capabilities.history, let store = store as? any DataStore & HistoryProviding else {
            throw CommandFailure("\(url) keeps no history")
        }
        return store
    }
}

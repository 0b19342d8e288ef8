import ChronicleStore
public import Foundation

extension ModelContainer {
    /// Copies a store as it is now to a new place, also while it is written; time is in the size of the store.
    ///
    /// Copying the files oneself would miss what lies beside them. Unsaved changes are not part of the copy.
    ///
    /// - Parameters:
    ///   - url: A new file (SQLite) or folder (LMDB).
    ///   - configuration: The name of the store's configuration; the container's first store when nil.
    /// - Throws: ``ChronicleError`` `unsupportedFeature` for a store that cannot be copied, `invalidConfiguration` when there is
    ///   none of the name; ``StoreError``.
    public func export(to url: URL, configuration: String? = nil) throws {
        guard
            let handle = stores.first(where: { handle in configuration.map { $0 == handle.configuration.name } ?? true }
            )
        else {
            throw ChronicleError(
                .invalidConfiguration, "The container has no configuration \(configuration ?? ""): name one of its own")
        }
        guard let store = handle.store as? any StoreExporting else {
            throw ChronicleError(
                .unsupportedFeature,
                "The store of \(handle.configuration.name) cannot be copied as a whole: replicate it with a StoreSink")
        }
        try store.export(to: url)
    }
}

public import Foundation

/// A store that can be copied as a whole while it is in use.
///
/// ## Implementation requirements
/// - The copy holds one committed state, whole, also while others write; it opens on its own, without any file beside it that
///   is not part of it, and has the same identifier and lineage.
/// - Writers are not kept waiting for the length of the copy.
public protocol StoreExporting: DataStore {
    /// Copies the store as it is now to a new place.
    ///
    /// - Throws: ``StoreError``; the store is as it was.
    func export(to url: URL) throws
}

#if SQLite
public import ChronicleStore
public import Foundation

/// How a SQLite store is opened.
public struct SQLiteConfiguration: Sendable, Hashable {
    /// When a commit is written through to the medium.
    public enum Synchronous: String, Sendable, Hashable {
        /// A committed save survives a crash of the process; after a loss of power the last ones may be gone, the file
        /// is whole.
        case normal
        /// A committed save survives a loss of power.
        case full
        /// The system decides; a loss of power can damage the file.
        case off
    }

    /// The database file.
    public var url: URL
    /// Whether the store may be written; else it is opened for reading only and never made.
    ///
    /// An empty file, or one in which the making of a store was cut off, counts as no store: opening it for reading throws
    /// `missingStore`, opening it for writing makes the store. A change that was cut off in a store is undone or taken over
    /// when it is next opened, also for reading, by whoever may write the file and its folder; others get `noPermission`.
    ///
    /// Readers keep files beside the store. Where they can neither be made nor are there already (a folder or medium that may
    /// only be read), the file is opened as one that nobody changes (SQLite's `immutable=1`). Nothing is locked then: what is
    /// committed later is not seen, commits are not observed (`CommitObservation.seesOtherProcesses` is false, and
    /// containers name the store among their `unwatchedStores`), and fetches may fail or go wrong when a user who may write
    /// the store does so meanwhile. Open it anew after such a change.
    public var allowsSave = true
    /// When a commit is written through to the medium.
    public var synchronous = Synchronous.normal
    /// How long a write waits for another process, in seconds, before it throws `locked`.
    public var busyTimeout: TimeInterval = 5
    /// Whether saves are recorded in the history.
    public var recordsHistory = true

    /// The settings for a file, to be changed as needed.
    public init(url: URL) { self.url = url }

    var path: String { url.path(percentEncoded: false) }
    var busyMilliseconds: Int32 { Int32(clamping: Int64(min(max(busyTimeout, 0), 2_000_000) * 1000)) }
}

extension ModelConfiguration {
    /// A SQLite store in a file.
    ///
    /// - Parameters:
    ///   - url: The database file; made when it does not exist and `allowsSave` is true. Its folder must exist.
    ///   - name: The configuration's name; the file's name without its extension when nil.
    ///   - allowsSave: Whether the store may be written.
    ///   - synchronous: When a commit is written through to the medium.
    ///   - busyTimeout: How long a write waits for another process, in seconds.
    ///   - recordsHistory: Whether saves are recorded in the history.
    public static func sqlite(
        at url: URL, name: String? = nil, allowsSave: Bool = true,
        synchronous: SQLiteConfiguration.Synchronous = .normal, busyTimeout: TimeInterval = 5,
        recordsHistory: Bool = true
    ) -> ModelConfiguration {
        var configuration = SQLiteConfiguration(url: url)
        configuration.allowsSave = allowsSave
        configuration.synchronous = synchronous
        configuration.busyTimeout = busyTimeout
        configuration.recordsHistory = recordsHistory
        let settings = configuration
        return ModelConfiguration(
            name: name ?? url.deletingPathExtension().lastPathComponent, location: configuration.path,
            allowsSave: allowsSave,
            readStoredSchema: { try SQLiteStore.storedSchema(settings) },
            makeReadOnly: {
                .sqlite(
                    at: url, name: name, allowsSave: false, busyTimeout: busyTimeout, recordsHistory: recordsHistory)
            }
        ) { schema in try SQLiteStore(schema: schema, configuration: settings) }
    }
}

extension StoreScheme {
    /// SQLite stores by URL: `sqlite:///absolute/path`.
    ///
    /// The configuration throws ``StoreError`` `invalidConfiguration` for anything else.
    public static var sqlite: StoreScheme {
        StoreScheme(name: "sqlite") { text in
            var path = text[...]
            if path.lowercased().hasPrefix("sqlite:") { path = path.dropFirst("sqlite:".count) }
            guard path.hasPrefix("///"), path.count > 3, !path.hasSuffix("/"), !path.utf8.contains(0),
                let decoded = path.dropFirst(2).removingPercentEncoding, !decoded.utf8.contains(0)
            else {
                throw StoreError(
                    .invalidConfiguration,
                    "\(text) names no SQLite store: write sqlite:///absolute/path/to/file.", location: text)
            }
            return .sqlite(at: URL(filePath: decoded, directoryHint: .notDirectory))
        }
    }
}
#endif

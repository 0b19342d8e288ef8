#if !SQLite
public import ChronicleStore
public import Foundation

/// A store in a SQLite file.
@available(*, unavailable, message: "SQLiteStore needs the package trait 'SQLite'")
public final class SQLiteStore {}

extension ModelConfiguration {
    /// A SQLite store in a file.
    @available(*, unavailable, message: "SQLiteStore needs the package trait 'SQLite'")
    public static func sqlite(at url: URL, name: String? = nil, allowsSave: Bool = true) -> ModelConfiguration {
        ModelConfiguration(name: "", location: "") { _ in
            throw StoreError(.unsupportedFeature, "SQLiteStore needs the package trait 'SQLite'.")
        }
    }
}

extension StoreScheme {
    /// SQLite stores by URL.
    @available(*, unavailable, message: "SQLiteStore needs the package trait 'SQLite'")
    public static var sqlite: StoreScheme {
        StoreScheme(name: "sqlite") { _ in
            throw StoreError(.unsupportedFeature, "SQLiteStore needs the package trait 'SQLite'.")
        }
    }
}
#endif

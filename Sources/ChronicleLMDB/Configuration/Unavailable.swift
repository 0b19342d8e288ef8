#if !LMDB
public import ChronicleStore
public import Foundation

/// The LMDB store, which this build leaves out.
@available(*, unavailable, message: "LMDBStore needs the package trait 'LMDB'")
public final class LMDBStore {}

extension ModelConfiguration {
    /// Keeps models in an LMDB store, which this build leaves out.
    @available(*, unavailable, message: "LMDBStore needs the package trait 'LMDB'")
    public static func lmdb(
        at url: URL, name: String? = nil, allowsSave: Bool = true, durability: LMDBDurability = .full,
        entities: Set<String>? = nil, initialMapSize: Int = 0
    ) -> ModelConfiguration {
        ModelConfiguration(name: name ?? "", location: url.path) { _ in
            throw StoreError(.unsupportedFeature, "LMDBStore needs the package trait 'LMDB'.")
        }
    }
}

extension StoreScheme {
    /// LMDB stores by URL, which this build leaves out.
    @available(*, unavailable, message: "LMDBStore needs the package trait 'LMDB'")
    public static var lmdb: StoreScheme {
        StoreScheme(name: "lmdb") { _ in
            throw StoreError(.unsupportedFeature, "LMDBStore needs the package trait 'LMDB'.")
        }
    }
}
#endif

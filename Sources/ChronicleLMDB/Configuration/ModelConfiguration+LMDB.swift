#if LMDB
public import ChronicleStore
public import Foundation

extension ModelConfiguration {
    /// Keeps models in an LMDB store in a folder, which is made when it is missing.
    ///
    /// - Parameters:
    ///   - url: The folder. Its parent must exist.
    ///   - name: The configuration's name; the folder's name when nil.
    ///   - allowsSave: Whether the store may be written. A store opened for reading only is never made.
    ///   - durability: When a commit has reached the disk.
    ///   - entities: The entities that are kept here; nil for all that no other configuration claims.
    ///   - initialMapSize: The address space that the store starts with; it doubles whenever it is full.
    public static func lmdb(
        at url: URL, name: String? = nil, allowsSave: Bool = true, durability: LMDBDurability = .full,
        entities: Set<String>? = nil, initialMapSize: Int = LMDBStore.defaultMapSize
    ) -> ModelConfiguration {
        ModelConfiguration(
            name: name ?? url.deletingPathExtension().lastPathComponent, location: url.path, allowsSave: allowsSave,
            entities: entities,
            readStoredSchema: { try LMDBStore.storedSchema(at: url) },
            makeReadOnly: {
                .lmdb(
                    at: url, name: name, allowsSave: false, durability: durability, entities: entities,
                    initialMapSize: initialMapSize)
            }
        ) { schema in
            try LMDBStore(
                at: url, schema: schema, allowsSave: allowsSave, durability: durability, initialMapSize: initialMapSize)
        }
    }
}
#endif

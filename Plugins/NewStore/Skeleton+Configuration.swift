extension Skeleton {
    /// How users name the store.
    static let configuration = #"""
        import ChronicleStore
        import Foundation

        extension ModelConfiguration {
            /// A store in a folder.
            ///
            /// - Parameters:
            ///   - url: The folder; it is made when it does not exist and `allowsSave` is true. The folder around it must exist.
            ///   - allowsSave: Whether the store may be written.
            public static func acme(at url: URL, allowsSave: Bool = true) -> ModelConfiguration {
                ModelConfiguration(
                    name: url.deletingPathExtension().lastPathComponent, location: url.path, allowsSave: allowsSave
                ) { schema in
                    try AcmeStore(schema: schema, folder: url, allowsSave: allowsSave)
                }
            }
        }

        """#
}

import ChronicleStore
import Foundation

extension ModelConfiguration {
    /// A store in a folder of JSON files.
    ///
    /// - Parameters:
    ///   - url: The folder; it is made when it does not exist and `allowsSave` is true. The folder around it must exist.
    ///   - allowsSave: Whether the store may be written.
    public static func json(at url: URL, allowsSave: Bool = true) -> ModelConfiguration {
        ModelConfiguration(
            name: url.deletingPathExtension().lastPathComponent, location: url.path, allowsSave: allowsSave
        ) { schema in
            try JSONStore(schema: schema, folder: StoreFolder(url: url, allowsSave: allowsSave))
        }
    }
}

extension StoreScheme {
    /// JSON stores by URL: `json:///absolute/path`.
    public static var json: StoreScheme {
        StoreScheme(name: "json") { text in
            guard let url = URL(string: text), url.path.count > 1, url.host() ?? "" == "" else {
                throw StoreError(
                    .invalidConfiguration, "\(text) names no JSON store: write json:///absolute/path", location: text)
            }
            return .json(at: URL(filePath: url.path))
        }
    }
}

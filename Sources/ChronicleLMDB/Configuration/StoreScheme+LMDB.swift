#if LMDB
public import ChronicleStore
import Foundation

extension StoreScheme {
    /// LMDB stores by URL: `lmdb:///absolute/path/of/a/folder`.
    ///
    /// Making the configuration throws ``StoreError`` `invalidConfiguration` for anything else.
    public static var lmdb: StoreScheme {
        StoreScheme(name: "lmdb") { text in .lmdb(at: try folder(of: text)) }
    }

    private static func folder(of text: String) throws -> URL {
        func refuse(_ why: String) -> StoreError {
            StoreError(
                .invalidConfiguration, "\(text) \(why): write lmdb:///absolute/path, the folder of the store.",
                location: text)
        }
        // Both the whole URL and what follows the scheme's colon are understood.
        let rest = text.lowercased().hasPrefix("lmdb:") ? text.dropFirst("lmdb:".count) : text[...]
        guard rest.hasPrefix("//") else { throw refuse("has no `//` after the scheme") }
        let encoded = rest.dropFirst(2)
        guard encoded.hasPrefix("/") else { throw refuse("names a host or a relative path") }
        guard !encoded.contains("?"), !encoded.contains("#") else { throw refuse("has a query or a fragment") }
        guard let path = String(encoded).removingPercentEncoding, !path.contains("\0") else {
            throw refuse("is not well encoded")
        }
        guard path.contains(where: { $0 != "/" }) else { throw refuse("names no folder") }
        return URL(fileURLWithPath: path, isDirectory: true)
    }
}
#endif

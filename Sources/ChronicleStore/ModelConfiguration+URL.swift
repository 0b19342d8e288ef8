extension ModelConfiguration {
    /// The configuration that a URL names, for stores that are chosen at run time.
    ///
    /// ```swift
    /// let configuration = try ModelConfiguration(url: "sqlite:///var/lib/app.db", schemes: [.memory, .sqlite, .lmdb])
    /// ```
    ///
    /// - Parameters:
    ///   - url: A scheme, a colon, and what the scheme makes of the rest.
    ///   - schemes: The kinds of store that may be chosen.
    /// - Throws: ``StoreError`` `invalidConfiguration` when the scheme is none of these or the rest is of no use to it.
    public init(url: String, schemes: [StoreScheme]) throws {
        let known = schemes.map { "\($0.name):" }.joined(separator: ", ")
        guard let colon = url.firstIndex(of: ":") else {
            throw StoreError(
                .invalidConfiguration, "`\(url)` is no URL of a store: begin it with one of \(known)", location: url)
        }
        let name = url[..<colon].lowercased()
        guard let scheme = schemes.first(where: { $0.name == name }) else {
            throw StoreError(
                .invalidConfiguration, "`\(url)` names an unknown kind of store: begin it with one of \(known)",
                location: url)
        }
        self = try scheme.configuration(url)
    }
}

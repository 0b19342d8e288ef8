/// What one store answered, in the order in which it was asked.
struct Results: Sendable {
    struct Entry: Sendable {
        var title: String
        var value: String
        /// Whether the report shows it.
        var isShown: Bool
    }

    private(set) var entries: [Entry] = []

    /// Notes a result that the report shows.
    mutating func show(_ title: String, _ value: some CustomStringConvertible) {
        entries.append(Entry(title: title, value: value.description, isShown: true))
    }

    /// Notes a result that only the digest covers.
    mutating func note(_ title: String, _ value: some CustomStringConvertible) {
        entries.append(Entry(title: title, value: value.description, isShown: false))
    }

    /// The digest of every result.
    var digest: String {
        var digest = Digest()
        for entry in entries {
            digest.add(entry.title)
            digest.add(entry.value)
        }
        return digest.text
    }

    /// The first results that are not the same.
    func firstDifference(from other: Results) -> (title: String, own: String, other: String)? {
        for (own, theirs) in zip(entries, other.entries) where own.title != theirs.title || own.value != theirs.value {
            return (own.title, own.value, theirs.value)
        }
        guard entries.count != other.entries.count else { return nil }
        return ("number of results", "\(entries.count)", "\(other.entries.count)")
    }
}

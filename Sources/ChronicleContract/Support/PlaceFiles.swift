import Foundation

/// The files of a store, for clauses that damage them.
struct PlaceFiles {
    let place: ContractPlace

    /// All regular files within the place, in order of their paths.
    func all() throws -> [URL] {
        guard
            let walk = FileManager.default.enumerator(
                at: place.directory, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        var files: [URL] = []
        for case let url as URL in walk where try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        {
            files.append(url)
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The files that hold a text; all files when none does, as a store may keep its data in another form.
    func holding(_ text: String) throws -> [URL] {
        let files = try all()
        let found = try files.filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
        return found.isEmpty ? files : found
    }
}

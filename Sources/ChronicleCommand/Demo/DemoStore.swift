import Chronicle
import Foundation

/// A store that the demo runs on: where it is, and how to be rid of what the demo made there.
struct DemoStore {
    /// The name in the report.
    let name: String
    /// The store's URL as `--store` takes it.
    let url: String

    /// The kinds of store that this build has.
    static var schemes: [StoreScheme] { StoreURL.schemes }

    init(url: String) throws {
        self.url = url
        name = String(url.prefix { $0 != ":" })
        guard Self.schemes.contains(where: { $0.name == name }) else {
            let known = Self.schemes.map { "\($0.name):" }.joined(separator: ", ")
            throw DemoFailure("\(url) names no kind of store that this build has: begin it with one of \(known)")
        }
        if isFile, path == nil {
            throw DemoFailure("\(url) names no place: write \(name):///absolute/path")
        }
    }

    /// One of each kind in a folder.
    static func all(in folder: URL) throws -> [DemoStore] {
        let path = folder.path(percentEncoded: true)
        let base = path.hasSuffix("/") ? path : path + "/"
        return try schemes.map { scheme in
            try DemoStore(url: scheme.name == "memory" ? "memory:" : "\(scheme.name)://\(base)flights.\(scheme.name)")
        }
    }

    /// A store beside this one, of another kind where there is one.
    func other(_ suffix: String) throws -> DemoStore {
        let files = Self.schemes.map(\.name).filter { $0 != "memory" }
        let kind = files.first { $0 != name } ?? name
        let place = url.drop { $0 != ":" }
        return try DemoStore(url: "\(kind)\(place)-\(suffix)")
    }

    /// Whether the store outlives the container.
    var isFile: Bool { name != "memory" }

    private var path: String? {
        guard let range = url.range(of: "://") else { return nil }
        let path = url[range.upperBound...].removingPercentEncoding ?? ""
        return path.hasPrefix("/") && path.count > 1 ? path : nil
    }

    func open() throws -> ModelContainer {
        try ModelContainer(
            for: Flight.self, Airline.self, Airport.self, Plane.self,
            configurations: ModelConfiguration(url: url, schemes: Self.schemes))
    }

    /// What lies at the store's place and beside it under names that begin with its own.
    func files() -> Set<URL> {
        guard isFile, let path else { return [] }
        let place = URL(filePath: path)
        let folder = place.deletingLastPathComponent()
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        else {
            // A folder that cannot be read has nothing that the demo could have made.
            return []
        }
        return Set(names.filter { $0.hasPrefix(place.lastPathComponent) }.map { folder.appending(path: $0) })
    }

    /// Removes what lies there now and did not before.
    func removeFiles(except before: Set<URL>) {
        for file in files().subtracting(before) { try? FileManager.default.removeItem(at: file) }
    }

    /// Whether a store is there already.
    var exists: Bool { isFile && path.map { FileManager.default.fileExists(atPath: $0) } ?? false }
}

import Chronicle
import ChronicleDrain
import Foundation

/// What `chronicle drain` was asked for.
struct DrainArguments {
    /// What is to be done about parked operations.
    enum Parked: String, CaseIterable { case list, retry, drop }

    static let options: Set<String> = [
        "--store", "--to", "--consumer", "--authors", "--models", "--batch-size", "--header", "--parked",
        "--operations",
    ]
    static let flags: Set<String> = ["--follow", "--json", "--compress", "--no-compress"]

    let store: String
    /// Where operations go; empty with `--parked list`, which sends nothing.
    let destination: String
    let consumer: String
    let follows: Bool
    let isJSON: Bool
    let parked: Parked?
    /// The parked operations that are meant; nil for all.
    let operations: Set<String>?
    let headers: [String: String]
    let compression: HTTPSink.Compression
    private let authors: [String]?
    private let models: [String]?
    private let batchSize: Int?

    /// - Throws: ``UsageError`` for what makes no sense.
    init(_ arguments: Arguments) throws {
        guard let store = arguments.values["--store"] else { throw UsageError("drain needs --store URL") }
        self.store = store
        parked = try arguments.values["--parked"].map { text in
            guard let parked = Parked(rawValue: text) else {
                throw UsageError("--parked needs list, retry or drop, not \(text)")
            }
            return parked
        }
        guard let to = arguments.values["--to"] ?? (parked == .list ? "" : nil) else {
            throw UsageError("drain needs --to: the URL of a store or server, or file:PATH")
        }
        destination = to
        consumer = arguments.values["--consumer"] ?? "drain"
        follows = arguments.flags.contains("--follow")
        isJSON = arguments.flags.contains("--json")
        operations = arguments.list("--operations").map { Set($0) }
        if operations != nil, parked != .retry, parked != .drop {
            throw UsageError("--operations names what --parked retry or drop is about")
        }
        authors = arguments.list("--authors")
        models = arguments.list("--models")
        batchSize = try arguments.number("--batch-size", least: 1)
        headers = try arguments.values["--header"].map(Self.header) ?? [:]
        compression = try Self.compression(arguments)
        if !to.hasPrefix("http:"), !to.hasPrefix("https:") {
            if !headers.isEmpty { throw UsageError("--header is for a server") }
            if compression != .none { throw UsageError("--compress is for a server") }
        }
    }

    private static func compression(_ arguments: Arguments) throws -> HTTPSink.Compression {
        guard arguments.flags.contains("--compress") else { return .none }
        guard !arguments.flags.contains("--no-compress") else {
            throw UsageError("give one of --compress and --no-compress")
        }
        #if Gzip
        return .gzip
        #else
        throw UsageError("--compress needs gzip, which this build has not: build it with the trait Gzip")
        #endif
    }

    /// - Parameter text: The header, or `@` and the file that it is in: other users see what stands in a command line.
    private static func header(_ text: String) throws -> [String: String] {
        var text = text
        if text.hasPrefix("@") {
            let path = String(text.dropFirst())
            guard let content = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw UsageError("--header: \(path) cannot be read")
            }
            text = content.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isNewline) else {
            throw UsageError("--header needs `Name: value`")
        }
        return [parts[0]: parts[1]]
    }

    /// What is sent of a store with a schema.
    ///
    /// - Throws: ``UsageError`` for a model that the schema has not.
    func sourceOptions(_ schema: Schema) throws -> StoreHistorySource.Options {
        var options = StoreHistorySource.Options()
        if let authors { options.authors = Set(authors.map { $0 == "-" ? nil : $0 }) }
        if let models {
            let known = schema.entities.filter { $0.link == nil }.map(\.name)
            for model in models where !known.contains(model) {
                throw UsageError("--models: the store has no \(model); it has \(known.joined(separator: ", "))")
            }
            options.entities = Set(models)
        }
        if let batchSize { options.transactions = batchSize }
        return options
    }
}

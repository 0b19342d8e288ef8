import Chronicle
import ChronicleDrain
import ChronicleStore
import Foundation

/// Where `chronicle drain` brings operations to.
struct DrainDestination {
    let sink: any RemoteSink
    private let store: (any DataStore)?

    /// - Parameter isNew: Whether nothing was brought under the consumer's name yet.
    /// - Throws: ``UsageError`` for what is no destination, ``CommandFailure`` for a store that is no fitting one.
    init(_ arguments: DrainArguments, _ source: any DataStore, isNew: Bool) throws {
        let text = arguments.destination
        if text.hasPrefix("http://") || text.hasPrefix("https://") {
            guard let url = URL(string: text), url.host() != nil else {
                throw UsageError("--to: \(text) is no URL of a server")
            }
            let headers = arguments.headers
            sink = HTTPSink(url: url, compression: arguments.compression, headers: { headers })
            store = nil
        } else if text.hasPrefix("file:") {
            let path = String(text.dropFirst(text.hasPrefix("file:///") ? "file://".count : "file:".count))
            let file = URL(filePath: path)
            var isFolder: ObjCBool = false
            let folder = file.deletingLastPathComponent().path(percentEncoded: false)
            guard !path.isEmpty, FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                isFolder.boolValue
            else {
                throw UsageError("--to: there is no folder \(folder) for \(text): make it, or write file:PATH")
            }
            if !isNew, !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
                throw CommandFailure(
                    "\(text) is new, and \(arguments.consumer) was brought elsewhere until now: give another --consumer"
                )
            }
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: file.path(percentEncoded: false), isDirectory: &isDirectory),
                isDirectory.boolValue
            {
                throw UsageError("--to: \(path) is a folder: name a file in it")
            }
            sink = FileSink(url: file)
            store = nil
        } else if StoreURL.isOne(text) {
            let target = try Self.target(text, source, arguments, isNew: isNew)
            sink = StoreSink(target, author: arguments.consumer)
            store = target
        } else {
            throw UsageError("--to: \(text) is no store (sqlite:///path), server (https://…) or file (file:PATH)")
        }
    }

    /// Opens a store that receives; a new name begins with an empty one, a known one goes on with what it has filled.
    private static func target(
        _ url: String, _ source: any DataStore, _ arguments: DrainArguments, isNew: Bool
    ) throws -> any DataStore {
        let configuration = try StoreURL.configuration(url)
        try StoreURL.refuseForgetful(configuration, url)
        guard configuration.location != (try StoreURL.configuration(arguments.store)).location else {
            throw CommandFailure("\(url) cannot be drained into itself: name another store")
        }
        let existed: Schema?
        do { existed = try configuration.readStoredSchema?() } catch let error as StoreError
            where error.code == .missingStore
        {
            existed = nil
        }
        if let foreign = existed?.entities.first(where: { source.schema.entitiesByName[$0.name] == nil }) {
            throw CommandFailure("\(url) has \(foreign.name), which \(arguments.store) has not: name another store")
        }
        let store = try configuration.open(source.schema)
        do {
            guard store.identifier != source.identifier else {
                throw CommandFailure("\(url) is \(arguments.store) itself or a copy of its files: name another store")
            }
            let rows = try store.schema.entities.reduce(0) {
                try $0 + store.count(FetchRequest(entity: $1.index, limit: 1))
            }
            if isNew, rows > 0 {
                throw CommandFailure(
                    "\(url) holds rows, and nothing was brought as \(arguments.consumer) yet: name another store, or the "
                        + "consumer that has filled it")
            }
            if !isNew, existed == nil {
                throw CommandFailure(
                    "\(url) is new, and \(arguments.consumer) was brought elsewhere until now: give another --consumer")
            }
            return store
        } catch {
            try? store.close()
            throw error
        }
    }

    func close() { try? store?.close() }
}

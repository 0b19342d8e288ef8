import Foundation

/// The folder that the stores are made in: a temporary one that goes at the end, or the user's own.
final class WorkFolder {
    let url: URL
    private let isTemporary: Bool
    private let isMade: Bool
    private var mustStay = false

    /// - Parameter path: The user's folder, made when it is missing; nil for a temporary one.
    /// - Throws: ``DemoFailure`` when the folder cannot be made or written.
    init(_ path: String?) throws {
        isTemporary = path == nil
        let name = "chronicle-demo-\(UUID().uuidString.prefix(8))"
        url =
            path.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL }
            ?? FileManager.default.temporaryDirectory.appending(path: name, directoryHint: .isDirectory)
        var place = url.path(percentEncoded: false)
        while place.count > 1, place.hasSuffix("/") { place.removeLast() }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        isMade = !exists
        if exists {
            guard isFolder.boolValue else { throw DemoFailure("\(place) is not a folder") }
        } else {
            do {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            } catch {
                throw DemoFailure("the folder \(place) cannot be made: its parent is missing or may not be written")
            }
        }
        // A trial file tells more than the permissions: the file system may be read-only.
        let trial = url.appending(path: ".\(name)")
        do {
            try Data().write(to: trial)
            try FileManager.default.removeItem(at: trial)
        } catch {
            throw DemoFailure("the folder \(place) may not be written")
        }
    }

    /// The user's folder stays when all went well.
    func keep() { mustStay = !isTemporary }

    /// Removes the folder if the demo made it and it is not to stay.
    func remove() {
        guard isMade, !mustStay else { return }
        try? FileManager.default.removeItem(at: url)
    }
}

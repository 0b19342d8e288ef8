import Foundation
import PackagePlugin

/// Writes the skeleton of a store with its contract test into the user's package, ready to run.
@main
struct NewStore: CommandPlugin {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private static let usage = """
        usage: swift package --allow-writing-to-package-directory new-store NAME

        Writes a store to begin with into this package: Sources/NAME, and its contract test Tests/NAMETests.
        Nothing that exists is overwritten. The targets are added to Package.swift where that is laid out as usual,
        and printed otherwise.
        """

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        if arguments.contains("--help") || arguments.contains("-h") { return print(Self.usage) }
        guard arguments.count == 1 else { throw Refusal("new-store takes one name.\n\(Self.usage)") }
        var name = arguments[0]
        if name.hasSuffix("Store"), name != "Store" { name.removeLast("Store".count) }
        if let complaint = Skeleton.complaint(about: name) { throw Refusal(complaint) }

        let package = context.package
        let skeleton = Skeleton(name: name)
        let (folder, manager) = (package.directoryURL, FileManager.default)
        for taken in ["Sources/\(name)", "Tests/\(name)Tests"]
        where manager.fileExists(atPath: folder.appending(path: taken).path) {
            throw Refusal("\(taken) exists already and is left as it is: choose another name, or take it away")
        }
        if package.targets.contains(where: { [name, "\(name)Tests"].contains($0.name) }) {
            throw Refusal("the package has a target \(name) or \(name)Tests already: choose another name")
        }
        for (path, text) in skeleton.files {
            let file = folder.appending(path: path)
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .withoutOverwriting)
            print("wrote \(path)")
        }
        try addTargets(skeleton, to: package)
        print("`swift test` runs the contract. What is left to write is marked NEXT.")
    }

    private func addTargets(_ skeleton: Skeleton, to package: Package) throws {
        let chronicle = package.dependencies.first { $0.package.displayName == "chronicle" }
        let file = package.directoryURL.appending(path: "Package.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let manifest = Manifest(text: text, identity: chronicle?.package.id ?? "chronicle")
        guard let added = manifest.adding(skeleton.name) else {
            print("Add to the targets of Package.swift:\n\n\(manifest.targets(skeleton.name))")
            return
        }
        try Data(added.utf8).write(to: file, options: .atomic)
        print("added the targets \(skeleton.name) and \(skeleton.name)Tests to Package.swift")
    }
}

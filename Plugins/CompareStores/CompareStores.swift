import Foundation
import PackagePlugin

/// `swift package compare-stores`: runs `chronicle bench` from a package that depends on Chronicle.
///
/// All arguments go on to it, and its exit status decides about the command's. It needs no permission: the stores are made
/// in the plugin's own folder and go when it ends. A report that `--json` or `--html` writes somewhere else takes SwiftPM's
/// `--allow-writing-to-directory` where the system has a sandbox.
@main struct CompareStores: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try program()
        process.arguments = ["bench"] + arguments
        if !arguments.contains(where: { $0 == "--in" || $0.hasPrefix("--in=") }) {
            process.arguments?.append(contentsOf: ["--in", context.pluginWorkDirectoryURL.path])
        }
        try process.run()
        process.waitUntilExit()
        // What went wrong is said already, by the program.
        guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    }

    /// The program, built for release: as a tool of the plugin it would be a debug build, whose times say nothing.
    private func program() throws -> URL {
        FileHandle.standardError.write(Data("building the benchmark for release; the first time takes minutes\n".utf8))
        let result = try packageManager.build(.product("chronicle"), parameters: .init(configuration: .release))
        let program = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == "chronicle" }
        guard result.succeeded, let program else {
            throw BuildFailure(description: "the benchmark could not be built:\n\(result.logText)")
        }
        return program.url
    }
}

struct BuildFailure: Error, CustomStringConvertible {
    var description: String
}

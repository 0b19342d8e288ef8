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
        process.executableURL = try program(context)
        process.arguments = ["bench"] + arguments
        if !arguments.contains(where: { $0 == "--in" || $0.hasPrefix("--in=") }) {
            process.arguments?.append(contentsOf: ["--in", context.pluginWorkDirectoryURL.path])
        }
        try process.run()
        process.waitUntilExit()
        // What went wrong is said already, by the program.
        guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    }

    /// The program, optimised if this SwiftPM builds it so for a plugin; one that is not says so in its report.
    private func program(_ context: PluginContext) throws -> URL {
        let result = try packageManager.build(.product("chronicle"), parameters: .init(configuration: .release))
        let built = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == "chronicle" }
        if result.succeeded, let built { return built.url }
        Diagnostics.remark("the program was not built for release: \(result.logText.suffix(400))")
        return try context.tool(named: "chronicle").url
    }
}

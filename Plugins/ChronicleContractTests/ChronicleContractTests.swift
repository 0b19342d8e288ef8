import Foundation
import PackagePlugin

/// Writes one test a clause for every store that a test target puts to the contract.
///
/// It looks for types that conform to `StoreContractSuite` at the top level of the target's sources, and runs the generator,
/// which is built with the contract's own table: a clause that is added becomes a test with the next build.
@main
struct ChronicleContractTests: BuildToolPlugin {
    /// The contract's chapters, of which each becomes a file, so that they compile side by side.
    static let chapters = [
        "LIF", "SCH", "VAL", "IDN", "EDT", "ATO", "UNQ", "REL", "QRY", "SRT", "PLN", "AGG", "SEC", "SHP", "ISO", "HIS",
        "TMB", "EXP", "WAK", "MPR", "DUR", "ERR", "LIM", "CAP", "CON", "MOD", "OBS", "DRN",
    ]

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        var suites: Set<String> = []
        for file in target.sourceFiles(withSuffix: "swift") {
            suites.formUnion(SuiteScanner.suites(in: try String(contentsOf: file.url, encoding: .utf8)))
        }
        if suites.isEmpty {
            Diagnostics.error(
                "The target \(target.name) uses the plugin ChronicleContractTests and declares no store: write "
                    + "`enum AcmeContract: StoreContractSuite { static let store = StoreUnderTest(…) }` at the top level "
                    + "of a file.")
        }
        let generator = try context.tool(named: "ChronicleContractGenerator")
        return suites.sorted().map { suite in
            let outputs = (Self.chapters + ["Processes"]).map {
                context.pluginWorkDirectoryURL.appending(path: "\(suite)+\($0).swift")
            }
            return .buildCommand(
                displayName: "Writing the contract's tests for \(suite)", executable: generator.url,
                arguments: [suite, context.pluginWorkDirectoryURL.path] + Self.chapters,
                // The tool itself is an input, so that a new clause makes new tests.
                inputFiles: [generator.url], outputFiles: outputs)
        }
    }
}

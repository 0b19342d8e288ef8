import Foundation
import Testing

/// The examples of the guides and the README are code that the tests compile.
@Suite struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func files(in folder: String, _ suffix: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: nil
        ).filter { $0.lastPathComponent.hasSuffix(suffix) }
    }

    /// What is compared: lines without indentation, without empty ones.
    private static func normalized(_ lines: some Sequence<Substring>) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }

    /// The parts of a file's text between two kinds of line.
    private static func parts(of text: String, from isStart: (String) -> Bool, to isEnd: (String) -> Bool) -> [String] {
        var result: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let lines = current {
                if isEnd(trimmed) {
                    result.append(normalized(lines))
                    current = nil
                } else {
                    current = lines + [line]
                }
            } else if isStart(trimmed) {
                current = []
            }
        }
        return result
    }

    @Test func everyExampleIsCompiled() throws {
        let sources = try Self.files(in: "Tests/DocsTests", ".swift") + Self.files(in: "Tests/ReadmeExample", ".swift")
        let compiled = try Set(
            sources.flatMap {
                Self.parts(
                    of: try String(contentsOf: $0, encoding: .utf8), from: { $0.hasPrefix("// docs: ") },
                    to: { $0 == "// end" })
            })
        let guides = try Self.files(in: "Docs", ".md") + [Self.root.appending(path: "README.md")]
        var count = 0
        // The code of the guide to implementing a store is that of a package of its own, as the kit's tests check.
        for guide in guides where guide.lastPathComponent != "ImplementingAStore.md" {
            for example in Self.parts(
                of: try String(contentsOf: guide, encoding: .utf8), from: { $0 == "```swift" }, to: { $0 == "```" })
            {
                count += 1
                #expect(
                    compiled.contains(example),
                    "\(guide.lastPathComponent) has an example that is not compiled:\n\(example)")
            }
        }
        #expect(count > 10)
    }

    @Test func theReadmeIsShortAndItsProgramHasTenLines() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 150)
        let program = Self.parts(of: text, from: { $0 == "```swift" }, to: { $0 == "```" }).first
        #expect(program?.split(separator: "\n").count == 10)
    }

    @Test func everyErrorCodeIsExplained() throws {
        let guide = try String(contentsOf: Self.root.appending(path: "Docs/Errors.md"), encoding: .utf8)
        let sources = [
            "Sources/ChronicleSchema/SchemaError.swift", "Sources/ChronicleHistory/HistoryError.swift",
            "Sources/ChronicleStore/Errors/StoreError.swift", "Sources/Chronicle/ChronicleError.swift",
            "Sources/ChronicleDrain/Errors/DrainError.swift", "Sources/ChronicleDrain/Errors/SinkError.swift",
        ]
        for source in sources {
            let text = try String(contentsOf: Self.root.appending(path: source), encoding: .utf8)
            for match in text.matches(of: /static let (\w+) = Code/) {
                #expect(guide.contains("`\(match.output.1)`"), "Docs/Errors.md does not explain \(match.output.1)")
            }
        }
    }
}

import Foundation
import Testing

@Suite("The guide to implementing a store") struct GuideTests {
    private static let example = packageFolder.appending(path: "Examples/JSONStore")

    /// The guide's blocks that are said to be of a file, with the file's path in the example.
    private static func blocks() throws -> [(file: String, text: String)] {
        let guide = try String(
            contentsOf: packageFolder.appending(path: "Docs/ImplementingAStore.md"), encoding: .utf8)
        let block = /^`([A-Za-z\/+.]+\.swift)`\n\n```swift\n((?:(?!```).*\n)*)```$/.anchorsMatchLineEndings()
        return guide.matches(of: block).map { (String($0.output.1), String($0.output.2)) }
    }

    @Test("Every block of code stands word for word in the example")
    func blocksAreTheExamples() throws {
        let blocks = try Self.blocks()
        #expect(blocks.count >= 10)
        for (file, text) in blocks {
            let source = try String(contentsOf: Self.example.appending(path: file), encoding: .utf8)
            let isVerbatim = source.contains(text)
            #expect(isVerbatim, "the block of \(file) that begins with \(text.prefix(60))")
        }
    }

    @Test("The whole package, test, transaction and history are shown")
    func wholeFiles() throws {
        let texts = Dictionary(try Self.blocks().map { ($0.file, $0.text) }, uniquingKeysWith: +)
        for file in [
            "Package.swift", "Tests/JSONStoreTests/JSONContract.swift", "Sources/JSONStore/JSONTransaction.swift",
            "Sources/JSONStore/Table.swift", "Sources/JSONStore/Tables.swift",
            "Sources/JSONStore/JSONStore+History.swift", "Sources/JSONStore/JSONConfiguration.swift",
        ] {
            let source = try String(contentsOf: Self.example.appending(path: file), encoding: .utf8)
            let isWhole = texts[file] == source
            #expect(isWhole, "\(file)")
        }
    }

    @Test("The example uses public interfaces only")
    func publicOnly() throws {
        let folder = Self.example.appending(path: "Sources")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String])
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(!text.contains("@testable") && !text.contains("@_spi"), "\(name)")
        }
        let package = try String(contentsOf: Self.example.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!package.contains("unsafeFlags"))
    }
}

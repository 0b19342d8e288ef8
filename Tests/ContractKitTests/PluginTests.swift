import Foundation
import Testing

@Suite("What the plugins read and write") struct PluginTests {
    @Test(
        "Suites are found by their conformance, at the top level",
        arguments: [
            ("enum AcmeContract: StoreContractSuite {\n}", ["AcmeContract"]),
            ("import A\n\nstruct A1: Other, StoreContractSuite {}", ["A1"]),
            ("public final class B:\n    StoreContractSuite\n{\n}", ["B"]),
            ("enum A {}\nextension A: StoreContractSuite {\n}\nenum C: StoreContractSuite {}", ["A", "C"]),
            ("enum C: ChronicleContract.StoreContractSuite { }", ["C"]),
            ("// enum A: StoreContractSuite {}", []),
            ("/// enum A: StoreContractSuite {", []),
            ("enum Outer {\n    enum Inner: StoreContractSuite {}\n}", []),
            ("enum A: MyStoreContractSuite {}", []),
            ("let a: StoreContractSuite.Type", []),
            ("enum A { let x: StoreContractSuite }", []),
            ("", []),
        ])
    func scanner(_ source: String, _ suites: [String]) { #expect(SuiteScanner.suites(in: source) == suites) }

    @Test("A new store's files carry its name and nothing of the template's")
    func skeleton() {
        let files = Skeleton(name: "Tape").files
        #expect(files.map(\.path).contains("Sources/Tape/TapeStore.swift"))
        #expect(files.map(\.path).contains("Tests/TapeTests/TapeContract.swift"))
        for (path, text) in files {
            #expect(!text.lowercased().contains("acme"), "\(path)")
            #expect(text.hasSuffix("}\n"), "\(path)")
            #expect(!text.hasPrefix("\n"), "\(path)")
        }
    }

    @Test(
        "Names that are no types, or taken, are refused",
        arguments: [
            "acme", "1st", "", "A b", "A-b", "Ä", "../A", "Chronicle", "ChronicleMemory", "Store", "Swift",
        ])
    func names(_ name: String) { #expect(Skeleton.complaint(about: name) != nil) }

    @Test("Usual names are taken", arguments: ["Acme", "A", "JSONLines", "Tape9"])
    func goodNames(_ name: String) { #expect(Skeleton.complaint(about: name) == nil) }

    @Test("A manifest that is laid out as usual gets the targets; another one is left alone")
    func manifest() {
        let head = "let package = Package(\n    name: \"a\",\n"
        let usual = Manifest(text: head + "    targets: [\n        .target(name: \"B\")\n    ]\n)\n", identity: "main")
        #expect(usual.adding("Tape")?.contains("targets: [\n        .target(name: \"Tape\"") == true)
        #expect(usual.adding("Tape")?.contains("package: \"main\"") == true)
        #expect(usual.adding("Tape")?.hasSuffix("        .target(name: \"B\")\n    ]\n)\n") == true)
        for text in ["    targets: []\n", "targets: [\n", "let targets = []", "    targets: [\n    targets: [\n"] {
            #expect(Manifest(text: head + text, identity: "main").adding("Tape") == nil)
        }
        let named = Manifest(text: ".package(name: \"chronicle\", path: \"../main\")", identity: "main")
        #expect(named.chronicle == "chronicle")
    }
}

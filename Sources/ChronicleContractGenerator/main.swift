import ChronicleContract
import Foundation

// Writes the tests of one suite: its name, the folder, and the chapters for which a file is expected.
let arguments = Array(CommandLine.arguments.dropFirst())
func complain(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(1)
}
guard arguments.count > 2 else {
    complain("usage: ChronicleContractGenerator SUITE FOLDER CHAPTER…")
}
let expected = Array(arguments[2...])
guard expected == StoreContract.chapters.map(\.id) else {
    complain(
        "the plugin ChronicleContractTests expects the chapters \(expected.joined(separator: " ")), and the contract has "
            + "\(StoreContract.chapters.map(\.id).joined(separator: " "))")
}
do {
    let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let suite = GeneratedSuite(name: arguments[0])
    for chapter in StoreContract.chapters {
        try suite.tests(of: chapter).write(ifChangedTo: folder.appending(path: "\(suite.name)+\(chapter.id).swift"))
    }
    try suite.processes.write(ifChangedTo: folder.appending(path: "\(suite.name)+Processes.swift"))
} catch {
    complain("the tests of \(arguments[0]) could not be written: \(error)")
}

extension String {
    /// Leaves a file alone that has the text already, so that nothing is compiled again for nothing.
    func write(ifChangedTo url: URL) throws {
        if let old = try? Data(contentsOf: url), old == Data(utf8) { return }
        try Data(utf8).write(to: url)
    }
}

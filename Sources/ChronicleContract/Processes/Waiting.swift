import Foundation

extension ContractProbe {
    /// Waits until the other process has saved a tag, which is how two processes take turns: through the store itself.
    func awaitTag(
        _ word: String, _ container: ModelContainer, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws {
        let bell = Bell()
        let observation = try container.store(self).observeCommits { bell.ring() }
        defer { withExtendedLifetime(observation) {} }
        let isThere = try bell.wait(.seconds(20)) {
            try ModelContext(container).fetchCount(FetchDescriptor<Tag>(predicate: #Predicate { $0.word == word })) > 0
        }
        guard !isThere else { return }
        throw fail(
            "the tag \"\(word)\" of the other process was not there, or not signalled, within 20 seconds",
            fileID: fileID,
            filePath: filePath, line: line, column: column)
    }

    /// A value for the second process, as text.
    func argument(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// A value that ``argument(_:)`` made into text.
    func value<T: Decodable>(_ type: T.Type = T.self, from argument: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(argument.utf8))
    }
}

/// One promise that every store keeps: a sentence, and the code that puts a store to the test.
public struct ContractClause: Sendable, Identifiable {
    /// How binding the sentence is.
    public enum Level: Sendable, Hashable {
        /// Every store that declares the clause's capabilities keeps it.
        case required
        /// As `required`, shown by random work: a pass is evidence, not proof. The seed is printed.
        case stochastic
        /// Stated, and not tested for the reason given.
        case untested(String)
    }

    /// The permanent identifier, such as `HIS-014`: the chapter's code and a number that is never given again.
    public let id: String
    /// The normative sentence, printed on failure.
    public let text: String
    /// How binding it is.
    public let level: Level
    /// What a store must declare for the clause to apply.
    public let requires: Set<ContractCapability>
    /// What a store must not declare for the clause to apply: such clauses test the typed refusal.
    public let lacking: Set<ContractCapability>
    /// The reported faults that the clause guards against, such as `H16`.
    public let cases: [String]
    /// Whether the clause starts second processes, which not every runner can.
    public var needsSecondProcess: Bool { peer != nil }
    /// Where the clause is declared.
    public let site: ContractSite
    let body: @Sendable (ContractProbe) async throws -> Void
    /// What a second process does when the body asks for it.
    let peer: (@Sendable (ContractProbe, String) async throws -> Void)?

    /// A clause from its parts.
    ///
    /// - Parameters:
    ///   - peer: What a second process does over the same place; it gets the argument of ``ContractProbe/runPeer(_:ending:)``.
    ///   - body: The test. It records what it sees through the probe; an error that it lets through fails the clause as well.
    init(
        _ id: String, _ text: String, level: Level = .required, requires: Set<ContractCapability> = [],
        lacking: Set<ContractCapability> = [], cases: [String] = [],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        peer: (@Sendable (ContractProbe, String) async throws -> Void)? = nil,
        _ body: @escaping @Sendable (ContractProbe) async throws -> Void
    ) {
        self.id = id
        self.text = text
        self.level = level
        self.requires = requires
        self.lacking = lacking
        self.cases = cases
        self.peer = peer
        self.body = body
        site = ContractSite(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column)
    }

    /// The code of the clause's chapter.
    public var chapter: String { String(id.prefix { $0 != "-" }) }
}

/// A place in source code.
public struct ContractSite: Sendable, Hashable, Codable {
    /// The file as `Module/File.swift`.
    public let fileID: String
    /// The file's path on the machine that compiled it.
    public let filePath: String
    /// The line, from one.
    public let line: Int
    /// The column, from one.
    public let column: Int
}

/// A capability that a clause can ask for; see `StoreCapabilities`.
public enum ContractCapability: String, Sendable, Hashable, CaseIterable, Codable {
    /// `StoreCapabilities.history`
    case history
    /// `StoreCapabilities.consumers`
    case consumers
    /// `StoreCapabilities.persistence`
    case persistence
    /// `StoreCapabilities.multipleOpenings`
    case multipleOpenings
    /// `StoreCapabilities.multipleProcesses`
    case multipleProcesses
    /// `StoreCapabilities.readOnlyOpening`
    case readOnlyOpening
    /// `StoreCapabilities.schemaGrowth`
    case schemaGrowth
    /// `StoreCapabilities.indexedQueries`
    case indexedQueries

    func isDeclared(in capabilities: StoreCapabilities) -> Bool {
        switch self {
        case .history: capabilities.history
        case .consumers: capabilities.consumers
        case .persistence: capabilities.persistence
        case .multipleOpenings: capabilities.multipleOpenings
        case .multipleProcesses: capabilities.multipleProcesses
        case .readOnlyOpening: capabilities.readOnlyOpening
        case .schemaGrowth: capabilities.schemaGrowth
        case .indexedQueries: capabilities.indexedQueries
        }
    }
}

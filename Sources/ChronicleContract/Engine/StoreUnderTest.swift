public import Foundation
import Synchronization

/// A store that is put to the contract: its name, how it is opened at a place, and what its author admits.
///
/// ```swift
/// StoreUnderTest("acme") { place in .acme(at: place.url("store"), allowsSave: place.allowsSave) }
/// ```
public struct StoreUnderTest: Sendable {
    /// What reports call it.
    public var name: String
    /// The clauses that it is known to break, with the reasons. A listed clause that it keeps is an error.
    public var knownDeviations: [String: String]
    /// How long one clause may take.
    public var deadline: Duration
    /// The configuration of the store at a place. The same place gives the same store.
    public var configuration: @Sendable (ContractPlace) throws -> ModelConfiguration
    private let declared = DeclaredCapabilities()

    /// A store from its parts.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - knownDeviations: The clauses that it is known to break, with the reasons.
    ///   - deadline: How long one clause may take.
    ///   - configuration: The configuration of the store at a place. Different places must not share anything; the same
    ///     place gives the same rows again, also in another process, as far as the store declares that.
    public init(
        _ name: String, knownDeviations: [String: String] = [:], deadline: Duration = .seconds(60),
        configuration: @escaping @Sendable (ContractPlace) throws -> ModelConfiguration
    ) {
        self.name = name
        self.knownDeviations = knownDeviations
        self.deadline = deadline
        self.configuration = configuration
    }

    /// What the store declares; it is opened once, at a place of its own, to ask.
    ///
    /// - Throws: What opening the store throws.
    public func capabilities() throws -> StoreCapabilities {
        try declared.value.withLock { value in
            if let value { return value }
            let place = try ContractPlace.temporary()
            defer { place.remove() }
            let store = try configuration(place).open(Schema([Plot.self]))
            let capabilities = store.capabilities
            try store.close()
            value = capabilities
            return capabilities
        }
    }

    /// Why a clause does not apply to the store; nil when it does.
    ///
    /// A store that cannot be opened to be asked is put to every clause.
    ///
    /// - Parameter hasSecondProcess: Whether the runner can start second processes.
    public func reasonToSkip(_ clause: ContractClause, hasSecondProcess: Bool) -> String? {
        guard let capabilities = try? capabilities() else { return nil }
        for capability in ContractCapability.allCases {
            let isDeclared = capability.isDeclared(in: capabilities)
            if clause.requires.contains(capability), !isDeclared {
                return "\(name) does not declare \(capability.rawValue)"
            }
            if clause.lacking.contains(capability), isDeclared { return "\(name) declares \(capability.rawValue)" }
        }
        if clause.needsSecondProcess, !hasSecondProcess { return "this runner cannot start a second process" }
        return nil
    }

    private final class DeclaredCapabilities: Sendable {
        let value = Mutex<StoreCapabilities?>(nil)
    }
}

/// A folder of one clause's own, and how the store in it is to be opened.
public struct ContractPlace: Sendable, Hashable {
    /// The folder; it exists, and goes when the clause has ended.
    public let directory: URL
    /// Whether the store may be written.
    public var allowsSave = true

    /// A file or folder of a name within the place.
    public func url(_ name: String) -> URL { directory.appending(path: name) }

    static func temporary(in base: URL = FileManager.default.temporaryDirectory) throws -> ContractPlace {
        let directory = base.appending(path: "chronicle-contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return ContractPlace(directory: directory)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}

/// What a store author declares in a test target: a store, as a type that the contract's plugin finds by its conformance.
///
/// ```swift
/// enum AcmeContract: StoreContractSuite {
///     static let store = StoreUnderTest("acme") { place in .acme(at: place.url("store")) }
/// }
/// ```
public protocol StoreContractSuite {
    /// The store.
    static var store: StoreUnderTest { get }
}

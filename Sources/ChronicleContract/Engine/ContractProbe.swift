import Foundation
import Synchronization

/// What a clause works with: the store at a place of its own, and where it records what it sees.
///
/// Expectations collect what they see and go on, so that one run tells everything; `require` and `fail` end the clause.
final class ContractProbe: Sendable {
    /// Ends a clause after what is wrong was recorded.
    struct Stop: Error {}

    let clause: ContractClause
    let store: StoreUnderTest
    let place: ContractPlace
    let seed: UInt64
    let secondProcess: SecondProcess?
    private let state = Mutex(State())

    private struct State {
        var violations: [ContractViolation] = []
        var closers: [@Sendable () throws -> Void] = []
        var places = 0
    }

    init(
        clause: ContractClause, store: StoreUnderTest, place: ContractPlace, seed: UInt64,
        secondProcess: SecondProcess?
    ) {
        self.clause = clause
        self.store = store
        self.place = place
        self.seed = seed
        self.secondProcess = secondProcess
    }

    // MARK: Opening

    /// A container over the clause's place. It is closed when the clause ends, unless the clause closes it before.
    func open(
        _ types: any PersistentModel.Type..., at place: ContractPlace? = nil, allowsSave: Bool = true
    ) throws -> ModelContainer {
        let container = try ModelContainer(for: types, configurations: [configuration(at: place, allowsSave)])
        state.withLock { $0.closers.append { try container.close() } }
        return container
    }

    /// A container over the clause's place whose store's operations are counted; see ``open(_:at:allowsSave:)``.
    func open(_ types: any PersistentModel.Type..., counting faults: FaultInjection) throws -> ModelContainer {
        let container = try ModelContainer(
            for: types, configurations: [configuration().injectingFaults(faults)])
        state.withLock { $0.closers.append { try container.close() } }
        return container
    }

    /// A new context over a new container; see ``open(_:at:allowsSave:)``.
    func context(_ types: any PersistentModel.Type..., at place: ContractPlace? = nil) throws -> ModelContext {
        let container = try ModelContainer(for: types, configurations: [configuration(at: place, true)])
        state.withLock { $0.closers.append { try container.close() } }
        return ModelContext(container)
    }

    /// The store itself, opened for a schema as a container would.
    func openStore(
        _ types: any PersistentModel.Type..., at place: ContractPlace? = nil, allowsSave: Bool = true
    ) throws -> any DataStore {
        let store = try configuration(at: place, allowsSave).open(Schema(types))
        state.withLock { $0.closers.append { try store.close() } }
        return store
    }

    /// A second, independent place, for clauses about two stores.
    func anotherPlace() throws -> ContractPlace {
        let number = state.withLock { state in
            state.places += 1
            return state.places
        }
        let directory = place.url("place \(number)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return ContractPlace(directory: directory)
    }

    /// What the store declares.
    func capabilities() throws -> StoreCapabilities { try store.capabilities() }

    /// The configuration of the store at a place, the clause's own when nil.
    func configuration(at place: ContractPlace? = nil, _ allowsSave: Bool = true) throws -> ModelConfiguration {
        var place = place ?? self.place
        place.allowsSave = allowsSave
        return try store.configuration(place)
    }

    func closeAll() {
        let closers = state.withLock { state in
            defer { state.closers = [] }
            return state.closers
        }
        // A store that was closed by the clause takes no harm; one that cannot be closed is a matter of other clauses.
        for close in closers.reversed() { try? close() }
    }

    // MARK: Recording

    var violations: [ContractViolation] { state.withLock(\.violations) }

    func record(_ message: String, _ site: ContractSite) {
        state.withLock { $0.violations.append(ContractViolation(message: message, site: site)) }
    }

    func record(_ violations: [ContractViolation]) { state.withLock { $0.violations += violations } }

    /// Records what is wrong and ends the clause.
    func fail(
        _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) -> Stop {
        record(message, ContractSite("\(fileID)", "\(filePath)", line, column))
        return Stop()
    }
}

extension ContractSite {
    init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
        self.init(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

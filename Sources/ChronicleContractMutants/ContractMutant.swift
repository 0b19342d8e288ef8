public import ChronicleContract

/// A store that is wrong on purpose, in one way that a store's author could get wrong.
public struct ContractMutant: Sendable, Identifiable {
    /// The permanent identifier, such as `M07`.
    public let id: String
    /// What is wrong with the store, in one sentence.
    public let fault: String
    /// The clauses that must catch it.
    public var mustBreak: [ContractMutantKill] { ContractMutantKill.all.filter { $0.mutant == id } }
    /// The store that it is but for its fault.
    let base: PlainBase
    let faults: Faults
    /// How long one clause may take: short for a mutant that hangs, as it may do so at every clause.
    var deadline = Duration.seconds(40)

    init(_ id: String, _ fault: String, on base: PlainBase = .plain, _ change: (inout Faults) -> Void) {
        self.id = id
        self.fault = fault
        self.base = base
        var faults = Faults()
        change(&faults)
        self.faults = faults
        let hangs: Set<FaultSwitch> = [.closeHangs, .locksOnFailure, .locksOnBodyError, .signalsLocked]
        if !hangs.isDisjoint(with: faults.switches) { deadline = .seconds(5) }
    }

    init(_ id: String, _ fault: String, on base: PlainBase = .plain, _ switches: FaultSwitch...) {
        self.init(id, fault, on: base) { $0.switches = Set(switches) }
    }

    /// The store, to be put to clauses.
    public var store: StoreUnderTest { base.storeUnderTest(named: id, faults, deadline: deadline) }
}

/// A clause that catches a mutant, and what it says.
public struct ContractMutantKill: Sendable, Hashable {
    /// The clause's identifier.
    public let clause: String
    /// The mutant's identifier.
    public let mutant: String
    /// A part of a message of the failure.
    public let saying: String

    init(_ clause: String, by mutant: String, saying: String) {
        self.clause = clause
        self.mutant = mutant
        self.saying = saying
    }
}

extension PlainBase {
    /// The store as clauses are put to it.
    func storeUnderTest(
        named name: String, _ faults: Faults = Faults(), deadline: Duration = .seconds(40)
    ) -> StoreUnderTest {
        StoreUnderTest(name, deadline: deadline) { place in
            configuration(at: place.url("store.plain"), allowsSave: place.allowsSave, faults: faults)
        }
    }
}

/// All stores that are wrong on purpose.
public enum ContractMutants {
    /// The mutants in order of their identifiers.
    public static let all: [ContractMutant] = [
        openingMutants, schemaMutants, valueMutants, queryMutants, orderMutants, savingMutants, ruleMutants,
        historyMutants, purgeMutants, signalMutants, processMutants, errorMutants, capabilityMutants,
        consumerMutants, relatedMutants, planMutants, aggregateMutants, shapingMutants,
    ].flatMap { $0 }

    /// The mutant with an identifier; nil when there is none.
    public static func mutant(_ id: String) -> ContractMutant? { all.first { $0.id == id.uppercased() } }

    /// The store that `mutant:ID` or `plain:NAME` names; nil for other names.
    ///
    /// `plain:` alone is the store that the mutants are made of; its other forms can do less, each in one way.
    public static func store(_ name: String) -> StoreUnderTest? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "mutant": return mutant(String(parts[1]))?.store
        case "plain": return PlainBase.all.first { $0.tag == parts[1] }?.storeUnderTest(named: name)
        default: return nil
        }
    }
}

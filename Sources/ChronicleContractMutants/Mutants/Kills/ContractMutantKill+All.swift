extension ContractMutantKill {
    /// The clauses and the mutants that they must catch.
    static let all: [ContractMutantKill] = [
        openingKills, schemaKills, valueKills, identityKills, editingKills, atomicityKills,
        uniquenessKills, relationshipKills, predicateKills, sortingKills, isolationKills, historyKills,
        tombstoneKills, expiryKills, signalKills, observerKills, processKills, durabilityKills, errorKills,
        limitKills, capabilityKills, concurrencyKills, modelKills, drainKills, planKills, aggregateKills, sectionKills,
        shapingKills,
    ].flatMap { $0 }
}

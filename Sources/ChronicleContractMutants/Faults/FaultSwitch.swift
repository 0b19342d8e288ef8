/// Faults of a plain store that are a matter of the order or number of its steps.
enum FaultSwitch: Sendable, Hashable {
    // Opening and closing.
    case worksAfterClose, closesOnce, closeHangs, givesKeysAfterClose, emptiesAtOpen, makesFolders, makesReadOnly
    case writesReadOnly, refusesReadOnly, forgetsIdentifier, forgetsLineage
    case readersIgnoreOthers, readersGrow
    case seedsRow, hidesEntity, endsAtClose

    // Damage.
    case replacesDamaged, replacesForeign, acceptsCut, trapsOnDamage

    // Growth of the schema.
    case matchesByPlace, acceptsOtherTypes, acceptsRequired, ignoresOldNames, skipsUniqueCheck, forgetsMissing
    case growthForgetsHistory, growthNewIdentity, growthFills, growthReplaces, growthForgetsDefault

    // Saves.
    case writesAtClose, refusesUpserts, uniqueAgainstStoredOnly
    case recordsEmptySaves, recordsUnchanged, forgetsKeys, failedSavesCount, changesCapabilities

    // History.
    case forgetsTombstones, forgetsSequence, restartsSequence, purgesHoles, currentFromKept, forgetsPurge, recordsPurges
    case consumesHistory

    // Consumers.
    case forgetsConsumers, purgesUnread, ignoresOverride, heldByExpired, recordsConsumers, signalsConsumers
    case changesConsumersAtOnce, keepsRefusedChanges

    // Isolation, other openings and processes.
    case rereadsRows, showsUncommitted, ignoresOthers, looksWhenSaving, writesUnlocked, savesApart
    case ownHistory, refusesSecond, allocatesUnlocked, secondEmpties, closesAll, drawsEarly
    case commitsRowByRow, fewStores, countsSequence, movesTakenKeys

    // Signals.
    case signalsEmptySaves, signalsFailures, signalsEarly, signalsLocked, signalsOwnOnly, keepsObservations

    // Errors.
    case closesOnFailure, locksOnFailure, swallowsBodyErrors, goesOnAfterBodyErrors, wrapsBodyErrors, locksOnBodyError

    // Plans.
    case readsToTheEnd

    // Limits.
    case limitsOff, cutsAtLimits, limitsInsertsOnly, countsCharacters
}

import ChronicleStore
import Foundation

/// Faults of several openings and processes, of isolation and of concurrent use.
let processMutants: [ContractMutant] = [
    ContractMutant("M441", "What others commit is never seen.", .ignoresOthers),
    ContractMutant("M442", "What others commit is seen only after a save of one's own.", .looksWhenSaving),
    ContractMutant("M443", "The file is not locked for writing.", .writesUnlocked),
    ContractMutant(
        "M444", "Saves at once are carried out over one and the same state, and the last one stays.", .savesApart),
    ContractMutant("M445", "Rows are handed over as they are when their turn comes.", .rereadsRows),
    ContractMutant("M446", "A save is seen before it is committed.", .showsUncommitted),
    ContractMutant("M451", "Each opening has history of its own.", .ownHistory),
    ContractMutant("M452", "A second opening is refused although it is declared.", .refusesSecond),
    ContractMutant("M453", "Keys are handed out at once without a lock.", .allocatesUnlocked),
    ContractMutant("M454", "A second opening empties the store.", .secondEmpties),
    ContractMutant("M455", "Closing one opening closes the others.", .closesAll),
    ContractMutant("M456", "The place of a transaction is taken when the save begins.", .drawsEarly),
    ContractMutant("M457", "Each row of a save is committed on its own.", .commitsRowByRow),
    ContractMutant("M461", "No more than eight stores can be open at once.", .fewStores),
    ContractMutant(
        "M462", "The sequence goes on from the number of records that are kept when the store is opened.",
        .countsSequence),
]

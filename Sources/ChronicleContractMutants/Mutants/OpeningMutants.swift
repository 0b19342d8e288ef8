import ChronicleStore
import Foundation

/// Faults of opening, closing and damage.
let openingMutants: [ContractMutant] = [
    ContractMutant("M001", "A closed store goes on to answer.", .worksAfterClose),
    ContractMutant("M002", "Closing a store twice is an error.", .closesOnce),
    ContractMutant("M003", "Closing a store that was written never ends.", .closeHangs),
    ContractMutant("M004", "A store has another identifier at each opening.") { faults in
        faults.identifier = { _ in UUID().uuidString }
    },
    ContractMutant("M005", "All stores have one identifier.") { faults in
        faults.identifier = { _ in "plain" }
    },
    ContractMutant("M006", "A missing folder is made when a store is opened in it.", .makesFolders),
    ContractMutant("M007", "Opening for reading only makes the store.", .makesReadOnly),
    ContractMutant("M008", "A store that was opened for reading only takes saves.", .writesReadOnly),
    ContractMutant("M009", "A store that was opened for reading only does not say so.") { faults in
        faults.capabilities = { $0.isReadOnly = false }
    },
    ContractMutant("M010", "A file of another kind is replaced by an empty store.", .replacesForeign),
    ContractMutant("M011", "A damaged file is replaced by an empty store.", .replacesDamaged),
    ContractMutant("M013", "A file that was cut off is taken for a shorter store.", .acceptsCut),
    ContractMutant("M014", "A damaged file ends the process.", .trapsOnDamage),
    ContractMutant("M015", "What is saved reaches the file when the store is closed.", .writesAtClose),
    ContractMutant("M016", "A save on a closed store is silently dropped.") { faults in
        faults.error = { error, call in error.isStore(.closed) && call == .save ? nil : error }
    },
    ContractMutant("M017", "A closed store answers with an error of another kind.") { faults in
        faults.error = { error, _ in
            error.isStore(.closed) ? StoreError(.inputOutput, "The file descriptor is not open.") : error
        }
    },
    ContractMutant("M018", "A closed store still hands out keys.", .givesKeysAfterClose),
    ContractMutant("M019", "Opening for reading only is refused although it is declared.", .refusesReadOnly),
    ContractMutant("M020", "A store is empty when it is opened again.", .emptiesAtOpen),
]

extension Error {
    /// Whether this is a store's error of a code.
    func isStore(_ code: StoreError.Code) -> Bool { (self as? StoreError)?.code == code }
}

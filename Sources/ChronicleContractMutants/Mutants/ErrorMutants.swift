import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of errors and of the state after one.
let errorMutants: [ContractMutant] = [
    changing("M471", "An error of the engine comes through as it is.") { error in
        CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: error.message])
    },
    changing("M472", "Every error is an error of input or output.") { StoreError(.inputOutput, $0.message) },
    changing("M473", "Errors have no message.") { StoreError($0.code, "", entity: $0.entity, key: $0.key) },
    changing("M474", "Errors do not name the entity and the row.") { StoreError($0.code, "The store refused.") },
    code("M475", "A unique value that is taken is told as an invalid value.", .uniqueViolation, .invalidValue),
    code("M476", "A row deleted elsewhere is told as damage.", .deletedElsewhere, .corrupt),
    code("M477", "A forbidden deletion is told as a taken unique value.", .deleteDenied, .uniqueViolation),
    code("M478", "A write to a read-only store is told as a lack of permission.", .readOnly, .noPermission),
    code("M479", "A missing folder is told as a missing store.", .missingFolder, .missingStore),
    code("M480", "A missing store is told as a missing folder.", .missingStore, .missingFolder),
    code("M483", "An invalid value is told as a limit.", .invalidValue, .limitExceeded),
    ContractMutant("M484", "A save that fails closes the store.", .closesOnFailure),
    ContractMutant("M485", "A save that fails leaves the store locked.", .locksOnFailure),
    ContractMutant("M486", "An error of the closure that takes the rows is swallowed.", .swallowsBodyErrors),
    ContractMutant("M487", "A fetch goes on after the closure that takes the rows threw.", .goesOnAfterBodyErrors),
    ContractMutant("M488", "An error of the closure that takes the rows comes as one of the store.", .wrapsBodyErrors),
    ContractMutant("M489", "A fetch whose closure threw leaves the store locked.", .locksOnBodyError),
    ContractMutant("M490", "A unique value that is taken is silently left out.") { faults in
        faults.error = { error, call in error.isStore(.uniqueViolation) && call == .save ? nil : error }
    },
    ContractMutant("M491", "Every failed save is reported as success.") { faults in
        faults.error = { error, call in call == .save ? nil : error }
    },
    ContractMutant("M492", "A save to a read-only store is reported as success.") { faults in
        faults.error = { error, call in error.isStore(.readOnly) && call == .save ? nil : error }
    },
    ContractMutant("M493", "An entity that the schema does not have selects nothing.") { faults in
        faults.selectsNothing = { _, request, state in !state.tables.indices.contains(request.entity) }
    },
    ContractMutant("M494", "A save that does not fit the schema ends the process.") { faults in
        faults.save = { request, state in
            for batch in request.inserts {
                precondition(state.schema.entities.indices.contains(batch.entity))
                precondition(
                    batch.values.count == batch.keys.count * state.schema.entities[batch.entity].columns.count)
            }
            for update in request.updates {
                precondition(state.schema.entities.indices.contains(update.row.entity))
            }
        }
    },
    ContractMutant("M495", "Keys cannot be asked for on a read-only store, which answers as if it were closed.") {
        faults in
        faults.error = { error, call in
            error.isStore(.readOnly) && call == .allocateKeys ? StoreError(.closed, "The store was closed.") : error
        }
    },
]

private func changing(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (StoreError) -> any Error
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.error = { error, _ in (error as? StoreError).map(change) ?? error }
    }
}

private func code(
    _ id: String, _ fault: String, _ code: StoreError.Code, _ other: StoreError.Code
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.error = { error, _ in
            guard let error = error as? StoreError, error.code == code else { return error }
            return StoreError(other, error.message, entity: error.entity, key: error.key, location: error.location)
        }
    }
}

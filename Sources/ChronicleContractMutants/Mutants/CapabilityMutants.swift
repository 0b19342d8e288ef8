import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of what a store declares, and of limits.
let capabilityMutants: [ContractMutant] = [
    declaring("M501", "History is declared and not kept.", on: .withoutHistory) { $0.history = true },
    declaring("M502", "History is kept and not declared.") { $0.history = false },
    declaring("M503", "Rows are declared to be kept after closing, and are not.", on: .inMemory) {
        $0.persistence = true
    },
    declaring("M504", "Rows are kept after closing, which is not declared.") { $0.persistence = false },
    declaring("M505", "Several openings are declared, and each has rows of its own.", on: .inMemory) {
        $0.multipleOpenings = true
    },
    declaring("M506", "Several openings share rows, which is not declared.") { $0.multipleOpenings = false },
    declaring("M507", "A store that is not declared to be opened for reading only is.") { $0.readOnlyOpening = false },
    declaring("M508", "Several processes are declared, and each has rows of its own.", on: .inMemory) {
        $0.multipleProcesses = true
        $0.persistence = true
    },
    ContractMutant("M509", "What a store declares changes when it is saved.", .changesCapabilities),
    ContractMutant("M510", "A store without history answers a request for it with nothing.", on: .withoutHistory) {
        faults in
        faults.error = { error, _ in error is HistoryError ? nil : error }
    },
    ContractMutant(
        "M511", "A store without history refuses a request for it as unsupported by the engine.", on: .withoutHistory
    ) {
        $0.error = { error, _ in error is HistoryError ? StoreError(.inputOutput, "no such table: history") : error }
    },
    limits("M512", "Text beyond the declared limit is taken.") { $0 == .textBytes },
    limits("M513", "Data beyond the declared limit is taken.") { $0 == .dataBytes },
    limits("M514", "Indexed text beyond the declared limit is taken.") { $0 == .indexedBytes },
    ContractMutant("M515", "Text at the declared limit is refused.", on: .limited, .limitsOff),
    ContractMutant("M516", "Text beyond a limit is cut.", on: .limited, .cutsAtLimits),
    ContractMutant("M517", "A limit is told as an invalid value.", on: .limited) { faults in
        faults.error = { error, _ in
            error.isStore(.limitExceeded) ? StoreError(.invalidValue, "The value cannot be kept.") : error
        }
    },
    ContractMutant("M518", "Limits hold for new rows only.", on: .limited, .limitsInsertsOnly),
    ContractMutant("M519", "A limit counts characters in place of bytes.", on: .limited, .countsCharacters),
    ContractMutant("M520", "A store without history refuses every save.", on: .withoutHistory) { faults in
        faults.save = { _, _ in throw StoreError(.unsupportedFeature, "There is no history to write to.") }
    },
    ContractMutant("M521", "Of long values the end is lost, and the length kept.") { faults in
        faults.written = { value, _, _ in
            if case .text(let text) = value, text.utf8.count > 100_000 {
                return .text(String(text.dropLast(1000)) + String(repeating: " ", count: 1000))
            }
            if case .data(var data) = value, data.count > 100_000 {
                data.replaceSubrange(data.count - 1000..<data.count, with: Data(count: 1000))
                return .data(data)
            }
            return value
        }
    },
    declaring("M522", "A store that was opened for writing says that it is read-only.") { $0.isReadOnly = true },
    declaring("M523", "A limit of zero is declared where there is none.") { $0.limits.textBytes = 0 },
    ContractMutant("M524", "An opening for reading only does not see what others save.", .readersIgnoreOthers),
    ContractMutant("M525", "An opening for reading only adds to the schema of the file.", .readersGrow),
    ContractMutant("M526", "Every second opening declares a limit that the others do not.") { faults in
        let count = Counter()
        faults.capabilities = { if count.next() % 2 == 0 { $0.limits.textBytes = 1_000_000_000 } }
    },
]

private func declaring(
    _ id: String, _ fault: String, on base: PlainBase = .plain,
    _ change: @escaping @Sendable (inout StoreCapabilities) -> Void
) -> ContractMutant {
    ContractMutant(id, fault, on: base) { $0.capabilities = change }
}

private func limits(_ id: String, _ fault: String, _ passes: @escaping @Sendable (PlainLimit) -> Bool) -> ContractMutant
{
    ContractMutant(id, fault, on: .limited) { $0.passesLimit = passes }
}

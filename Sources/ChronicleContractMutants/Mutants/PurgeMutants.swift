import ChronicleHistory
import ChronicleStore

/// Faults of tokens and of the deletion of history.
let purgeMutants: [ContractMutant] = [
    refusing("M381", "An expired token starts at the oldest transaction that is kept.") { $0 == .historyTokenExpired },
    refusing("M382", "The token of another store is taken.") { $0 == .foreignToken },
    refusing("M383", "A token that is ahead of the store is taken.") { $0 == .tokenAhead },
    ContractMutant("M384", "The token of the last deleted transaction is refused.") { faults in
        faults.check = { position, window in
            try window.check(position)
            if position.sequence == window.oldest.sequence, position.sequence > 0 {
                throw HistoryError(.historyTokenExpired, "History was deleted up to \(position.sequence).")
            }
        }
    },
    ContractMutant("M385", "The lineage of a token is not looked at.") { faults in
        faults.check = { position, window in
            var position = position
            position.lineage = window.oldest.lineage
            try window.check(position)
        }
    },
    ContractMutant("M386", "A token is expired as soon as any history was deleted.") { faults in
        faults.check = { position, window in
            try window.check(position)
            if window.oldest.sequence > 0 {
                throw HistoryError(.historyTokenExpired, "History was deleted up to \(window.oldest.sequence).")
            }
        }
    },
    ContractMutant("M387", "The sequence starts again when a store without history is opened.", .forgetsSequence),
    ContractMutant("M388", "The sequence starts again after all history was deleted.", .restartsSequence),
    purging("M389", "A deletion of history deletes one transaction more.") { count, _, _ in count + 1 },
    purging("M390", "A deletion of history leaves the last transaction that it should delete.") { count, _, _ in
        max(0, count - 1)
    },
    purging("M391", "A deletion of history deletes all of it.") { _, _, state in state.history.count },
    purging("M392", "A deletion of history deletes nothing.") { _, _, _ in 0 },
    purging("M393", "A deletion of history runs past transactions that it should leave.") { _, request, state in
        (state.history.lastIndex(where: request.selects) ?? -1) + 1
    },
    ContractMutant("M394", "A deletion of history leaves holes.", .purgesHoles),
    ContractMutant("M395", "A deletion of history does not tell how much it deleted.") { faults in
        faults.purgeAnswer = { _ in 0 }
    },
    ContractMutant("M396", "The oldest position stays where it was when history is deleted.") { faults in
        faults.window = { $0.oldest.sequence = 0 }
    },
    ContractMutant("M397", "The current position is that of the last transaction that is kept.", .currentFromKept),
    ContractMutant("M398", "A deletion of history is forgotten when the store is opened again.", .forgetsPurge),
    ContractMutant("M399", "A deletion of history on a read-only store succeeds and does nothing.") { faults in
        faults.error = { error, call in error.isStore(.readOnly) && call == .deleteHistory ? nil : error }
    },
    ContractMutant("M400", "A deletion of history gives a transaction.", .recordsPurges),
    code("M401", "An expired token is refused as one of another store.", .historyTokenExpired, .foreignToken),
    code("M402", "The token of another store is refused as expired.", .foreignToken, .historyTokenExpired),
    code("M403", "A token that is ahead is refused as expired.", .tokenAhead, .historyTokenExpired),
    ContractMutant("M404", "An unusable token gives an empty history.") { faults in
        faults.error = { error, call in error is HistoryError && call == .fetchHistory ? nil : error }
    },
    ContractMutant("M405", "An unusable token in a deletion of history deletes nothing, without an error.") { faults in
        faults.error = { error, call in error is HistoryError && call == .deleteHistory ? nil : error }
    },
    ContractMutant("M406", "The limit of a deletion of history is passed over.") { faults in
        faults.purge = { _, request, state in
            var request = request
            request.limit = 0
            return state.history.prefix(while: request.selects).count
        }
    },
    ContractMutant("M408", "A deletion of history takes no regard to the time.") { faults in
        faults.historyRequest = { request, _ in request.until = nil }
    },
    ContractMutant("M409", "Each opening of a store is a lineage of its own.", .forgetsLineage),
    ContractMutant("M410", "A failed save uses up a place and moves the current position.", .failedSavesCount),
]

private func refusing(
    _ id: String, _ fault: String, _ passes: @escaping @Sendable (HistoryError.Code) -> Bool
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.check = { position, window in
            do { try window.check(position) } catch let error as HistoryError where passes(error.code) {
                // Which is the fault.
            }
        }
    }
}

private func purging(
    _ id: String, _ fault: String, _ count: @escaping @Sendable (Int, HistoryRequest, PlainState) -> Int
) -> ContractMutant {
    ContractMutant(id, fault) { $0.purge = count }
}

private func code(
    _ id: String, _ fault: String, _ code: HistoryError.Code, _ other: HistoryError.Code
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.error = { error, _ in
            guard let error = error as? HistoryError, error.code == code else { return error }
            return HistoryError(other, error.message, storeIdentifier: error.storeIdentifier)
        }
    }
}

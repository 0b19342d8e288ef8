import ChronicleStore
import Foundation

/// Faults of the signal that something was committed.
let signalMutants: [ContractMutant] = [
    ContractMutant("M421", "A commit is not signalled.") { $0.signal = { _, _, _ in } },
    ContractMutant("M422", "A save that changes nothing is signalled.", .signalsEmptySaves),
    ContractMutant("M423", "A save that fails is signalled.", .signalsFailures),
    ContractMutant("M424", "A commit is signalled before it is made.", .signalsEarly),
    ContractMutant("M425", "Only the first commit is signalled.") { faults in
        let count = Counter()
        faults.signal = { _, _, notify in if count.next() == 1 { notify() } }
    },
    ContractMutant("M426", "Only every second commit is signalled.") { faults in
        let count = Counter()
        faults.signal = { _, result, notify in if !result.changes.isEmpty, count.next() % 2 == 0 { notify() } }
    },
    ContractMutant("M427", "Deletions are not signalled.") { faults in
        faults.signal = { _, result, notify in
            if result.changes.contains(where: { $0.operation != .delete }) { notify() }
        }
    },
    ContractMutant("M428", "A released observation goes on.", .keepsObservations),
    ContractMutant("M429", "Only the newest observer is called.") { faults in
        let newest = Counter()
        faults.handler = { handler in
            let number = newest.next()
            return { if newest.value == number { handler() } }
        }
    },
    ContractMutant("M430", "Handlers are called while the store is locked.", .signalsLocked),
    ContractMutant("M431", "Commits of other openings are not signalled.", .signalsOwnOnly),
    ContractMutant("M432", "Bulk deletions are not signalled.") { faults in
        faults.signal = { request, result, notify in
            if request.bulkDeletes.isEmpty, !result.changes.isEmpty { notify() }
        }
    },
    ContractMutant("M433", "Handlers are called at once on several threads.") { faults in
        faults.handler = { handler in
            { for _ in 0..<2 { Thread.detachNewThread(handler) } }
        }
    },
    ContractMutant("M434", "An observer is called when it registers, before any commit.") { faults in
        faults.handler = { handler in
            handler()
            return handler
        }
    },
]

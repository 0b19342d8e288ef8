import Chronicle
import Foundation

extension ContextSubject {
    /// What the whole history says.
    func history(_ context: ModelContext) throws -> BenchContents.History {
        var history = BenchContents.History()
        for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
            for change in transaction.changes {
                switch change {
                case .insert: history.inserts += 1
                case .update: history.updates += 1
                case .delete(let deletion):
                    let tombstone = (deletion as? DefaultHistoryDelete<BenchFlight>)?.tombstone
                    history.addDelete(remoteID: tombstone?[\.remoteID] as? String ?? "")
                }
            }
        }
        return history
    }

    func readHistory(_ container: ModelContainer) throws -> BenchMeasurement {
        let context = ModelContext(container)
        let author: String? = BenchPlan.editor
        let (seconds, transactions) = try BenchMeasurement.time {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author }))
        }
        return .readHistory(
            transactions: transactions.count, changes: transactions.reduce(0) { $0 + $1.changes.count },
            seconds: seconds)
    }

    func purgeHistory(_ inputs: Inputs, _ container: ModelContainer) throws -> BenchMeasurement {
        guard let token = inputs.filled else {
            throw StoreError(.unsupportedFeature, "The benchmark's store keeps no history.")
        }
        let context = ModelContext(container)
        let (seconds, _) = try BenchMeasurement.time {
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
        }
        let sizes = inputs.plan.sizes
        return .wrote((inputs.plan.flights.count + sizes.batch - 1) / sizes.batch, seconds: seconds)
    }
}

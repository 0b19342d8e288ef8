import Foundation

/// Random work by two contexts on a store and on the oracle, compared after each step.
struct ModelRun {
    /// What came of a run.
    struct Outcome {
        /// A line a step: what was done and what came of it.
        var story: [String] = []
        /// Where the store and the oracle parted, and how; nil when they did not.
        var divergence: (step: Int, text: String)?
    }

    private let opening: Opening
    private var container: ModelContainer
    private var contexts: [ModelContext]
    private let keepsHistory: Bool
    private var oracle = OracleStore()
    private var pending = [OraclePending(), OraclePending()]
    private var nextID = 1
    /// The numbers that rows have in the oracle, by the store's key.
    private var ids: [Int64: Int] = [:]
    /// The token after each transaction, as the first.
    private var tokens: [DefaultHistoryToken] = []
    private var outcome = Outcome()

    /// How a run opens its store.
    struct Opening {
        var open: () throws -> ModelContainer
        /// Whether rows are there again after closing.
        let persists: Bool
        let keepsHistory: Bool
        /// What makes saves fail before their commit, if anything does.
        var faults: FaultInjection?
    }

    private struct Divergence: Error { var text: String }

    /// Carries out operations, up to the first that comes out otherwise than in the oracle.
    ///
    /// - Throws: When the store cannot be opened.
    static func run(_ operations: [ModelOperation], _ opening: Opening) throws -> Outcome {
        var run = try ModelRun(opening)
        defer { try? run.container.close() }
        for (step, operation) in operations.enumerated() {
            do {
                let result = try run.carryOut(operation)
                run.outcome.story.append("\(operation): \(result)")
            } catch let divergence as Divergence {
                run.outcome.divergence = (step, divergence.text)
            } catch {
                run.outcome.divergence = (step, "an error came through: \(ContractProbe.describe(error))")
            }
            if run.outcome.divergence != nil { break }
        }
        return run.outcome
    }

    private init(_ opening: Opening) throws {
        self.opening = opening
        keepsHistory = opening.keepsHistory
        container = try opening.open()
        contexts = []
        try beginContexts()
    }

    private mutating func beginContexts() throws {
        contexts = [ModelContext(container), ModelContext(container)]
        pending = [OraclePending(), OraclePending()]
        // The entities are saved in the order of their first use.
        for context in contexts {
            _ = try context.fetchCount(FetchDescriptor<Plot>())
            _ = try context.fetchCount(FetchDescriptor<Plant>())
        }
    }

    // MARK: Steps

    private mutating func carryOut(_ operation: ModelOperation) throws -> String {
        switch operation {
        case .insert(let context, let name, let area, let note, let plant):
            insert(context, name, area, note, plant)
            return try look(context)
        case .edit(let context, let pick, let edit):
            guard let (plot, row) = try plot(pick, in: context) else { return "there is none" }
            edit.apply(to: plot)
            pending[context].set(edit.cell.attribute, edit.cell.cell, of: row)
            return try look(context)
        case .addPlant(let context, let pick, let label):
            guard let (plot, row) = try plot(pick, in: context) else { return "there is none" }
            let plant = Plant(label)
            plot.plants.append(plant)
            note(plant, .plant, ["label": .text(label), "plot": .row(row.id)], context)
            return try look(context)
        case .movePlant(let context, let pick, let target): return try move(context, pick, target)
        case .deletePlot(let context, let pick):
            guard let (plot, row) = try plot(pick, in: context, saved: true) else { return "there is none" }
            contexts[context].delete(plot)
            pending[context].delete(row.id)
            return try look(context)
        case .deletePlant(let context, let pick):
            guard let (plant, row) = try plant(pick, in: context) else { return "there is none" }
            contexts[context].delete(plant)
            pending[context].delete(row.id)
            return try look(context)
        case .deletePlants(let context, let below):
            var query = FetchDescriptor<Plant>()
            query.predicate = #Predicate { ($0.plot?.area ?? 9) < below }
            try contexts[context].delete(model: Plant.self, where: query.predicate)
            let view = view(context)
            for plant in view where plant.entity == .plant {
                let area = view.first { $0.id == plant["plot"].reference }?["area"].number ?? 9
                if area < below { pending[context].delete(plant.id) }
            }
            return try look(context)
        case .save(let context, let author): return try save(context, author)
        case .rollback(let context):
            contexts[context].rollback()
            pending[context] = OraclePending()
            return try look(context)
        case .query(let context, let query):
            let right = query.answer(over: view(context)).map { describe($0, in: view(context)) }
            try compare(try contexts[context].fetchCount(query.descriptor), right.count, "the count")
            return try compare(try contexts[context].fetch(query.descriptor).map(describe), right, "the plots")
        case .plantQuery(let context, let query):
            let right = query.answer(over: view(context)).map { describe($0, in: view(context)) }
            return try compare(try contexts[context].fetch(query.descriptor).map(describe), right, "the plants")
        case .readHistory(let after): return try readHistory(after)
        case .purge(let count): return try purge(count)
        case .reopen: return try reopen()
        }
    }

    private mutating func insert(_ context: Int, _ name: String, _ area: Int, _ note: String?, _ label: String?) {
        let plot = Plot(name, area: area, note: note)
        contexts[context].insert(plot)
        let id = self.note(
            plot, .plot, ["name": .text(name), "area": .number(area), "note": note.map { .text($0) } ?? .nothing],
            context)
        guard let label else { return }
        let plant = Plant(label, plot: plot)
        contexts[context].insert(plant)
        self.note(plant, .plant, ["label": .text(label), "plot": .row(id)], context)
    }

    @discardableResult
    private mutating func note(
        _ model: some PersistentModel, _ entity: OracleEntity, _ cells: [String: OracleCell], _ context: Int
    ) -> Int {
        let id = nextID
        nextID += 1
        ids[model.persistentModelID.primaryKey] = id
        var row = OracleRow(id: id, entity: entity, cells: cells)
        for attribute in entity.attributes where cells[attribute] == nil { row[attribute] = .nothing }
        pending[context].inserted.append(row)
        return id
    }

    private mutating func move(_ context: Int, _ pick: Int, _ target: Int?) throws -> String {
        guard let (plant, row) = try plant(pick, in: context) else { return "there is none" }
        if let target {
            guard let (plot, plotRow) = try plot(target, in: context) else { return "there is no plot" }
            plant.plot = plot
            if row["plot"] != .row(plotRow.id) { pending[context].set("plot", .row(plotRow.id), of: row) }
        } else {
            plant.plot = nil
            if row["plot"] != .nothing { pending[context].set("plot", .nothing, of: row) }
        }
        return try look(context)
    }

    private mutating func save(_ context: Int, _ author: String?) throws -> String {
        contexts[context].author = author
        let right: String
        var isTold = false
        do {
            isTold = try oracle.save(pending[context], author: author)
            right = "saved"
        } catch let refusal as OracleRefusal {
            right = "refused with \(refusal.code.rawValue)"
        }
        let seen = try attempt(context)
        pending[context] = OraclePending()
        try compare(seen, right, "the save")
        if keepsHistory { try compareNewest(isTold) }
        // The other context takes the news in, before there are more.
        _ = try look(1 - context)
        return "\(seen), \(try look(context))"
    }

    /// Saves, again and again while an injected fault prevents it, and rolls back when the store refuses it.
    private func attempt(_ context: Int) throws -> String {
        for _ in 0..<20 {
            let before = opening.faults?.injected.count
            do {
                try contexts[context].save()
                return "saved"
            } catch let error as StoreError {
                if opening.faults?.injected.count == before {
                    contexts[context].rollback()
                    return "refused with \(error.code.rawValue)"
                }
            }
        }
        throw Divergence(text: "20 injected faults came in a row")
    }

    private mutating func reopen() throws -> String {
        contexts = []
        if opening.persists {
            try container.close()
            container = try opening.open()
        }
        try beginContexts()
        _ = try look(0)
        return try look(1)
    }

    // MARK: History

    private mutating func compareNewest(_ isTold: Bool) throws {
        let seen = try contexts[0].history(after: tokens.last)
        let right = isTold ? [oracle.history[oracle.history.count - 1]] : []
        try compare(seen.map(transaction), right, "the new transactions")
        tokens += seen.map(\.token)
    }

    private func readHistory(_ pick: Int) throws -> String {
        guard keepsHistory, !tokens.isEmpty else { return "there is none" }
        let after = pick % (tokens.count + 1)
        if after == 0 {
            let right = Array(oracle.history.dropFirst(oracle.purged))
            return try compare(try contexts[0].history().map(transaction), right, "the whole history")
        }
        let right = after < oracle.purged ? "refused with historyTokenExpired" : "\(Array(oracle.history[after...]))"
        var seen: String
        do { seen = "\(try contexts[0].history(after: tokens[after - 1]).map(transaction))" } catch let error
            as HistoryError
        {
            seen = "refused with \(error.code.rawValue)"
        }
        return try compare(seen, right, "the history after transaction \(after)")
    }

    private mutating func purge(_ count: Int) throws -> String {
        guard keepsHistory else { return "there is none" }
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.fetchLimit = UInt64(count)
        try contexts[0].deleteHistory(descriptor)
        oracle.purge(count)
        return try compare(
            try contexts[0].history().map(transaction), Array(oracle.history.dropFirst(oracle.purged)),
            "the history left")
    }

    private func transaction(_ transaction: DefaultHistoryTransaction) -> OracleTransaction {
        let changes = transaction.changes.map { change in
            let identifier = change.changedPersistentIdentifier
            let row = "\(identifier.entityName)#\(ids[identifier.primaryKey] ?? -1)"
            switch change {
            case .insert: return "insert \(row)"
            case .update(let update): return "update \(row) [\(update.updatedAttributeNames.joined(separator: ", "))]"
            case .delete(let deletion as DefaultHistoryDelete<Plot>):
                return "delete \(row) (\(deletion.tombstone[\.name] as? String ?? "?"))"
            case .delete(let deletion as DefaultHistoryDelete<Plant>):
                return "delete \(row) (\(deletion.tombstone[\.label] as? String ?? "?"))"
            case .delete: return "delete \(row)"
            }
        }
        return OracleTransaction(author: transaction.author, changes: changes.sorted())
    }

    // MARK: Comparing

    private func view(_ context: Int) -> [OracleRow] { pending[context].view(of: oracle) }

    private func plot(_ pick: Int, in context: Int, saved: Bool = false) throws -> (Plot, OracleRow)? {
        let rows = view(context).filter { $0.entity == .plot && (!saved || oracle.row($0.id) != nil) }
        if rows.isEmpty { return nil }
        let row = rows[pick % rows.count]
        guard let plot = try contexts[context].all(Plot.self).first(where: { id(of: $0) == row.id }) else {
            throw Divergence(text: "plot #\(row.id) is not among the plots that context \(context) fetches")
        }
        return (plot, row)
    }

    private func plant(_ pick: Int, in context: Int) throws -> (Plant, OracleRow)? {
        let rows = view(context).filter { $0.entity == .plant }
        if rows.isEmpty { return nil }
        let row = rows[pick % rows.count]
        guard let plant = try contexts[context].all(Plant.self).first(where: { id(of: $0) == row.id }) else {
            throw Divergence(text: "plant #\(row.id) is not among the plants that context \(context) fetches")
        }
        return (plant, row)
    }

    private func id(of model: some PersistentModel) -> Int { ids[model.persistentModelID.primaryKey] ?? -1 }

    /// Compares all that a context sees, and says how many rows these are.
    private func look(_ context: Int) throws -> String {
        let view = view(context)
        let plots = try contexts[context].all(Plot.self)
        let right = view.filter { $0.entity == .plot }
        try compare(plots.map(describe), right.map { describe($0, in: view) }, "the plots of context \(context)")
        let plants = view.filter { $0.entity == .plant }
        try compare(
            try contexts[context].all(Plant.self).map(describe), plants.map { describe($0, in: view) },
            "the plants of context \(context)")
        if let plot = plots.last {
            try compare(
                plot.plants.map(\.label),
                plants.filter { $0["plot"] == .row(id(of: plot)) }.map { $0["label"].description },
                "the plants of plot #\(id(of: plot)) in context \(context)")
        }
        return "\(plots.count) plots, \(plants.count) plants"
    }

    private func describe(_ plot: Plot) -> String {
        "#\(id(of: plot)) \(plot.name)|\(plot.area)|\(plot.note ?? "nil")|\(plot.stage?.rawValue ?? "nil")|\(OracleCell(plot.spot))"
    }

    private func describe(_ plant: Plant) -> String {
        "#\(id(of: plant)) \(plant.label) in \(plant.plot.map { "#\(id(of: $0))" } ?? "nil")"
    }

    private func describe(_ row: OracleRow, in view: [OracleRow]) -> String {
        switch row.entity {
        case .plot: return "#\(row.id) \(row["name"])|\(row["area"])|\(row["note"])|\(row["stage"])|\(row["spot"])"
        case .plant:
            let plot = view.first { $0.entity == .plot && $0.id == row["plot"].reference }
            return "#\(row.id) \(row["label"]) in \(plot.map { "#\($0.id)" } ?? "nil")"
        }
    }

    @discardableResult
    private func compare<T: Equatable>(_ seen: T, _ right: T, _ what: String) throws -> String {
        if seen == right { return "\(seen)" }
        throw Divergence(text: "\(what): expected \(right), saw \(seen)")
    }
}

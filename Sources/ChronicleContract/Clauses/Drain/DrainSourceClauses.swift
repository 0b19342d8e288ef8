import ChronicleDrain
import ChronicleHistory
import Foundation

extension DrainClauses {
    /// What the history is as batches.
    static let sources: [ContractClause] = [
        ContractClause(
            "DRN-001", "What a receiver holds after the whole history are the stored rows.", requires: [.history],
            cases: ["H04"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let (a, b) = (Plot("a", area: 1), Plot("b"))
            a.plants = [Plant("leek"), Plant("kale")]
            try context.add(a, b, Plot("c"))
            let (source, receiver) = (try probe.source(container) { $0.transactions = 1 }, DrainReceiver())
            // What is deleted before it is read is not sent at all.
            let position = try await source.deliver(to: receiver)
            b.area = 7
            try context.save()
            context.delete(a)
            try context.save()
            try context.delete(model: Plot.self, where: #Predicate { $0.name == "c" })
            try context.save()
            try await source.deliver(to: receiver, after: position)
            try probe.expectRows(of: try container.store(probe), in: receiver, "the rows of the receiver")
        },
        ContractClause(
            "DRN-002", "Batches follow each other without a gap or an overlap, and cut no transaction in two.",
            requires: [.history], cases: ["H02", "H29"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<7 { try context.add(Plot("\(number)"), Plot("\(number)+"), Plot("\(number)++")) }
            let (small, large) = (DrainReceiver(needsLines: true), DrainReceiver(needsLines: true))
            try await probe.source(container) { $0.transactions = 2 }.deliver(to: small)
            try await probe.source(container) { $0.transactions = 100 }.deliver(to: large)
            probe.expectEqual(small.state.order.count, 21, "the operations in small batches")
            probe.expectEqual(
                small.state.order, large.state.order, "the operations in small batches, against one batch")
            probe.expectEqual(small.state.arrivals, 4, "the batches of two transactions")
        },
        ContractClause(
            "DRN-003", "A batch that is read again has the same identifiers and bytes while its rows stay as they are.",
            requires: [.history], cases: ["H29"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            try context.add(Plot("a", area: 1, note: "\u{1F331} \"n\"\n"), Plot("b"))
            let source = try probe.source(container)
            let first = try source.nextBatch(after: nil, asLines: true)
            let second = try source.nextBatch(after: nil, asLines: true)
            probe.expectEqual(second?.id, first?.id, "the identifier of the batch")
            probe.expectEqual(
                second?.operations.map(\.line), first?.operations.map(\.line), "the bytes of its operations")
            probe.expectEqual(first?.operations.count, 2, "the number of its operations")
        },
        ContractClause(
            "DRN-004", "What the filters pass over moves the position on, and is read once.", requires: [.history],
            cases: ["H31"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            context.author = "App"
            try context.add(Plot("mine"))
            context.author = "Import"
            for number in 0..<30 { try context.add(Plot("\(number)")) }
            let receiver = DrainReceiver()
            let source = try probe.source(container) { options in
                options.authors = ["App"]
                options.transactions = 5
            }
            let end = try await source.deliver(to: receiver)
            probe.expectEqual(receiver.state.order.count, 1, "the operations of the author that was asked for")
            probe.expectEqual(end, try source.currentPosition(), "the position after them")
        },
        ContractClause(
            "DRN-005", "A row that is deleted and made again with the same unique value is there in the end.",
            requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let first = Plot("a", area: 1)
            try context.add(first)
            let sources = try [true, false].map { folds in try probe.source(container) { $0.folds = folds } }
            let receivers = [DrainReceiver(), DrainReceiver()]
            var position: HistoryPosition?
            for (source, receiver) in zip(sources, receivers) { position = try await source.deliver(to: receiver) }
            context.delete(first)
            try context.save()
            try context.add(Plot("a", area: 2))
            for (source, receiver) in zip(sources, receivers) {
                try await source.deliver(to: receiver, after: position)
                try probe.expectRows(
                    of: try container.store(probe), in: receiver,
                    "the rows of the receiver \(receiver === receivers[0] ? "with" : "without") folding")
            }
        },
        ContractClause(
            "DRN-006", "A deletion carries the values that are kept on deletion, and no others.", requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a", area: 3, note: "secret")
            try context.add(plot)
            context.delete(plot)
            try context.save()
            let batch = try probe.source(container).nextBatch(after: nil, asLines: true)
            let operation = try probe.require(batch?.operations.last, "the operation of the deletion")
            probe.expectEqual(operation.kind, .delete, "its kind")
            let line = try JSONSerialization.jsonObject(with: operation.line) as? [String: Any]
            probe.expectEqual(
                line?["tombstone"] as? [String: String], ["name": "a"], "the values that the deletion carries")
        },
        ContractClause(
            "DRN-007", "An upsert of a row that is gone by then is left out, and its deletion follows.",
            requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a")
            try context.add(plot)
            context.delete(plot)
            try context.save()
            let source = try probe.source(container) { $0.transactions = 1 }
            let first = try probe.require(try source.nextBatch(after: nil, asLines: false), "the batch of the insert")
            probe.expectEqual(first.operations.map(\.kind), [], "the operations of the insert")
            let second = try source.nextBatch(after: first.position, asLines: false)
            probe.expectEqual(second?.operations.map(\.kind), [.delete], "the operations of the deletion")
        },
        ContractClause(
            "DRN-008", "Folded and unfolded, in batches of any size, the history ends in the stored rows.",
            level: .stochastic, requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            var plots = RandomPlots(seed: probe.seed, container)
            let forms = [(true, 1), (true, 7), (true, 100), (false, 1), (false, 7)]
            let receivers = forms.map { _ in DrainReceiver() }
            var position: HistoryPosition?
            for _ in 0..<3 {
                for _ in 0..<10 { try plots.save() }
                var end: HistoryPosition?
                for (form, receiver) in zip(forms, receivers) {
                    let source = try probe.source(container) { ($0.folds, $0.transactions) = form }
                    end = try await source.deliver(to: receiver, after: position)
                    try probe.expectRows(
                        of: try container.store(probe), in: receiver,
                        "the rows after batches of \(form.1), folding \(form.0 ? "on" : "off"), seed \(probe.seed)")
                }
                position = end
            }
        },
        ContractClause(
            "DRN-009", "A place that cannot be gone on from is refused with a typed error, never passed over.",
            requires: [.history], cases: ["H01", "H02", "H03"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let tokens = try context.addPlots("a", "b", "c")
            try context.purge(through: tokens[1])
            let source = try probe.source(container)
            probe.expectHistoryError(.historyTokenExpired, from: "reading from a place that was deleted") {
                _ = try source.nextBatch(after: tokens[0].position, asLines: false)
            }
            probe.expectHistoryError(.historyTokenExpired, from: "reading from the beginning, which was deleted") {
                _ = try source.nextBatch(after: nil, asLines: false)
            }
            var position = tokens[2].position
            position.sequence += 5
            probe.expectHistoryError(.tokenAhead, from: "reading from a place ahead of the store") {
                _ = try source.nextBatch(after: position, asLines: false)
            }
            let other = try probe.open(Plot.self, at: try probe.anotherPlace())
            try ModelContext(other).add(Plot("x"))
            let foreign = try probe.source(other).currentPosition()
            probe.expectHistoryError(.foreignToken, from: "reading from a place of another store") {
                _ = try source.nextBatch(after: foreign, asLines: false)
            }
        },
        ContractClause(
            "DRN-010", "The pages of a snapshot bring every row once, by entity in ascending order of the keys.",
            requires: [.history], cases: ["H02"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<8 { context.insert(Plot("\(number)")) }
            for number in 0..<5 { context.insert(Plant("\(number)")) }
            try context.save()
            let source = try probe.source(container) { $0.pageRows = 3 }
            var snapshot: DrainSnapshot? = DrainSnapshot(id: "s", position: try source.currentPosition())
            var keys: [String: [Int64]] = [:]
            var pages = 0
            while let now = snapshot {
                pages += 1
                if pages > 20 { throw probe.fail("the snapshot of 13 rows in pages of 3 does not end") }
                let (batch, next) = try source.page(of: now, asLines: false)
                for operation in batch.operations { keys[operation.entity, default: []].append(operation.key) }
                snapshot = next
            }
            probe.expectEqual(
                keys, try container.store(probe).rowsByEntity().mapValues { $0.keys.sorted() }, "the keys of the pages")
        },
    ]
}

import Foundation

extension ContractChapter {
    /// Files that hold something else than they should, and files that were copied.
    static let damageClauses: [ContractClause] = [
        ContractClause(
            "DUR-011",
            "A store whose file was cut off opens as it was after one of its saves or not at all, with a typed error and no crash.",
            requires: [.persistence], cases: ["H27"],
            peer: { probe, argument in
                let file: URL = try probe.value(from: argument)
                let bytes = try Data(contentsOf: file)
                for percent in [0, 1, 10, 30, 50, 70, 90, 99] {
                    let part = bytes.prefix(bytes.count * percent / 100)
                    try part.write(to: file)
                    do {
                        let container = try probe.open(Plot.self)
                        defer { try? container.close() }
                        let context = ModelContext(container)
                        let count = try context.all(Plot.self).count
                        _ = try context.all(Plot.self, #Predicate { $0.area > 290 })
                        // Of an empty file a store may make a new one, and a log that was cut off may end with an earlier save.
                        probe.expect(
                            count.isMultiple(of: 100),
                            "a store of three saves of 100 rows of which \(percent) % were left gave \(count) rows and no error"
                        )
                    } catch {
                        probe.expect(
                            error is StoreError || error is ChronicleError,
                            "a store of which \(percent) % were left threw \(ContractProbe.describe(error)), expected StoreError"
                        )
                    }
                }
            },
            { probe in
                let file = try probe.damageableStore()
                let bytes = try Data(contentsOf: file)
                try await probe.runPeer(try probe.argument(file))
                try bytes.write(to: file)
                probe.expectEqual(
                    try probe.context(Plot.self).fetchCount(FetchDescriptor<Plot>()), 300,
                    "the rows once the whole file is back")
            }),
        ContractClause(
            "DUR-012", "What is no store is refused with a typed error and left as it is.", requires: [.persistence],
            peer: { probe, argument in
                let file: URL = try probe.value(from: argument)
                let size = try Data(contentsOf: file).count
                var random = SeededGenerator(seed: probe.seed)
                for length in [size, size / 2, 100] {
                    let garbage = Data((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                    try garbage.write(to: file)
                    do {
                        let container = try probe.open(Plot.self)
                        let count = try ModelContext(container).all(Plot.self).count
                        probe.expect(false, "a file of \(length) random bytes was opened as a store of \(count) rows")
                    } catch {
                        probe.expect(
                            error is StoreError,
                            "a file of \(length) random bytes threw \(ContractProbe.describe(error)), expected StoreError"
                        )
                    }
                    let left = try Data(contentsOf: file)
                    probe.expect(
                        left == garbage, "a file of \(length) random bytes was changed by the attempt to open it")
                }
            },
            { probe in
                let file = try probe.damageableStore()
                try await probe.runPeer(try probe.argument(file))
            }),
        ContractClause(
            "DUR-013",
            "A store that could not be opened because of its file opens in the same process once the file is back.",
            requires: [.persistence]
        ) { probe in
            let file = try probe.damageableStore()
            let bytes = try Data(contentsOf: file)
            try Data("This is no store, but a text of some length that someone has put in its place.".utf8).write(
                to: file)
            do {
                let container = try probe.open(Plot.self)
                defer { try? container.close() }
                let count = try ModelContext(container).all(Plot.self).count
                probe.expect(false, "a text was opened as a store of \(count) rows")
            } catch {
                probe.expect(error is StoreError, "a text threw \(ContractProbe.describe(error)), expected StoreError")
            }
            try bytes.write(to: file)
            let context = try probe.context(Plot.self)
            probe.expectEqual(try context.fetchCount(FetchDescriptor<Plot>()), 300, "the rows once the file is back")
            try context.add(Plot("more"))
            probe.expectEqual(try context.fetchCount(FetchDescriptor<Plot>()), 301, "the rows after one more save")
        },
        ContractClause(
            "DUR-014", "A copy of a closed store's files is the same store with all its rows, and goes its own way.",
            requires: [.persistence], cases: ["H27"]
        ) { probe in
            let original = try probe.open(Plot.self)
            let context = ModelContext(original)
            let plot = Plot("a", area: 1)
            context.insert(plot)
            plot.tags = [Tag("t")]
            try context.save()
            let identifier = try original.store(probe).identifier
            try original.close()
            let copied = try probe.copyOfFiles()
            let (here, there) = (try probe.context(Plot.self), try probe.context(Plot.self, at: copied))
            probe.expectEqual(try there.container.store(probe).identifier, identifier, "the identifier of the copy")
            try here.add(Plot("here"))
            try there.add(Plot("there"))
            probe.expectEqual(try here.all(Plot.self).map(\.name), ["a", "here"], "the plots of the original")
            probe.expectEqual(try there.all(Plot.self).map(\.name), ["a", "there"], "the plots of the copy")
            probe.expectEqual(
                try there.all(Plot.self).map { $0.tags.map(\.word) }, [["t"], []], "the tags of the copy's plots")
            try probe.expectIndexesFit(try there.container.store(probe), "in the copy")
        },
        ContractClause(
            "DUR-015", "A history token from after a copy was made is ahead of the copy, and refused there.",
            requires: [.persistence, .history], cases: ["H27"]
        ) { probe in
            let original = try probe.open(Plot.self)
            try ModelContext(original).add(Plot("a"))
            try original.close()
            let copied = try probe.copyOfFiles()
            let here = try probe.context(Plot.self)
            let old = try probe.require(try here.history().last?.token, "the token before the copy")
            for number in 0..<3 { try here.add(Plot("\(number)")) }
            let new = try probe.require(try here.history().last?.token, "the token after the copy")
            try here.container.close()
            let there = try probe.context(Plot.self, at: copied)
            probe.expectEqual(
                try there.history(after: old).count, 0, "the history of the copy after a token that it knows")
            probe.expectHistoryError(.tokenAhead, .foreignToken, from: "a fetch in the copy after a later token") {
                _ = try there.history(after: new)
            }
        },
    ]
}

extension ContractProbe {
    /// Makes a store of three saves of a hundred rows, closes it, and returns the largest of its files.
    fileprivate func damageableStore() throws -> URL {
        let container = try open(Plot.self)
        let context = ModelContext(container)
        for number in 0..<300 {
            context.insert(Plot("plot \(number)", area: number, note: String(repeating: "n", count: 60)))
            if number % 100 == 99 { try context.save() }
        }
        try container.close()
        return try require(try files().max { $0.size < $1.size }?.url, "a file of the closed store in its folder")
    }

    /// The regular files of the clause's place, at any depth.
    private func files() throws -> [(url: URL, size: Int)] {
        let root = place.directory
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).compactMap { name in
            let url = root.appending(path: name)
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int else {
                return nil
            }
            return (url, size)
        }
    }

    /// Another place with copies of all files of the clause's own.
    fileprivate func copyOfFiles() throws -> ContractPlace {
        let items = try FileManager.default.contentsOfDirectory(atPath: place.directory.path)
        let copy = try anotherPlace()
        for item in items { try FileManager.default.copyItem(at: place.url(item), to: copy.url(item)) }
        return copy
    }
}

import Foundation

extension ContractChapter {
    /// Places where no store can be opened.
    static let placeClauses: [ContractClause] = [
        ContractClause(
            "LIF-017",
            "Opening a store in a folder that does not exist throws `missingFolder` with its place, and makes nothing.",
            requires: [.persistence]
        ) { probe in
            let place = ContractPlace(directory: probe.place.url("no such folder"))
            let error = probe.expectStoreError(.missingFolder, from: "opening a store in a missing folder") {
                _ = try probe.openStore(Leaf.self, at: place)
            }
            if let error {
                probe.expect(!error.message.isEmpty, "the error has no message")
                probe.expect(error.location != nil, "the error has no location: \(error)")
            }
            probe.expect(
                !FileManager.default.fileExists(atPath: place.directory.path),
                "the refused opening made \(place.directory.lastPathComponent)")
            try FileManager.default.createDirectory(at: place.directory, withIntermediateDirectories: true)
            let store = try probe.openStore(Leaf.self, at: place)
            try store.addLeaves(LeafRow("a"))
            probe.expectEqual(try store.leaves().count, 1, "the rows after the folder was made")
        },
        ContractClause(
            "LIF-018",
            "Data that is not a store's is refused with `notAStore` or `corrupt` and stays as it is; it is never taken "
                + "for an empty store.", requires: [.persistence]
        ) { probe in
            let marker = "a text that can be found in the file"
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves((0..<50).map { LeafRow("\($0)", note: marker) })
            try store.close()
            let files = try PlaceFiles(place: probe.place).holding(marker)
            let garbage = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
            for file in files { try garbage.write(to: file) }
            for round in 1...2 {
                probe.expectStoreError(.notAStore, .corrupt, from: "opening \(round) of garbage") {
                    let store = try probe.openStore(Leaf.self)
                    // Who reads nothing when it is opened may notice later, but must notice.
                    _ = try store.leaves()
                }
            }
            for file in files where (try? Data(contentsOf: file)) != garbage {
                probe.expect(false, "the refused opening changed \(file.lastPathComponent)")
            }
        },
        ContractClause(
            "LIF-019",
            "Data of which a part is missing is reported `corrupt` or `notAStore`, never shown as fewer rows.",
            requires: [.persistence]
        ) { probe in
            let marker = "a text that can be found in the file"
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves((0..<800).map { LeafRow("\($0)", note: marker + String(repeating: ".", count: 100)) })
            try store.close()
            let file = try probe.require(
                try PlaceFiles(place: probe.place).holding(marker).first, "a file of the store")
            let whole = try Data(contentsOf: file)
            try whole.prefix(whole.count / 2).write(to: file)
            probe.expectStoreError(.notAStore, .corrupt, from: "reading half of the data") {
                let store = try probe.openStore(Leaf.self)
                _ = try store.leaves()
            }
        },
    ]
}

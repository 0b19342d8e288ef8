import Chronicle
import Foundation
import Testing

/// `chronicle copy` as a user meets it.
@Suite(.serialized) struct CopyTests {
    private func copy(_ arguments: String...) throws -> RunningCommand { try RunningCommand(["copy"] + arguments) }

    private func finish(_ source: String, _ target: String, _ more: String...) async throws -> RunningCommand.Event {
        let command = try RunningCommand(["copy", source, target, "--json", "--verify"] + more)
        let event = try await command.event { $0.event == "end" }
        #expect(try await command.end() == 0, "\(event)")
        #expect(event.end == "done")
        #expect(try Stores.rows(source) == Stores.rows(target))
        return event
    }

    @Test(arguments: FileStore.allCases, FileStore.allCases) func aCopyHasEveryRowAndLaterRunsBringOnlyWhatChanged(
        _ from: FileStore, _ to: FileStore
    ) async throws {
        try await CommandLine.inFolder { folder in
            let (source, target) = (from.url("a", in: folder), to.url("b", in: folder))
            try Stores.fill(source, notes: 2_000)
            let first = try await finish(source, target)
            #expect(first.operations == 2_000 + 667 + 3)
            // Rows and links; the digest is the same on both sides.
            #expect(first.rows == 2_000 + 667 + 3 + 40 + 26 + 13)
            #expect(try await finish(source, target).operations == 0)

            let container = try Stores.open(source)
            let context = ModelContext(container)
            let notes = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.stars == 6 }))
            for note in notes.prefix(20) { note.weight = 0.5 }
            context.delete(notes[20])
            context.insert(Note("new"))
            try context.save()
            try container.close()
            let second = try await finish(source, target)
            #expect((22...24).contains(second.operations), "\(second)")
            #expect(second.transactions == 1)
        }
    }

    @Test(arguments: FileStore.allCases) func whereverItIsKilledItGoesOn(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let other: FileStore = FileStore.allCases.first { $0 != store } ?? store
            let (source, target) = (store.url("a", in: folder), other.url("b", in: folder))
            try Stores.fill(source, notes: 13_000)
            // In the snapshot: by its own hand after so many pages, and from outside as soon as there is something.
            for pages in ["1", "2"] { #expect(try await copy(source, target, "--die-after", pages).end() == -SIGKILL) }
            let victim = try copy(source, target, "--json")
            _ = try await victim.event { $0.operations > 0 || $0.event == "end" }
            victim.send(SIGKILL)
            #expect([0, -SIGKILL].contains(try await victim.end()))
            _ = try await finish(source, target)
            // In what came since.
            let container = try Stores.open(source)
            let context = ModelContext(container)
            for number in 0..<40 {
                let title = "note \(number * 3)"
                guard
                    let note = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
                        .first
                else { continue }
                if number % 4 == 0 { context.delete(note) } else { note.stars += 1 }
                try context.save()
            }
            try container.close()
            for batches in ["1", "3"] {
                let outcome = try await copy(source, target, "--batch-size", "4", "--die-after", batches).end()
                #expect(outcome == -SIGKILL)
            }
            _ = try await finish(source, target)
        }
    }

    @Test(arguments: FileStore.allCases) func itFollowsWhatAnotherProcessSavesAndEndsInGoodOrder(
        _ store: FileStore
    ) async throws {
        try await CommandLine.inFolder { folder in
            let (source, target) = (store.url("a", in: folder), store.url("b", in: folder))
            try Stores.fill(source, notes: 10)
            for signal in [SIGINT, SIGTERM] {
                let follower = try copy(source, target, "--follow", "--json")
                _ = try await follower.event { $0.event == "current" }
                let container = try Stores.open(source)
                let context = ModelContext(container)
                for number in 0..<30 {
                    context.insert(Note("followed \(signal) \(number)"))
                    try context.save()
                }
                try container.close()
                let sequence = try Stores.position(source)
                _ = try await follower.event { $0.event == "current" && $0.position?.hasSuffix("/\(sequence)") == true }
                #expect(try Stores.rows(source) == Stores.rows(target))
                follower.send(signal)
                #expect(try await follower.event { $0.event == "end" }.end == "interrupted")
                #expect(try await follower.end() == 128 + signal)
            }
            #expect(try await finish(source, target).operations == 0)
        }
    }

    @Test(arguments: FileStore.allCases) func aSchemaThatGrowsOnTheWayIsTakenUp(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let (source, target) = (store.url("a", in: folder), store.url("b", in: folder))
            let old = try Stores.open(source, OlderLine.self)
            let first = ModelContext(old)
            first.insert(OlderLine("old"))
            try first.save()
            try old.close()
            let follower = try copy(source, target, "--follow", "--json")
            _ = try await follower.event { $0.event == "current" }
            let container = try Stores.open(source, NewerLine.self)
            let context = ModelContext(container)
            context.insert(NewerLine("new", colour: "red"))
            try context.save()
            try container.close()
            let sequence = try Stores.position(source)
            _ = try await follower.event { $0.event == "current" && $0.position?.hasSuffix("/\(sequence)") == true }
            #expect(try Stores.rows(source) == Stores.rows(target))
            #expect(try Stores.rows(target)["Memo"]?.last?.contains("red") == true)
            follower.send(SIGTERM)
            #expect(try await follower.end() == 128 + SIGTERM)
        }
    }

    @Test(arguments: FileStore.allCases) func aTargetThatIsNotACopyOfTheSourceIsRefusedAndKept(
        _ store: FileStore
    ) async throws {
        try await CommandLine.inFolder { folder in
            func url(_ name: String) -> String { store.url(name, in: folder) }
            try Stores.fill(url("a"), notes: 3)
            try Stores.fill(url("rows"), notes: 2)
            try Stores.open(url("foreign"), OlderLine.self).close()
            try Stores.fill(url("b"), notes: 1)
            _ = try await finish(url("b"), url("copyOfB"))
            let cases = [
                (url("a"), url("a"), "into itself"), (url("a"), url("rows"), "holds rows that are not of"),
                (url("a"), url("foreign"), "has Memo, which"), (url("a"), url("copyOfB"), "is a copy of another store"),
                (url("none"), url("c"), "none"), (url("a"), "carrier-pigeon:x", "unknown kind of store"),
            ]
            for (source, target, message) in cases {
                let outcome = try await CommandLine.run("copy", source, target)
                #expect(outcome.status == 2)
                #expect(outcome.complaints.count == 1)
                #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
                #expect(outcome.output.isEmpty)
            }
            #expect(try Stores.rows(url("rows"))["Note"]?.count == 2)
            #expect(try Stores.rows(url("copyOfB"))["Note"]?.count == 1)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "c.\(store.rawValue)").path))
            for arguments in [["copy"], ["copy", url("a")], ["copy", url("a"), url("c"), "--verify", "--follow"]] {
                #expect(try await CommandLine.run(arguments).status == 2)
            }
        }
    }

    @Test(arguments: FileStore.allCases) func theSourceKeepsWhatItsCopyHasYetToGet(_ store: FileStore) async throws {
        try await CommandLine.inFolder { folder in
            let (source, target) = (store.url("a", in: folder), store.url("b", in: folder))
            try Stores.fill(source, notes: 5)
            _ = try await finish(source, target)
            let container = try Stores.open(source)
            let context = ModelContext(container)
            for number in 0..<5 {
                context.insert(Note("later \(number)"))
                try context.save()
            }
            try container.close()
            let purge = try await CommandLine.run("history", "--store", source, "--retain", "0", "--yes")
            #expect(purge.output.contains("kept 5"))
            #expect(try await finish(source, target).operations == 5)
            // Forced, the copy has to begin with a snapshot, and ends with the same rows all the same.
            let again = try Stores.open(source)
            let last = ModelContext(again)
            let doomed = try last.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "later 1" }))
            for note in doomed { last.delete(note) }
            try last.save()
            try again.close()
            let next = try Stores.position(source) + 1
            let forced = try await CommandLine.run(
                "history", "--store", source, "--purge-before", "\(next)", "--force", "--yes")
            #expect(forced.status == 0)
            _ = try await finish(source, target)
        }
    }
}

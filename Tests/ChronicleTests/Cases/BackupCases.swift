import Chronicle
import ChronicleStore
import Foundation
import Synchronization
import Testing

/// H27: copying a store that is open.
@Suite struct BackupCases {
    @Test(arguments: Backend.persistent) func aCopyOfAStoreThatIsWrittenHoldsOneStateAndOpensOnItsOwn(
        _ backend: Backend
    ) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 0..<1_000 {
            let bed = Bed("bed \(number)", moisture: number)
            context.insert(bed)
            if number % 10 == 0 { bed.plants = [Plant("plant \(number)", bed: bed)] }
        }
        try context.save()
        // Pairs are saved together all the while: a copy that tears a save apart has an odd number of them.
        let path = place.path
        let isDone = Atomic(false)
        let saves = Mutex(0)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            do {
                let other = try ModelContainer(for: [Bed.self], configurations: [backend.configuration(at: path)])
                let writer = ModelContext(other)
                while !isDone.load(ordering: .relaxed) {
                    let number = saves.withLock { $0 }
                    writer.insert(Bed("pair \(number) a"))
                    writer.insert(Bed("pair \(number) b"))
                    try writer.save()
                    saves.withLock { $0 += 1 }
                }
                try other.close()
            } catch {
                Issue.record(error)
            }
        }
        for round in 0..<5 {
            let copy = place.directory.appending(path: "copies/\(round)")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            let before = saves.withLock { $0 }
            let file = copy.appending(path: "copy.\(backend.rawValue)")
            try container.export(to: file)
            let opened = try ModelContainer(
                for: [Bed.self], configurations: [backend.configuration(at: copy.appending(path: "copy").path)])
            let reader = ModelContext(opened)
            let count = try reader.fetchCount(FetchDescriptor<Bed>())
            #expect(count >= 1_000 + 2 * before && count % 2 == 0)
            #expect(try reader.fetchCount(FetchDescriptor<Plant>()) == 100)
            #expect(try reader.history().count >= before + 1)
            // It lives on, apart from the first.
            try reader.add(Bed("only in copy \(round)"))
            try opened.close()
            let size =
                try FileManager.default.attributesOfItem(
                    atPath: backend.rawValue == "lmdb" ? file.appending(path: "data.mdb").path : file.path)[.size]
                as? Int
            #expect(size ?? .max < 64 << 20, "a copy has the size of its content, not of the address space")
        }
        isDone.store(true, ordering: .relaxed)
        group.wait()
        let name = "only in copy 0"
        #expect(try ModelContext(container).all(Bed.self, #Predicate { $0.name == name }).isEmpty)
        try container.close()
    }

    @Test func aStoreInMemoryCannotBeCopiedAsAWhole() throws {
        let container = try Place(.memory, Bed.self).open()
        #expect { try container.export(to: URL(filePath: "/tmp/none")) } throws: { error in
            (error as? ChronicleError)?.code == .unsupportedFeature
        }
    }
}

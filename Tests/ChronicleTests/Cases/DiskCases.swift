import Chronicle
import ChronicleStore
import Foundation
import Testing

#if os(Linux)
import Glibc

/// A disk of a few megabytes, in memory; making one takes root.
private final class SmallDisk {
    let path: String

    init?(at directory: URL, megabytes: Int) {
        path = directory.appending(path: "disk").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            print("Not tested: no disk could be made (\(String(cString: strerror(errno))))")
            return nil
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Takes what is left of the disk, down to a number of bytes.
    func fill() {
        let file = open(path + "/filler", O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        for size in [65_536, 4_096] {
            let block = [UInt8](repeating: 1, count: size)
            while write(file, block, size) == size {}
        }
    }

    /// Gives it back, also while a process that was started meanwhile still holds the file.
    func free() {
        truncate(path + "/filler", 0)
        unlink(path + "/filler")
    }
}

@Suite(.serialized) struct DiskCases {
    @Test(arguments: Backend.persistent) func aFullDiskIsATypedErrorAndTheNextSaveWorks(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        guard let disk = SmallDisk(at: place.directory, megabytes: 16) else { return }
        let configuration = backend.configuration(at: disk.path + "/store")
        let container = try ModelContainer(for: [Bed.self], configurations: [configuration])
        let context = ModelContext(container)
        for index in 0..<500 { context.insert(Bed("bed \(index)", moisture: index)) }
        try context.save()
        disk.fill()
        let note = String(repeating: "n", count: 20_000)
        for index in 0..<100 { context.insert(Bed("big \(index)", note: note)) }
        for _ in 0..<2 {
            #expect { try context.save() } throws: { error in
                print("\(backend.rawValue), full disk: \(error)")
                return error is StoreError
            }
            #expect(context.insertedModelsArray.count == 100)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) == 500)
            #expect(try ModelContext(container).all(Bed.self, #Predicate { $0.moisture >= 250 }).count == 250)
        }
        disk.free()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) == 600)
        try container.close()
        let again = try ModelContainer(for: [Bed.self], configurations: [configuration])
        #expect(try ModelContext(again).fetchCount(FetchDescriptor<Bed>()) == 600)
        #expect(try ModelContext(again).history().count == 2)
        try again.close()
    }

    @Test(arguments: Backend.persistent) func aFullDiskKeepsANewStoreFromOpening(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        guard let disk = SmallDisk(at: place.directory, megabytes: 1) else { return }
        disk.fill()
        let configuration = backend.configuration(at: disk.path + "/store")
        #expect(throws: StoreError.self) {
            let container = try ModelContainer(for: [Bed.self], configurations: [configuration])
            try ModelContext(container).add(Bed("a"))
        }
        disk.free()
        let container = try ModelContainer(for: [Bed.self], configurations: [configuration])
        try ModelContext(container).add(Bed("a"))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) == 1)
        try container.close()
    }

    @Test(arguments: Backend.persistent) func lostPermissionIsATypedError(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let (kind, path, folder) = (backend.rawValue, place.path, place.directory.path)
        let container = try place.open()
        try ModelContext(container).add(Bed("root's"))
        try container.close()
        await #expect(processExitsWith: .success) {
            [kind = kind as String, path = path as String, folder = folder as String] in
            let backend = try #require(Backend(rawValue: kind))
            let own = folder + "/own"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            chmod(folder, 0o755)
            chmod(own, 0o777)
            guard geteuid() != 0 || seteuid(65_534) == 0 else { return print("Not tested: cannot become another user") }
            if geteuid() == 65_534 {
                #expect(throws: StoreError.self) {
                    let container = try ModelContainer(
                        for: [Bed.self], configurations: [backend.configuration(at: path)])
                    try ModelContext(container).add(Bed("x"))
                }
                #expect(throws: StoreError.self) {
                    _ = try ModelContainer(
                        for: [Bed.self], configurations: [backend.configuration(at: folder + "/new")])
                }
            }
            let mine = own + "/deeper"
            try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
            let container = try ModelContainer(
                for: [Bed.self], configurations: [backend.configuration(at: mine + "/store")])
            let context = ModelContext(container)
            try context.add(Bed("a"))
            chmod(mine, 0)
            context.insert(Bed("b"))
            do { try context.save() } catch { #expect(error is StoreError, "\(error)") }
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) >= 1)
            chmod(mine, 0o755)
            try context.save()
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) == 2)
            try container.close()
        }
    }
}
#endif

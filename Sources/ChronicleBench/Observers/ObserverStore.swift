import Chronicle
import ChronicleMemory
import Foundation

#if SQLite
import ChronicleSQLite
#endif
#if LMDB
import ChronicleLMDB
#endif

/// A store that observers are measured over.
public struct ObserverStore: Sendable {
    /// What it is called.
    public let name: String
    /// Whether other processes can use it.
    public let isShared: Bool
    private let make: @Sendable (URL) -> ModelConfiguration

    /// All stores of this build.
    public static var all: [ObserverStore] {
        var stores: [ObserverStore] = []
        #if SQLite
        stores.append(
            ObserverStore(name: "SQLite", isShared: true) { .sqlite(at: $0.appendingPathComponent("plots.sqlite")) })
        #endif
        #if LMDB
        stores.append(
            ObserverStore(name: "LMDB", isShared: true) { .lmdb(at: $0.appendingPathComponent("plots.lmdb")) })
        #endif
        stores.append(ObserverStore(name: "memory", isShared: false) { _ in .inMemory })
        return stores
    }

    func open(in folder: URL) throws -> ModelContainer {
        try ModelContainer(for: [BenchEntry.self], configurations: [make(folder)])
    }
}

/// What is observed.
final class BenchEntry: PersistentModel {
    let backingData = BackingData()
    @Attribute var title: String
    @Attribute var group: Int = 0
    @Attribute var position: Int = 0

    static var indexes: [Index<BenchEntry>] { [Index(\.group)] }

    init() {}
    init(_ position: Int, group: Int = 0) {
        title = "Entry \(position)"
        self.group = group
        self.position = position
    }
}

/// Where the observers of the benchmark live.
@globalActor actor ObserverDesk { static let shared = ObserverDesk() }

/// A figure that was not to be had.
public struct ObserverBenchFailure: Error, CustomStringConvertible {
    /// Why.
    public let description: String
    init(_ description: String) { self.description = description }
}

// swift-tools-version: 6.3
import PackageDescription

/// One loop gives every Swift target the same language rules.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let sqlite: TargetDependencyCondition? = .when(traits: ["SQLite"])
let lmdb: TargetDependencyCondition? = .when(traits: ["LMDB"])

let package = Package(
    name: "chronicle",
    products: [
        .library(name: "ChronicleStore", targets: ["ChronicleStore"]),
        .library(name: "ChronicleLMDB", targets: ["ChronicleLMDB"]),
        .library(name: "ChronicleSQLite", targets: ["ChronicleSQLite"]),
        .library(name: "ChronicleMemory", targets: ["ChronicleMemory"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Builds the SQLite store over the system's libsqlite3."),
        .trait(name: "LMDB", description: "Builds the LMDB store over the system's liblmdb."),
        .default(enabledTraits: ["SQLite", "LMDB"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        // A thread-local pointer, which Swift itself cannot declare.
        .target(name: "CChronicleRuntime"),
        .target(name: "ChronicleSchema", dependencies: ["CChronicleRuntime"]),
        .target(name: "ChronicleHistory", dependencies: ["ChronicleSchema"]),
        .target(name: "ChronicleStore", dependencies: ["ChronicleSchema", "ChronicleHistory"]),
        .target(name: "ChronicleLMDB", dependencies: ["ChronicleStore", .target(name: "CLMDB", condition: lmdb)]),
        .testTarget(
            name: "ChronicleLMDBTests", dependencies: ["ChronicleLMDB", .target(name: "CLMDB", condition: lmdb)]),
        // SQL functions and the set table in C, where a call a row into Swift would cost too much.
        .target(name: "CChronicleSQLite", dependencies: [.target(name: "CSQLite", condition: sqlite)]),
        .target(
            name: "ChronicleSQLite",
            dependencies: [
                "ChronicleStore", .target(name: "CSQLite", condition: sqlite),
                .target(name: "CChronicleSQLite", condition: sqlite),
            ]),
        .testTarget(
            name: "ChronicleSQLiteTests",
            dependencies: ["ChronicleSQLite", .target(name: "CSQLite", condition: sqlite)]),
        .target(name: "ChronicleMemory", dependencies: ["ChronicleSchema", "ChronicleHistory", "ChronicleStore"]),
        .testTarget(
            name: "ChronicleStoreTests",
            dependencies: ["ChronicleSchema", "ChronicleHistory", "ChronicleStore", "ChronicleMemory"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + rules
}

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
        .library(name: "Chronicle", targets: ["Chronicle"]),
        .library(name: "ChronicleStore", targets: ["ChronicleStore"]),
        .library(name: "ChronicleSQLite", targets: ["ChronicleSQLite"]),
        .library(name: "ChronicleBench", targets: ["ChronicleBench"]),
        .executable(name: "chronicle", targets: ["chronicle"]),
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
        .target(name: "ChronicleMemory", dependencies: ["ChronicleStore"]),
        .target(name: "Chronicle", dependencies: ["ChronicleStore", "ChronicleMemory"]),
        // The raw engines doing the benchmark's work by hand; a trait that is off leaves its engine out.
        .target(
            name: "CBaseline",
            dependencies: [.target(name: "CSQLite", condition: sqlite), .target(name: "CLMDB", condition: lmdb)],
            cSettings: [
                .define("CHRONICLE_SQLITE", .when(traits: ["SQLite"])),
                .define("CHRONICLE_LMDB", .when(traits: ["LMDB"])),
                .treatAllWarnings(as: .error),
            ]),
        .target(name: "ChronicleBench", dependencies: ["CBaseline"]),
        .testTarget(name: "ChronicleBenchTests", dependencies: ["ChronicleBench"]),
        // SQL functions and the set table in C, where a call a row into Swift would cost too much.
        .target(name: "CChronicleSQLite", dependencies: [.target(name: "CSQLite", condition: sqlite)]),
        .target(
            name: "ChronicleSQLite",
            dependencies: [
                "ChronicleStore", .target(name: "CSQLite", condition: sqlite),
                .target(name: "CChronicleSQLite", condition: sqlite),
            ]),
        .testTarget(name: "ChronicleSQLiteTests", dependencies: ["ChronicleSQLite"]),
        .executableTarget(
            name: "chronicle", dependencies: ["Chronicle", "ChronicleStore", "ChronicleMemory", "ChronicleSQLite"],
            resources: [.copy("Resources")]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + rules
}

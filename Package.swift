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
let gzip: TargetDependencyCondition? = .when(traits: ["Gzip"])

let package = Package(
    name: "chronicle",
    products: [
        .library(name: "Chronicle", targets: ["Chronicle"]),
        .library(name: "ChronicleStore", targets: ["ChronicleSchema", "ChronicleHistory", "ChronicleStore"]),
        .library(name: "ChronicleObservers", targets: ["ChronicleObservers"]),
        .library(name: "ChronicleMemory", targets: ["ChronicleMemory"]),
        .library(name: "ChronicleSQLite", targets: ["ChronicleSQLite"]),
        .library(name: "ChronicleLMDB", targets: ["ChronicleLMDB"]),
        .library(name: "ChronicleDrain", targets: ["ChronicleDrain"]),
        .library(name: "ChronicleBench", targets: ["ChronicleBench"]),
        .library(name: "ChronicleContract", targets: ["ChronicleContract"]),
        .library(name: "ChronicleContractTesting", targets: ["ChronicleContractTesting"]),
        .library(name: "ChronicleContractXCTest", targets: ["ChronicleContractXCTest"]),
        .plugin(name: "ChronicleContractTests", targets: ["ChronicleContractTests"]),
        .plugin(name: "NewStore", targets: ["NewStore"]),
        .library(name: "ChronicleContractMutants", targets: ["ChronicleContractMutants"]),
        .executable(name: "chronicle", targets: ["ChronicleCommand"]),
        .plugin(name: "CompareStores", targets: ["CompareStores"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Builds the SQLite store over the system's libsqlite3."),
        .trait(name: "LMDB", description: "Builds the LMDB store over the system's liblmdb."),
        .trait(name: "Gzip", description: "Lets the drain compress what it posts, with the system's zlib."),
        .default(enabledTraits: ["SQLite", "LMDB", "Gzip"]),
    ],
    targets: [
        // The C libraries, and C of our own where Swift has no word or a call a row would cost too much.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CChronicleRuntime"),
        .target(name: "CChronicleMemory", cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CChronicleSQLite", dependencies: [.target(name: "CSQLite", condition: sqlite)],
            cSettings: [.define("CHRONICLE_SQLITE", .when(traits: ["SQLite"])), .treatAllWarnings(as: .error)]),

        // A module imports only what stands above it.
        .target(name: "ChronicleSchema", dependencies: ["CChronicleRuntime"]),
        .target(name: "ChronicleHistory", dependencies: ["ChronicleSchema"]),
        .target(name: "ChronicleStore", dependencies: ["ChronicleSchema", "ChronicleHistory"]),
        .target(name: "ChronicleMemory", dependencies: ["ChronicleStore", "CChronicleMemory"]),
        .target(
            name: "ChronicleSQLite",
            dependencies: [
                "ChronicleStore", .target(name: "CSQLite", condition: sqlite),
                .target(name: "CChronicleSQLite", condition: sqlite),
            ]),
        .target(name: "ChronicleLMDB", dependencies: ["ChronicleStore", .target(name: "CLMDB", condition: lmdb)]),
        .target(name: "Chronicle", dependencies: ["ChronicleStore", "ChronicleMemory"]),
        .target(name: "ChronicleObservers", dependencies: ["Chronicle"]),

        // History to a remote side.
        .target(name: "ChronicleDrain", dependencies: ["Chronicle", .target(name: "CZlib", condition: gzip)]),

        // The contract of a store: clauses as data and the engine that runs them. No test library.
        .target(
            name: "ChronicleContract",
            dependencies: ["Chronicle", "ChronicleMemory", "ChronicleObservers", "ChronicleDrain"]),
        // The contract as tests: what generated tests call, a test case for XCTest, and what writes a test a clause.
        .target(name: "ChronicleContractTesting", dependencies: ["ChronicleContract"]),
        .target(name: "ChronicleContractXCTest", dependencies: ["ChronicleContract"]),
        .executableTarget(name: "ChronicleContractGenerator", dependencies: ["ChronicleContract"]),
        .plugin(
            name: "ChronicleContractTests", capability: .buildTool(), dependencies: ["ChronicleContractGenerator"]),
        .plugin(
            name: "NewStore",
            capability: .command(
                intent: .custom(
                    verb: "new-store", description: "Writes the skeleton of a store and its contract test."),
                permissions: [.writeToPackageDirectory(reason: "The store is written into your package.")])),
        // Stores that are wrong on purpose, which prove the clauses.
        .target(name: "ChronicleContractMutants", dependencies: ["ChronicleContract", "ChronicleStore"]),

        // The raw engines doing the benchmark's work by hand; a trait that is off leaves its engine out.
        .target(
            name: "CBaseline",
            dependencies: [.target(name: "CSQLite", condition: sqlite), .target(name: "CLMDB", condition: lmdb)],
            cSettings: [
                .define("CHRONICLE_SQLITE", .when(traits: ["SQLite"])),
                .define("CHRONICLE_LMDB", .when(traits: ["LMDB"])),
                .treatAllWarnings(as: .error),
            ]),
        .target(
            name: "ChronicleBench",
            dependencies: [
                "CBaseline", "Chronicle", "ChronicleMemory", "ChronicleObservers", "ChronicleDrain",
                .target(name: "ChronicleSQLite", condition: sqlite), .target(name: "ChronicleLMDB", condition: lmdb),
            ]),
        // Stands in front of the C library's functions in a program that links it, so no library does.
        .target(name: "CBenchCounters", cSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "ChronicleCommand",
            dependencies: [
                "Chronicle", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB", "ChronicleObservers",
                "ChronicleDrain", "ChronicleContract", "ChronicleContractMutants", "ChronicleBench", "CBenchCounters",
            ],
            resources: [.copy("Resources")]),
        // `swift package compare-stores`, from any package that depends on this one.
        .plugin(
            name: "CompareStores",
            capability: .command(
                intent: .custom(
                    verb: "compare-stores",
                    description: "Runs the same work on every store and raw engine, and compares times and counts."))),

        .testTarget(name: "ChronicleSchemaTests", dependencies: ["ChronicleSchema"]),
        .testTarget(name: "ChronicleStoreTests", dependencies: ["ChronicleStore", "ChronicleMemory"]),
        .testTarget(
            name: "ChronicleSQLiteTests",
            dependencies: ["ChronicleSQLite", .target(name: "CSQLite", condition: sqlite)]),
        .testTarget(
            name: "ChronicleTests", dependencies: ["Chronicle", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB"]),
        .testTarget(
            name: "ChronicleObserversTests",
            dependencies: ["Chronicle", "ChronicleObservers", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB"]),
        .testTarget(
            name: "ChronicleLMDBTests", dependencies: ["ChronicleLMDB", .target(name: "CLMDB", condition: lmdb)]),
        .testTarget(
            name: "ChronicleDrainTests",
            dependencies: [
                "Chronicle", "ChronicleDrain", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB",
                .target(name: "CZlib", condition: gzip),
            ]),
        .testTarget(name: "ChronicleBenchTests", dependencies: ["ChronicleBench"]),
        // The kit itself. It has links to the plugins' sources, which nothing can import.
        .testTarget(
            name: "ContractKitTests",
            dependencies: [
                "ChronicleContract", "ChronicleContractTesting", "ChronicleContractXCTest", "ChronicleMemory",
            ]),
        // The stores of this package, clause by clause.
        .testTarget(
            name: "StoreContractTests",
            dependencies: ["ChronicleContractTesting", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB"],
            plugins: ["ChronicleContractTests"]),
        // The examples of the README and the guides.
        .executableTarget(
            name: "ReadmeExample", dependencies: ["Chronicle", "ChronicleSQLite"], path: "Tests/ReadmeExample"),
        .testTarget(
            name: "DocsTests",
            dependencies: [
                "Chronicle", "ChronicleMemory", "ChronicleSQLite", "ChronicleLMDB", "ReadmeExample", "ChronicleBench",
                "ChronicleDrain", "ChronicleObservers",
            ]),
        .testTarget(
            name: "ContractTeethTests",
            dependencies: ["ChronicleContract", "ChronicleContractMutants", "ChronicleCommand"]),
        .testTarget(name: "ContractFaultsTests", dependencies: ["ChronicleContract", "ChronicleMemory"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "ChronicleCommand", "ChronicleBench", "Chronicle", "ChronicleMemory", "ChronicleSQLite",
                "ChronicleLMDB", .target(name: "CZlib", condition: gzip),
            ]),
    ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + rules
}

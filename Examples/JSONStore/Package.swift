// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "json-store",
    products: [.library(name: "JSONStore", targets: ["JSONStore"])],
    // In a package of your own: .package(url: "…/chronicle", from: "1.0.0", traits: [])
    dependencies: [.package(name: "chronicle", path: "../..", traits: [])],
    targets: [
        .target(name: "JSONStore", dependencies: [.product(name: "ChronicleStore", package: "chronicle")]),
        .testTarget(
            name: "JSONStoreTests",
            dependencies: ["JSONStore", .product(name: "ChronicleContractTesting", package: "chronicle")],
            plugins: [.plugin(name: "ChronicleContractTests", package: "chronicle")]),
    ]
)

/// The text of a `Package.swift`, which gets the targets of a new store where it is laid out as usual.
struct Manifest {
    let text: String
    /// The package that Chronicle comes from, as this manifest calls it.
    let chronicle: String

    init(text: String, identity: String) {
        self.text = text
        // A dependency by path can be given a name, which then stands for it.
        chronicle = text.contains(/\.package\(\s*name:\s*"chronicle"/) ? "chronicle" : identity
    }

    /// The targets of a new store.
    func targets(_ name: String) -> String {
        """
                .target(name: "\(name)", dependencies: [.product(name: "ChronicleStore", package: "\(chronicle)")]),
                .testTarget(
                    name: "\(name)Tests",
                    dependencies: ["\(name)", .product(name: "ChronicleContractTesting", package: "\(chronicle)")],
                    plugins: [.plugin(name: "ChronicleContractTests", package: "\(chronicle)")]),

        """
    }

    /// The manifest with the targets of a new store; nil where it is not clear what to change.
    func adding(_ name: String) -> String? {
        // The package's own list stands four spaces in, begins its line and is the only one.
        let lists = text.matches(of: /^    targets: \[[ \t]*\n/.anchorsMatchLineEndings())
        guard lists.count == 1, let list = lists.first else { return nil }
        return text[..<list.range.upperBound] + targets(name) + text[list.range.upperBound...]
    }
}

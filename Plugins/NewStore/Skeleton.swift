/// The files of a new store, with its name in them.
struct Skeleton {
    /// Such as `Acme`, which gives `AcmeStore` and `.acme(at:)`.
    let name: String

    /// The texts by path in the package.
    var files: [(path: String, text: String)] {
        [
            ("Sources/\(name)/\(name)Store.swift", Self.store),
            ("Sources/\(name)/\(name)Transaction.swift", Self.transaction),
            ("Sources/\(name)/\(name)Tables.swift", Self.tables),
            ("Sources/\(name)/\(name)File.swift", Self.file),
            ("Sources/\(name)/\(name)Configuration.swift", Self.configuration),
            ("Tests/\(name)Tests/\(name)Contract.swift", Self.contract),
        ].map { ($0, named($1)) }
    }

    private func named(_ text: String) -> String {
        // The templates are those of a store called Acme.
        text.replacing("Acme", with: name).replacing("acme", with: lowercased)
    }

    private var lowercased: String { name.prefix(1).lowercased() + name.dropFirst() }

    /// Why a name is of no use; nil when it is fine.
    static func complaint(about name: String) -> String? {
        guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
            return "\(name) is no name of a type: begin with a capital letter and go on with letters and digits"
        }
        let taken = [
            "Chronicle", "Foundation", "Swift", "Testing", "XCTest", "Store", "Init", "Self", "Type", "Default",
        ]
        if taken.contains(name) || name.hasPrefix("Chronicle") { return "the name \(name) is taken: choose another" }
        return nil
    }
}

import Foundation

extension ContractCommand {
    /// How the command is called and what it does.
    var usage: String {
        let storeOption = leading.isEmpty ? "[--store NAME]" : "--store URL"
        let own = """
            usage: \(program) list [--chapter CODE]
                   \(program) explain ID
                   \(program) run \(storeOption) [--only ID,CODE…] [--json FILE] [--markdown FILE] [--junit FILE]
                   \(String(repeating: " ", count: program.count))     [--seed N] [--in DIRECTORY]
                   \(program) document [FILE]

              list      every clause: identifier and promise
              explain   one clause: promise, level, what it asks of a store, where it is stated
              run       puts a store to the clauses, each at a place of its own; --only takes identifiers of clauses and codes
                        of chapters, --json, --markdown and --junit write reports, --seed repeats random work, --in makes the
                        places in a folder of your choice
              document  every clause as a Markdown document, printed or written to a file
            """
        return ([own] + words.compactMap(\.usage) + [Self.exits]).joined(separator: "\n\n")
    }

    private static let exits = """
        Exit: 0 when the store keeps every clause that applies to it, 1 when it breaks one, 2 when the command line or a
        place is of no use.
        """

    /// `list`
    func list(_ arguments: [String]) throws -> Int32 {
        let options = try ContractOptions(arguments, known: ["--chapter"])
        let wanted = options.values["--chapter"]?.uppercased()
        if let wanted { _ = try Self.chapter(wanted) }
        for chapter in StoreContract.chapters where wanted == nil || chapter.id == wanted {
            console.print("\(chapter.id)  \(chapter.title) (\(chapter.clauses.count))")
            for clause in chapter.clauses { console.print("  \(clause.id)  \(clause.text)") }
        }
        if wanted == nil { console.print("\(StoreContract.clauses.count) clauses, contract \(StoreContract.version)") }
        return 0
    }

    /// `explain`
    func explain(_ arguments: [String]) throws -> Int32 {
        guard let id = arguments.first, arguments.count == 1 else { throw UsageError("explain takes one identifier") }
        guard let clause = StoreContract.clause(id) else { throw Self.unknown(id) }
        console.print(clause.explanation)
        return 0
    }

    /// `document`
    func document(_ arguments: [String]) throws -> Int32 {
        guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
            throw UsageError("document takes one file, or none")
        }
        guard let file = arguments.first else {
            console.print(StoreContract.document)
            return 0
        }
        try Self.checkWritable(file)
        try Data(StoreContract.document.utf8).write(to: URL(filePath: file))
        return 0
    }

    /// The clauses that a comma-separated list of identifiers and chapter codes names, each once and in order; all without
    /// one.
    package static func clauses(_ list: String?) throws -> [ContractClause] {
        guard let list else { return StoreContract.clauses }
        var wanted: Set<String> = []
        for word in list.split(separator: ",") {
            let word = word.trimmingCharacters(in: .whitespaces).uppercased()
            if StoreContract.clause(word) != nil {
                wanted.insert(word)
            } else {
                wanted.formUnion(try chapter(word).clauses.map(\.id))
            }
        }
        guard !wanted.isEmpty else { throw UsageError("\(list) names no clause: the chapter has none yet") }
        return StoreContract.clauses.filter { wanted.contains($0.id) }
    }

    private static func chapter(_ code: String) throws -> ContractChapter {
        guard let chapter = StoreContract.chapters.first(where: { $0.id == code }) else { throw unknown(code) }
        return chapter
    }

    private static func unknown(_ word: String) -> UsageError {
        let codes = StoreContract.chapters.map(\.id).joined(separator: ", ")
        return UsageError(
            "there is no clause or chapter \(word): the chapters are \(codes), and `list` prints all clauses")
    }

    /// Refuses a file that could not be written, before work is done for it.
    static func checkWritable(_ file: String) throws {
        let url = URL(filePath: file)
        var isFolder: ObjCBool = false
        let folder = url.deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError("\(file) cannot be written: its folder does not exist")
        }
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            throw UsageError("\(file) cannot be written: it is a folder")
        }
        let target = FileManager.default.fileExists(atPath: url.path) ? url.path : folder
        guard FileManager.default.isWritableFile(atPath: target) else {
            throw UsageError("\(file) cannot be written: there is no permission")
        }
    }
}

extension ContractClause {
    /// The clause in full, for `chronicle contract explain`.
    public var explanation: String {
        var lines = ["\(id): \(text)"]
        switch level {
        case .required: lines.append("level: required")
        case .stochastic:
            lines.append("level: stochastic (a pass is evidence; the seed is printed, CHRONICLE_SEED repeats it)")
        case .untested(let reason): lines.append("level: untested, \(reason)")
        }
        if !requires.isEmpty {
            lines.append("applies to stores that declare: \(requires.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        if !lacking.isEmpty {
            lines.append(
                "applies to stores that do not declare: \(lacking.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        if needsSecondProcess { lines.append("uses a second process") }
        if !cases.isEmpty { lines.append("guards against reported faults: \(cases.joined(separator: ", "))") }
        lines.append("stated at: \(site.fileID):\(site.line)")
        return lines.joined(separator: "\n")
    }
}

import ChronicleBench
import Foundation

/// What `chronicle bench` was asked for.
struct BenchArguments {
    /// Few enough that all is done in about a minute.
    static let usualRows = 20_000
    static let usualRounds = 3

    var rows = Self.usualRows
    var rounds = Self.usualRounds
    var sizes = BenchPlan.Sizes()
    var workloads = BenchWorkload.allCases
    var stores: [String] = []
    var flights: URL?
    var directory = FileManager.default.temporaryDirectory
    var json: URL?
    var html: URL?
    var compare: URL?
    var showsCounts = false
    var isMicro = false
    /// Whether drains and copies are measured instead.
    var isDrain = false
    /// In a process that `--micro` starts: the subject whose memory is measured.
    var memoryOf: String?
    var isObservers = false
    /// In a process that `--observers` starts: the store that it observes.
    var observerPeer: String?

    static let options: Set<String> = [
        "--rows", "--rounds", "--batch", "--singles", "--only", "--stores", "--flights", "--in", "--json", "--html",
        "--compare", "--memory-of", "--observer-peer",
    ]
    static let flags: Set<String> = ["--drain", "--counts", "--micro", "--observers"]

    /// - Throws: ``UsageError`` for what makes no sense.
    init(_ arguments: Arguments) throws {
        for (option, value) in arguments.values.sorted(by: { $0.key < $1.key }) {
            let file = URL(filePath: value)
            switch option {
            case "--rows": rows = try Self.number(option, value, least: 4)
            case "--rounds": rounds = try Self.number(option, value, least: 1)
            case "--batch": sizes.batch = try Self.number(option, value, least: 1)
            case "--singles":
                sizes.singles = try Self.number(option, value, least: 1)
                sizes.durableSingles = min(sizes.durableSingles, sizes.singles)
            case "--only": workloads = try value.split(separator: ",").map(Self.workload)
            case "--stores": stores = value.split(separator: ",").map { $0.lowercased() }
            case "--flights": flights = file
            case "--in": directory = try Self.folder(file)
            case "--json": json = try Self.output(option, file)
            case "--html": html = try Self.output(option, file)
            case "--compare": compare = file
            case "--memory-of": memoryOf = value
            case "--observer-peer": observerPeer = value
            default: break
            }
        }
        showsCounts = arguments.flags.contains("--counts")
        isMicro = arguments.flags.contains("--micro")
        isDrain = arguments.flags.contains("--drain")
        isObservers = arguments.flags.contains("--observers")
        let forms = ["--micro", "--drain", "--observers"].filter(arguments.flags.contains)
        if forms.count > 1 { throw UsageError("\(forms[0]) and \(forms[1]) are two benchmarks: give one of them") }
        if let form = forms.first {
            let useless =
                ["--batch", "--singles", "--only", "--json", "--html", "--compare"] + (isDrain ? [] : ["--rounds"])
            if let option = useless.first(where: { arguments.values[$0] != nil }) {
                throw UsageError("\(option) is of no use with \(form)")
            }
        }
    }

    private static func number(_ option: String, _ text: String, least: Int) throws -> Int {
        guard let number = Int(text), number >= least, number <= 100_000_000 else {
            throw UsageError("\(option) needs a whole number of at least \(least), not \(text)")
        }
        return number
    }

    private static func workload(_ name: Substring) throws -> BenchWorkload {
        guard let workload = BenchWorkload(rawValue: String(name)) else {
            let known = BenchWorkload.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--only: \(name) is no workload; there are \(known)")
        }
        return workload
    }

    private static func folder(_ url: URL) throws -> URL {
        guard (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
            throw UsageError("--in: \(url.path(percentEncoded: false)) is no folder")
        }
        return url
    }

    /// A file that is written only when all is done is tried now, rather than after the work.
    private static func output(_ option: String, _ url: URL) throws -> URL {
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError("\(option): there is no folder \(folder)")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw UsageError("\(option): the folder \(folder) cannot be written")
        }
        return url
    }

    /// The subjects whose name contains one of the given texts, whatever their case; all without one.
    func chosen(of subjects: [any BenchSubject]) throws -> [any BenchSubject] {
        for text in stores where !subjects.contains(where: { $0.name.lowercased().contains(text) }) {
            let known = subjects.map(\.name).joined(separator: ", ")
            throw UsageError("--stores: no store is called \(text); there are \(known)")
        }
        guard !stores.isEmpty else { return subjects }
        return subjects.filter { subject in stores.contains { subject.name.lowercased().contains($0) } }
    }
}

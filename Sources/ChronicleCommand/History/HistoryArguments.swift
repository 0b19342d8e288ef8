import ChronicleDrain
import ChronicleHistory
import ChronicleStore
import Foundation

/// What `chronicle history` was asked for.
struct HistoryArguments {
    /// How far a purge goes.
    enum Bound {
        case date(Date)
        case sequence(Int64)
    }

    /// What is to be done.
    enum Task {
        case list
        case consumers
        case purge(before: Bound)
        case retain(HistoryRetention)
        case forget(String)
    }

    static let options: Set<String> = [
        "--store", "--after", "--limit", "--authors", "--purge-before", "--retain", "--expire-consumers", "--forget",
    ]
    static let flags: Set<String> = ["--json", "--consumers", "--yes", "--force"]

    let store: String
    let task: Task
    let after: String?
    let limit: Int?
    let authors: Set<String?>?
    let isJSON: Bool
    let isConfirmed: Bool
    let overridesConsumers: Bool

    /// - Throws: ``UsageError`` for what makes no sense.
    init(_ arguments: Arguments) throws {
        guard let store = arguments.values["--store"] else { throw UsageError("history needs --store URL") }
        self.store = store
        after = arguments.values["--after"]
        limit = try arguments.number("--limit", least: 1)
        authors = arguments.list("--authors").map { Set($0.map { $0 == "-" ? nil : $0 }) }
        isJSON = arguments.flags.contains("--json")
        isConfirmed = arguments.flags.contains("--yes")
        overridesConsumers = arguments.flags.contains("--force")
        task = try Self.task(arguments)
        switch task {
        case .list:
            if isConfirmed || overridesConsumers { throw UsageError("--yes and --force are for a purge") }
        default:
            if after != nil || limit != nil || authors != nil {
                throw UsageError("--after, --limit and --authors are for listing transactions")
            }
        }
    }

    private static func task(_ arguments: Arguments) throws -> Task {
        var tasks: [Task] = []
        if arguments.flags.contains("--consumers") { tasks.append(.consumers) }
        if let text = arguments.values["--purge-before"] { tasks.append(.purge(before: try bound(text))) }
        if let name = arguments.values["--forget"] { tasks.append(.forget(name)) }
        let dead = try arguments.values["--expire-consumers"].map { try seconds("--expire-consumers", $0) }
        if let text = arguments.values["--retain"] {
            tasks.append(.retain(try retention(text, dead)))
        } else if dead != nil {
            tasks.append(.retain(HistoryRetention(deadConsumerAge: dead)))
        }
        guard tasks.count < 2 else {
            throw UsageError("give one of --consumers, --purge-before, --retain and --forget")
        }
        return tasks.first ?? .list
    }

    private static func bound(_ text: String) throws -> Bound {
        if let sequence = Int64(text), sequence > 0 { return .sequence(sequence) }
        if let date = WrittenDate.parse(text) { return .date(date) }
        throw UsageError(
            "--purge-before needs a sequence or a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not \(text)")
    }

    /// An age (`30d`), a number of transactions (`10000`), or both (`30d,10000`): what is beyond either goes.
    private static func retention(_ text: String, _ dead: TimeInterval?) throws -> HistoryRetention {
        var retention = HistoryRetention(deadConsumerAge: dead)
        for part in text.split(separator: ",") {
            if let count = Int(part), count >= 0 {
                retention.count = count
            } else {
                retention.age = try seconds("--retain", String(part))
            }
        }
        return retention
    }

    private static func seconds(_ option: String, _ text: String) throws -> TimeInterval {
        let units: [Character: TimeInterval] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let last = text.last, let unit = units[last], let count = Int(text.dropLast()), count >= 0 else {
            throw UsageError(
                "\(option) needs an age such as 12h, 30d or 4w\(option == "--retain" ? ", or a number of transactions" : "")"
                    + ", not \(text)")
        }
        return TimeInterval(count) * unit
    }
}

/// Why a command cannot do what it was asked for, and what would help, in one line.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

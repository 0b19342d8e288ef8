/// Why the demo cannot run or go on, in one line for the user.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

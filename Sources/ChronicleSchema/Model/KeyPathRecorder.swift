import Foundation

/// Notes which stored properties are read on prototypes, which is how a key path is resolved.
package enum KeyPathRecorder {
    package enum Step {
        case slot(ModelInfo, Int, AnyKeyPath)
        case identifier
    }

    private final class Notes { var steps: [Step] = [] }

    @TaskLocal private static var notes: Unchecked?

    // Sendable: a box lives for one synchronous call on one thread.
    private struct Unchecked: @unchecked Sendable { let notes: Notes }

    static func note(_ step: Step) { notes?.notes.steps.append(step) }

    /// The steps that a body's reads of prototypes take.
    static func record(_ body: () -> Void) -> [Step] {
        let box = Notes()
        $notes.withValue(Unchecked(notes: box)) { body() }
        return box.steps
    }
}

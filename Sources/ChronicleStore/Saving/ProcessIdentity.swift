import Foundation

/// Who writes history records: computed once a process.
public enum ProcessIdentity {
    /// The number of this process.
    public static let identifier = String(ProcessInfo.processInfo.processIdentifier)
    /// The name of this program.
    public static let program = ProcessInfo.processInfo.processName
}

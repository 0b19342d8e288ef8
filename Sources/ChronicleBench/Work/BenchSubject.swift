public import Foundation

/// Something that can do the benchmark's work over a folder: a raw engine, or Chronicle over one of its stores.
///
/// The runner calls, for each store, `create`, `run` for its workloads in their order, `contents` after each write, and
/// `close`. All calls come from one thread. `ContextSubject` does it for any store that has a `ModelConfiguration`.
public protocol BenchSubject: AnyObject {
    /// What its column is called; unique in a run.
    var name: String { get }
    /// The name of the subject that its figures are divided by, nil for one that is itself the measure.
    var baseline: String? { get }
    /// Whether it is an engine by itself, which stores are compared with.
    var isEngine: Bool { get }

    /// Whether the subject has the workload at all (a store in memory has no cold open), with its settings.
    func supports(_ workload: BenchWorkload) -> Bool

    /// Makes a new, empty store in an empty folder and gets the plan's inputs ready. Not measured.
    func create(in directory: URL, plan: BenchPlan, settings: BenchSettings) throws

    /// Does one workload and says how long it took and what came of it; `BenchMeasurement` has a maker for each.
    /// Only the work itself is measured, by `BenchMeasurement.time`: no digests, no release of what was fetched.
    func run(_ workload: BenchWorkload) throws -> BenchMeasurement

    /// Everything that the store holds, read from the store itself. Not measured.
    func contents() throws -> BenchContents

    /// Closes the store. Its folder goes away afterwards.
    func close() throws
}

extension BenchSubject {
    /// False: a subject is a store unless it says otherwise.
    public var isEngine: Bool { false }

    /// True: a subject has every workload unless it says otherwise.
    public func supports(_ workload: BenchWorkload) -> Bool { true }

    /// The size of all files below a folder, as `coldOpen` tells it.
    public func fileBytes(in directory: URL) -> Int {
        let keys: [URLResourceKey] = [.fileSizeKey]
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: keys)
        var sum = 0
        while let file = files?.nextObject() as? URL {
            sum += (try? file.resourceValues(forKeys: Set(keys)).fileSize) ?? 0
        }
        return sum
    }
}

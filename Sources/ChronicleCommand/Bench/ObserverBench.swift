import ChronicleBench
import Foundation

/// `chronicle bench --observers`
struct ObserverBench {
    let arguments: BenchArguments

    func run() throws {
        let folder = try ScratchFolder(in: arguments.directory)
        defer { folder.remove() }
        var benchmark = ObserverBenchmark(directory: folder.url)
        if arguments.rows != BenchArguments.usualRows {
            (benchmark.rows, benchmark.usualRows) = ([arguments.rows], arguments.rows)
        }
        if !arguments.stores.isEmpty {
            benchmark.stores.removeAll { store in !arguments.stores.contains { store.name.lowercased().contains($0) } }
            guard !benchmark.stores.isEmpty else {
                let known = ObserverStore.all.map(\.name).joined(separator: ", ")
                throw UsageError("--stores: there are \(known)")
            }
        }
        benchmark.startPeer = Self.startPeer
        try benchmark.run()
    }

    private static func startPeer(_ store: String, in folder: URL) throws -> ObserverPeer {
        let child = Process()
        child.executableURL = Bundle.main.executableURL ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["bench", "--observer-peer", store, "--in", folder.path]
        let (output, input) = (Pipe(), Pipe())
        (child.standardOutput, child.standardInput) = (output, input)
        // What this process has said so far comes before what the other one says.
        fflush(nil)
        try child.run()
        return ObserverPeer(
            process: child.processIdentifier, output: output.fileHandleForReading, input: input.fileHandleForWriting)
    }
}

import Dispatch
import Foundation

/// A folder that goes away with the program, also when that is interrupted.
final class ScratchFolder {
    let url: URL
    private var sources: [any DispatchSourceSignal] = []

    /// - Throws: ``UsageError`` when the folder cannot be made.
    init(in directory: URL) throws {
        let url = directory.appendingPathComponent("chronicle-bench-\(UUID().uuidString)", isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        } catch {
            let path = directory.path(percentEncoded: false)
            throw UsageError("--in: \(path) cannot be written: \(error.localizedDescription)")
        }
        self.url = url
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // The work goes on meanwhile and may fail for it; nothing of that is to be heard any more.
                try? FileManager.default.removeItem(at: url)
                _exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Removes the folder and all in it.
    func remove() {
        try? FileManager.default.removeItem(at: url)
        for source in sources { source.cancel() }
    }
}

import ChronicleBench
import Foundation

do {
    try BenchCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
} catch let error as BenchCommand.UsageError {
    FileHandle.standardError.write(Data("\(error)\n\n\(BenchCommand.usage)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

import ChronicleDrain
import Foundation
import Synchronization

/// Kills the process, as a crash would, after some batches.
final class DyingSink: RemoteSink {
    private let base: any RemoteSink
    private let left: Mutex<Int>

    init(base: any RemoteSink, after batches: Int) {
        self.base = base
        left = Mutex(batches)
    }

    var needsLines: Bool { base.needsLines }

    func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        let refusals = try await base.acknowledge(batch)
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { kill(getpid(), SIGKILL) }
        return refusals
    }
}

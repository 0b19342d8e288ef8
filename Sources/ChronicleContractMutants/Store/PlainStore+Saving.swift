import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

extension PlainStore {
    func save(_ request: SaveRequest) throws -> SaveResult {
        try perform(.save, otherwise: SaveResult()) {
            try requireWritable()
            var request = request
            let before = try snapshot()
            try faults.save?(&request, before)
            if request.isEmpty, !faults.has(.recordsEmptySaves) {
                if faults.has(.signalsEmptySaves) { notify() }
                return SaveResult()
            }
            if faults.has(.drawsEarly) { usleep(2000) }
            if faults.has(.signalsEarly) { notify() }
            var result: SaveResult
            do { result = try write { try carryOut(request, early: before.sequence, &$0) } } catch {
                try afterFailure()
                throw error
            }
            faults.result?(&result, request, before)
            signal(request, result)
            if faults.throwsAfterCommit?(request) ?? false {
                throw StoreError(.inputOutput, "The commit could not be confirmed.", location: path)
            }
            return result
        }
    }

    private func carryOut(_ request: SaveRequest, early: Int64, _ content: inout Content) throws -> SaveResult {
        let transaction = PlainTransaction(content.state, base, faults)
        let before = content.state
        if faults.has(.showsUncommitted) {
            let steps = Counter()
            transaction.publish = { state in
                self.content.withLock { $0.state = state }
                // Time for others to look.
                if steps.next() <= 20 { usleep(300) }
            }
        }
        do {
            let result = try processor.run(request, in: transaction)
            var commit = PlainCommit(
                steps: transaction.steps, records: transaction.record.map { [$0] } ?? [], before: before)
            if faults.has(.drawsEarly), !commit.records.isEmpty { commit.records[0].sequence = early + 1 }
            if faults.has(.recordsEmptySaves), commit.records.isEmpty { commit.records = [commit.record(for: request)] }
            try faults.commit?(&commit, request)
            try put(commit, &content)
            content.hasSaved = true
            if faults.has(.signalsLocked) { self.content.withLock { _ in local.notify() } }
            return result
        } catch {
            let begun = PlainCommit(
                steps: transaction.steps, records: transaction.record.map { [$0] } ?? [], before: before)
            if let remains = faults.remains?(begun, request, error) { try put(remains, &content) }
            if faults.has(.failedSavesCount) { content.state.sequence += 1 }
            throw error
        }
    }

    /// Commits to the file, or to memory where there is none.
    func put(_ commit: PlainCommit, _ content: inout Content) throws {
        if content.log != nil, faults.has(.commitsRowByRow) {
            for step in commit.steps { try content.log?.commit([step], [], &content.state) }
            usleep(1000)
            try content.log?.commit([], commit.records, &content.state)
            return
        }
        if content.log != nil, !faults.has(.writesAtClose) {
            try content.log?.commit(commit.steps, commit.records, &content.state)
            return
        }
        content.pending.append(commit)
        for step in commit.steps { content.state.apply(step) }
        content.state.history += commit.records
        content.state.sequence = max(content.state.sequence, commit.records.map(\.sequence).max() ?? 0)
    }

    private func afterFailure() throws {
        if faults.has(.signalsFailures) { notify() }
        if faults.has(.closesOnFailure) { try close() }
        if faults.has(.locksOnFailure) { writing.lock() }
    }

    func allocateKeys(_ count: Int) throws -> Range<Int64> {
        try perform(.allocateKeys) {
            try faults.keyCount?(count)
            guard count > 0 else { return 0..<0 }
            try requireWritable()
            if faults.has(.givesKeysAfterClose), let keys = keysAfterClose(count) { return keys }
            if faults.has(.allocatesUnlocked) { return allocateUnlocked(count) }
            return try write { content in
                if content.keys.count < count {
                    let first = content.state.nextKey
                    let next = first + Int64(max(count, 64))
                    if content.log != nil, !faults.has(.forgetsKeys) {
                        try content.log?.reserveKeys(through: next, &content.state)
                    } else {
                        content.state.nextKey = next
                    }
                    content.keys = first..<next
                }
                let range = content.keys.lowerBound..<(content.keys.lowerBound + Int64(count))
                content.keys = range.upperBound..<content.keys.upperBound
                return faults.keys?(range, content.state) ?? range
            }
        }
    }

    private func keysAfterClose(_ count: Int) -> Range<Int64>? {
        content.withLock { content in
            guard content.isClosed else { return nil }
            content.state.nextKey += Int64(count)
            return (content.state.nextKey - Int64(count))..<content.state.nextKey
        }
    }

    private func allocateUnlocked(_ count: Int) -> Range<Int64> {
        let first = content.withLock(\.state.nextKey)
        // Time for another one to read the same.
        usleep(1000)
        content.withLock { $0.state.nextKey = first + Int64(count) }
        return first..<(first + Int64(count))
    }

    // MARK: Signals

    private func signal(_ request: SaveRequest, _ result: SaveResult) {
        if let signal = faults.signal { return signal(request, result) { self.notify() } }
        if faults.has(.signalsEarly) || faults.has(.signalsLocked) { return }
        if !result.changes.isEmpty || faults.has(.signalsEmptySaves) { notify() }
    }

    func notify() {
        if let signal, !faults.has(.signalsOwnOnly) { signal.notify() } else { local.notify() }
    }

    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        let handler = faults.handler?(handler) ?? handler
        let isLocal = signal == nil || faults.has(.signalsOwnOnly) || faults.has(.signalsLocked)
        let observation = isLocal ? local.observe(handler) : signal?.observe(handler) ?? local.observe(handler)
        guard faults.has(.keepsObservations) else { return observation }
        local.keep(observation)
        return CommitObservation {}
    }
}

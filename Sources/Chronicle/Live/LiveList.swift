/// A long list of models in order, made for small changes: an insertion or removal moves the models of one chunk.
///
/// A copy shares all chunks that neither side changes afterwards.
package struct LiveList: RandomAccessCollection {
    fileprivate final class Chunk {
        var models: ContiguousArray<AnyObject>
        init(_ models: ContiguousArray<AnyObject>) { self.models = models }
    }

    private static let most = 512

    private var chunks: ContiguousArray<Chunk> = []
    /// For each chunk, the number of models in it and all before it.
    private var ends: ContiguousArray<Int> = []

    package init() {}

    package init(_ models: some Collection<AnyObject>) {
        var rest = models[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.most)
            chunks.append(Chunk(ContiguousArray(part)))
            ends.append((ends.last ?? 0) + part.count)
            rest = rest.dropFirst(Self.most)
        }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.last ?? 0 }

    package subscript(position: Int) -> AnyObject {
        let chunk = chunk(of: position)
        return chunks[chunk].models[position - start(of: chunk)]
    }

    /// The chunk that a position lies in; the last one for the end.
    private func chunk(of position: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > position { high = middle } else { low = middle + 1 }
        }
        return Swift.min(low, ends.count - 1)
    }

    private func start(of chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

    private mutating func own(_ chunk: Int) {
        if !isKnownUniquelyReferenced(&chunks[chunk]) { chunks[chunk] = Chunk(chunks[chunk].models) }
    }

    package mutating func insert(_ model: AnyObject, at position: Int) {
        if chunks.isEmpty {
            chunks = [Chunk([model])]
            ends = [1]
            return
        }
        let chunk = chunk(of: position)
        own(chunk)
        chunks[chunk].models.insert(model, at: position - start(of: chunk))
        for index in chunk..<ends.count { ends[index] += 1 }
        if chunks[chunk].models.count > Self.most { split(chunk) }
    }

    private mutating func split(_ chunk: Int) {
        let models = chunks[chunk].models
        // Models that come one after the other at the end leave full chunks behind.
        let first = chunk == chunks.count - 1 ? Self.most : models.count / 2
        chunks[chunk].models = ContiguousArray(models[..<first])
        chunks.insert(Chunk(ContiguousArray(models[first...])), at: chunk + 1)
        ends.insert(ends[chunk], at: chunk + 1)
        ends[chunk] -= models.count - first
    }

    @discardableResult
    package mutating func remove(at position: Int) -> AnyObject {
        let chunk = chunk(of: position)
        own(chunk)
        let model = chunks[chunk].models.remove(at: position - start(of: chunk))
        for index in chunk..<ends.count { ends[index] -= 1 }
        if chunks[chunk].models.isEmpty {
            chunks.remove(at: chunk)
            ends.remove(at: chunk)
        }
        return model
    }

    /// Keeps the first models only.
    package mutating func truncate(to count: Int) {
        while endIndex > count { remove(at: endIndex - 1) }
    }

    /// Goes from chunk to chunk.
    package struct Iterator: IteratorProtocol {
        private let chunks: ContiguousArray<Chunk>
        private var chunk = 0
        private var index: Int

        fileprivate init(_ chunks: ContiguousArray<Chunk>, _ chunk: Int, _ index: Int) {
            self.chunks = chunks
            self.chunk = chunk
            self.index = index
        }

        package mutating func next() -> AnyObject? {
            while chunk < chunks.count {
                if index < chunks[chunk].models.count {
                    defer { index += 1 }
                    return chunks[chunk].models[index]
                }
                chunk += 1
                index = 0
            }
            return nil
        }
    }

    package func makeIterator() -> Iterator { Iterator(chunks, 0, 0) }

    /// An iterator that starts at a position.
    package func makeIterator(from position: Int) -> Iterator {
        if position >= endIndex { return Iterator([], 0, 0) }
        let chunk = chunk(of: position)
        return Iterator(chunks, chunk, position - start(of: chunk))
    }
}

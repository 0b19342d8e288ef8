/// The models of a fetch, loaded in batches as they are reached.
///
/// Which models, and their order, is fixed by the fetch; their values are those at the time of loading. A model that was deleted
/// in between ends the program's assumption that it exists: it reads as deleted.
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
    private final class Loader {
        let context: ModelContext
        let binding: EntityBinding
        let keys: [Int64]
        let batchSize: Int
        let columns: ColumnSet?
        let paths: PrefetchPaths?
        var batches: [Int: [Element]] = [:]
        var recent: [Int] = []

        init(
            context: ModelContext, binding: EntityBinding, keys: [Int64], batchSize: Int, columns: ColumnSet?,
            paths: PrefetchPaths?
        ) {
            self.columns = columns
            self.paths = paths
            self.context = context
            self.binding = binding
            self.keys = keys
            self.batchSize = batchSize
        }

        func element(_ position: Int) -> Element {
            let number = position / batchSize
            if let batch = batches[number] { return batch[position % batchSize] }
            let range = (number * batchSize)..<Swift.min(keys.count, (number + 1) * batchSize)
            let batch: [Element] = context.load(binding, keys: keys[range], columns: columns, paths: paths)
            batches[number] = batch
            recent.append(number)
            // Two batches are kept, so that going to and fro over a border does not read again and again.
            if recent.count > 2 { batches[recent.removeFirst()] = nil }
            return batch[position % batchSize]
        }
    }

    private enum Content {
        case models([Element])
        case lazy(Loader)
        /// Models of the element's class, in a list that may go on changing for its owner.
        case slice(LiveSlice)
    }

    private let content: Content

    package init(_ models: [Element]) { content = .models(models) }

    /// The models of a list, which are known to be elements.
    package init(_ slice: LiveSlice) { content = .slice(slice) }

    init(
        context: ModelContext, binding: EntityBinding, keys: [Int64], batchSize: Int, columns: ColumnSet?,
        paths: PrefetchPaths?
    ) {
        content = .lazy(
            Loader(
                context: context, binding: binding, keys: keys, batchSize: batchSize, columns: columns, paths: paths))
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of models.
    public var endIndex: Int {
        switch content {
        case .models(let models): models.count
        case .lazy(let loader): loader.keys.count
        case .slice(let slice): slice.count
        }
    }

    /// The model at a position; reads its batch when it is not loaded.
    public subscript(position: Int) -> Element {
        switch content {
        case .models(let models): models[position]
        case .lazy(let loader): loader.element(position)
        case .slice(let slice): unsafeDowncast(slice[position], to: Element.self)
        }
    }

    /// Goes through the models in order.
    public struct Iterator: IteratorProtocol {
        private var elements: IndexingIterator<Slice<FetchResultsCollection>>
        private var models: LiveSlice.Iterator?

        fileprivate init(_ collection: FetchResultsCollection) {
            if case .slice(let slice) = collection.content {
                models = slice.makeIterator()
                elements = collection[collection.endIndex...].makeIterator()
            } else {
                elements = collection[...].makeIterator()
            }
        }

        /// The next model.
        public mutating func next() -> Element? {
            if models == nil { return elements.next() }
            return models?.next().map { unsafeDowncast($0, to: Element.self) }
        }
    }

    /// An iterator over the models.
    public func makeIterator() -> Iterator { Iterator(self) }
}

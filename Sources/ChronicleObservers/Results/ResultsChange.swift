public import Chronicle

/// How a result became another, for those who keep something in step with it.
///
/// Take ``removed`` and the sources of ``moved`` out of what is kept, then put in ``inserted`` and the targets of ``moved`` in
/// ascending order: it is ``after`` then. Positions are those in the whole result; sections are told apart from them.
public struct ResultsChange<Element: PersistentModel, SectionTitle: Hashable> {
    /// A model that stands elsewhere or in another section.
    public struct Move: Hashable, Sendable {
        /// Its position before.
        public let from: Int
        /// Its position after.
        public let to: Int
    }

    /// The result before. Models that were deleted since read as deleted.
    public let before: FetchResultsCollection<Element>
    /// The result after.
    public let after: FetchResultsCollection<Element>
    /// The sections before; nil for a result without.
    public let sectionsBefore: SectionedResults<Element, SectionTitle>?
    /// The sections after; nil for a result without.
    public let sectionsAfter: SectionedResults<Element, SectionTitle>?

    /// The positions in ``before`` of models that are not in ``after``, ascending.
    public var removed: [Int] { change.removed }
    /// The positions in ``after`` of models that were not in ``before``, ascending.
    public var inserted: [Int] { change.inserted }
    /// The models that moved, ascending by their new positions.
    public var moved: [Move] { change.moved.map { Move(from: $0.from, to: $0.to) } }
    /// The positions in ``after`` of models that were there before and have other values, ascending; they may have moved too.
    public var updated: [Int] { change.updated }

    /// The positions of sections that are gone, before.
    public let removedSections: [Int]
    /// The positions of new sections, after.
    public let insertedSections: [Int]
    /// The sections whose order among the others is another, which only a new order of the result brings about.
    public let movedSections: [Move]

    /// The models that are new in the result.
    public var insertedElements: [Element] { inserted.map { after[$0] } }
    /// The models that left the result.
    public var removedElements: [Element] { removed.map { before[$0] } }
    /// The models that were there before and have other values.
    public var updatedElements: [Element] { updated.map { after[$0] } }

    let change: LiveChange
    let old: ResultsState<SectionTitle>
    let new: ResultsState<SectionTitle>

    init(from old: ResultsState<SectionTitle>, to new: ResultsState<SectionTitle>, _ change: LiveChange) {
        self.old = old
        self.new = new
        self.change = change
        before = FetchResultsCollection(old.models)
        after = FetchResultsCollection(new.models)
        sectionsBefore = old.table.map { SectionedResults(results: FetchResultsCollection(old.models), table: $0) }
        sectionsAfter = new.table.map { SectionedResults(results: FetchResultsCollection(new.models), table: $0) }
        var places: [SectionTitle: Int] = [:]
        for (index, title) in (old.table?.titles ?? []).enumerated() { places[title] = index }
        var inserted: [Int] = []
        var kept: [(from: Int, to: Int)] = []
        for (index, title) in (new.table?.titles ?? []).enumerated() {
            if let place = places.removeValue(forKey: title) {
                kept.append((place, index))
            } else {
                inserted.append(index)
            }
        }
        removedSections = places.values.sorted()
        insertedSections = inserted
        movedSections = LiveChange.moves(kept).map { Move(from: $0.from, to: $0.to) }
    }

    /// Both changes as one.
    func followed(by next: Self) -> Self {
        Self(from: old, to: next.new, change.followed(by: next.change, before: old.models, after: next.new.models))
    }
}

/// A result at one time.
struct ResultsState<SectionTitle: Hashable> {
    var models: LiveSlice
    var table: SectionTable<SectionTitle>?
}

extension LiveChange {
    /// Adds those models whose sections have other titles, though they keep their places in the list.
    package mutating func addMoves<Title>(from old: SectionTable<Title>, to new: SectionTable<Title>) {
        guard let kept else { return }
        var known = Set(moved.map(\.to))
        for pair in kept where old.title(at: pair.from) != new.title(at: pair.to) {
            if known.insert(pair.to).inserted { moved.append(pair) }
        }
        moved.sort { $0.to < $1.to }
    }
}

/// Which positions of a result belong to which section. Sections are runs, as the result is sorted by them first.
package struct SectionTable<Title: Hashable> {
    /// Finds a title; made when it is first needed, and shared by tables with the same titles.
    private final class Lookup {
        var positions: [Title: Int]?
    }

    package private(set) var titles: [Title] = []
    /// For each section the position after its last model.
    package private(set) var ends: [Int] = []
    private var lookup = Lookup()

    package init() {}

    /// The table of a whole result, whose titles are read one by one.
    package init(_ all: some Sequence<Title>) {
        var count = 0
        for title in all {
            count += 1
            if titles.last == title {
                ends[ends.count - 1] = count
            } else {
                titles.append(title)
                ends.append(count)
            }
        }
    }

    package func range(of section: Int) -> Range<Int> { (section == 0 ? 0 : ends[section - 1])..<ends[section] }

    package func index(of title: Title) -> Int? {
        let positions =
            lookup.positions
            ?? Dictionary(
                titles.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        lookup.positions = positions
        return positions[title]
    }

    package func title(at position: Int) -> Title { titles[section(at: position)] }

    /// The section that a position lies in.
    package func section(at position: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The table after a change of the result: in the number of sections for each row that came or went.
    ///
    /// - Parameter title: Gives the title of the model at a position after the change.
    package func applying(_ change: LiveChange, title: (Int) -> Title) -> Self {
        var (titles, counts) = (titles, ends.indices.map { range(of: $0).count })
        for position in change.removed { counts[section(at: position)] -= 1 }
        for move in change.moved { counts[section(at: move.from)] -= 1 }
        var isSame = true
        for position in (change.inserted + change.moved.map(\.to)).sorted() {
            let title = title(position)
            // The model before it is in a section that reaches its position; empty sections behind that one are candidates too.
            var (section, end) = (0, 0)
            while section < counts.count, end + counts[section] < position {
                end += counts[section]
                section += 1
            }
            let first = section
            while section < counts.count, titles[section] != title, end + counts[section] <= position {
                end += counts[section]
                section += 1
            }
            if section < counts.count, titles[section] == title {
                counts[section] += 1
                continue
            }
            isSame = false
            // Behind the section that ends at the position, or before all.
            var place = first
            if position > 0, place < counts.count { place += 1 }
            titles.insert(title, at: place)
            counts.insert(1, at: place)
        }
        var result = SectionTable()
        var end = 0
        for (title, count) in zip(titles, counts) {
            guard count > 0 else {
                isSame = false
                continue
            }
            end += count
            result.titles.append(title)
            result.ends.append(end)
        }
        if isSame { result.lookup = lookup }
        return result
    }
}

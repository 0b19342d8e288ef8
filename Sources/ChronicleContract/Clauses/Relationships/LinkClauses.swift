import Foundation

extension ContractChapter {
    /// Relationships to many at both ends, or at one end only.
    static let linkClauses: [ContractClause] = [
        ContractClause("REL-008", "Many-to-many relationships can be set and read from both ends.") { probe in
            let context = try probe.context(Plot.self)
            let (red, blue) = (Tag("red"), Tag("blue"))
            let (one, two) = (Plot("one"), Plot("two"))
            one.tags = [red, blue]
            try context.add(one, two)
            red.plots.append(two)
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Plot.self).map { $0.tags.map(\.word).sorted() }, [["blue", "red"], ["red"]],
                "the tags of each plot")
            probe.expectEqual(
                try check.all(Tag.self, by: SortDescriptor(\.word)).map { $0.plots.map(\.name) },
                [["one"], ["one", "two"]],
                "the plots of each tag")
        },
        ContractClause("REL-009", "Taking one link away leaves all others.") { probe in
            let context = try probe.context(Plot.self)
            let tags = (0..<3).map { Tag("\($0)") }
            let plots = (0..<3).map { Plot("\($0)") }
            for plot in plots {
                context.insert(plot)
                plot.tags = tags
            }
            try context.save()
            let other = ModelContext(context.container)
            try other.all(Plot.self)[1].tags.removeAll { $0.word == "1" }
            try other.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Plot.self).map { $0.tags.map(\.word) },
                [["0", "1", "2"], ["0", "2"], ["0", "1", "2"]],
                "the tags of each plot")
            probe.expectEqual(
                try check.all(Tag.self).map { $0.plots.map(\.name) },
                [["0", "1", "2"], ["0", "2"], ["0", "1", "2"]],
                "the plots of each tag")
        },
        ContractClause("REL-010", "Two rows that two contexts link are linked once, and taking that away unlinks them.")
        {
            probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("plot"), Tag("tag"))
            let (one, two) = (ModelContext(container), ModelContext(container))
            let mine = try probe.require(try one.all(Plot.self).first, "the plot")
            mine.tags = try one.all(Tag.self)
            let theirs = try probe.require(try two.all(Tag.self).first, "the tag")
            theirs.plots = try two.all(Plot.self)
            try one.save()
            try two.save()
            let check = ModelContext(container)
            let plot = try probe.require(try check.all(Plot.self).first, "the plot")
            probe.expectEqual(plot.tags.map(\.word), ["tag"], "the tags after two contexts made the same link")
            plot.tags = []
            try check.save()
            let last = ModelContext(container)
            probe.expectEqual(try last.all(Plot.self).map(\.tags.count), [0], "the tags once the link was taken away")
            probe.expectEqual(try last.all(Tag.self).map(\.plots.count), [0], "the plots once the link was taken away")
        },
        ContractClause("REL-011", "A one-way relationship to many keeps its models, which may be in several.") {
            probe in
            let context = try probe.context(House.self)
            let (ann, bob) = (Visitor("Ann"), Visitor("Bob"))
            let (one, two) = (House("one"), House("two"))
            one.visitors = [ann, bob]
            try context.add(one, two)
            two.visitors = [bob]
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(House.self).map { $0.visitors.map(\.name) }, [["Ann", "Bob"], ["Bob"]],
                "the visitors of each house")
            try check.all(House.self).first?.visitors.removeAll { $0.name == "Bob" }
            try check.save()
            let last = ModelContext(context.container)
            probe.expectEqual(
                try last.all(House.self).map { $0.visitors.map(\.name) }, [["Ann"], ["Bob"]],
                "the visitors once one left the first house")
        },
        ContractClause("REL-012", "A one-way relationship among rows of one kind has a direction.") { probe in
            let context = try probe.context(Person.self)
            let (ann, bob, cem) = (Person("Ann"), Person("Bob"), Person("Cem"))
            try context.add(ann, bob, cem)
            ann.friends = [bob, cem, ann]
            cem.friends = [ann]
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Person.self).map { $0.friends.map(\.name) }, [["Ann", "Bob", "Cem"], [], ["Ann"]],
                "the friends of each")
        },
        ContractClause("REL-013", "A deleted row's links go, and the rows at their other ends stay.", cases: ["H10"]) {
            probe in
            let context = try probe.context(Plot.self, House.self)
            let (red, blue) = (Tag("red"), Tag("blue"))
            let (one, two) = (Plot("one"), Plot("two"))
            one.tags = [red, blue]
            let house = House("villa")
            house.visitors = [Visitor("Ann"), Visitor("Bob")]
            try context.add(one, two, house)
            two.tags = [red]
            try context.save()
            context.delete(one)
            try context.save()
            let bob = try probe.require(try context.all(Visitor.self).last, "the second visitor")
            context.delete(bob)
            context.delete(blue)
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Tag.self).map { $0.plots.map(\.name) }, [["two"]], "the plots of the tag left")
            probe.expectEqual(
                try check.all(House.self).map { $0.visitors.map(\.name) }, [["Ann"]], "the visitors of the house")
            let store = try context.container.store(probe)
            for entity in store.schema.entities where entity.link != nil {
                let expected = ["Plot.tags": 1, "House.visitors": 1][entity.name] ?? 0
                probe.expectEqual(
                    try store.count(FetchRequest(entity: entity.index)), expected, "the link rows of \(entity.name)")
            }
        },
    ]
}

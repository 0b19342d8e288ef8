import Chronicle
import Foundation
import Testing

/// Search and order of texts as people expect them, without a locale.
@Suite struct TextSearchTests {
    private func beds(_ context: ModelContext, _ names: [String]) throws {
        for name in names { context.insert(Bed(name)) }
        try context.save()
    }

    /// H14.
    @Test(arguments: Backend.allCases) func searchPassesOverCaseAndMarks(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try beds(context, ["Ärzte", "ТВОРОГ", "Straße", "Résumé", "ΒΟΡΡΆΣ", "İzmir", "plain", "ＦＵＬＬ", "が"])
        for (sought, found) in [
            ("arzte", "Ärzte"), ("творог", "ТВОРОГ"), ("STRASSE", "Straße"), ("resume", "Résumé"), ("βορρας", "ΒΟΡΡΆΣ"),
            ("izmir", "İzmir"), ("LAI", "plain"), ("full", "ＦＵＬＬ"), ("が", "が"), ("PLAIN", "plain"),
        ] {
            let predicate = #Predicate<Bed> { $0.name.localizedStandardContains(sought) }
            #expect(try context.all(Bed.self, predicate).map(\.name) == [found])
            try expectSwiftsAnswer(context, predicate, count: 1)
            if sought != found {
                #expect(try context.all(Bed.self, #Predicate<Bed> { $0.name.contains(sought) }).isEmpty)
            }
        }
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedStandardContains("か") }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedStandardContains("") }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.localizedStandardContains("a") ?? true }, count: 9)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedStandardContains($0.name) }, count: 9)
    }

    @Test(arguments: Backend.allCases) func textsAreComparedWithoutCase(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try beds(context, ["Ab", "aB", "abc", "ÄB", "ä", "b", "Straße"])
        let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.caseInsensitiveCompare("AB") == same }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.caseInsensitiveCompare("äb") == same }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.caseInsensitiveCompare("STRASSE") == same }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedCompare("b") == before })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedCompare("b") != before })
    }

    @Test(arguments: Backend.allCases) func theStandardOrderIsThatOfLists(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let names = ["", " a", "-a", "+a", "9", "10", "a", "A", "á", "Á", "ab", "file 2", "file 10", "file 010", "z", "я"]
        try beds(context, names.reversed())
        let found = try context.fetch(FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)]))
        #expect(found.map(\.name) == names)
        let all = try context.all(Bed.self)
        #expect(all.sorted(using: SortDescriptor(\Bed.name, comparator: .localizedStandard)).map(\.name) == names)
        let reversed = try context.fetch(
            FetchDescriptor<Bed>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse)]))
        #expect(reversed.map(\.name) == names.reversed())
    }

    @Test(arguments: Backend.allCases) func missingTextsComeFirst(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for (name, note) in [("1", "b"), ("2", nil), ("3", "A"), ("4", "")] as [(String, String?)] {
            context.insert(Bed(name, note: note))
        }
        try context.save()
        func order(_ sort: SortDescriptor<Bed>) throws -> [String] {
            let found = try context.fetch(FetchDescriptor<Bed>(sortBy: [sort])).map(\.name)
            #expect(try context.all(Bed.self).sorted(using: sort).map(\.name) == found)
            return found
        }
        #expect(try order(SortDescriptor(\.note, comparator: .localizedStandard)) == ["2", "4", "3", "1"])
        #expect(
            try order(SortDescriptor(\.note, comparator: .caseInsensitive, order: .reverse)) == ["1", "3", "4", "2"])
    }

    /// H13.
    @Test(arguments: Backend.allCases) func signsOfPatternsAreTakenAsTheyAre(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let long = String(repeating: "long ", count: 12_000)
        try beds(context, ["50% off", "50 off", "a_b", "axb", "c\\d", "e[f]", "g*h", "x" + long + "y"])
        for (sought, count) in [
            ("%", 1), ("_", 1), ("\\", 1), ("[f]", 1), ("*", 1), ("A_B", 1), ("OFF", 2), (long, 1), ("X" + long, 1),
        ] {
            try expectSwiftsAnswer(
                context, #Predicate<Bed> { $0.name.localizedStandardContains(sought) }, count: count)
        }
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains("A_B") }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains("") }, count: 8)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains(/a.b/) }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains(/^\d+%? off$/) }, count: 2)
    }

    /// H15.
    @Test(arguments: Backend.allCases) func spellingsOfOneTextAreOne(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try beds(context, ["cafe\u{301}", "CAF\u{C9} au lait", "cafe"])
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.localizedStandardContains("caf\u{E9}") }, count: 3)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name == "caf\u{E9}" }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains("caf\u{E9}") }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.name.contains("cafe") }, count: 1)
    }
}

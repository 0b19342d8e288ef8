import Foundation

extension PredicateClauses {
    /// Conditions on related rows and on identifiers.
    static let paths: [ContractClause] = [
        ContractClause("QRY-020", "A condition reaches the row at the end of a to-one relationship.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.label == "low" }, #Predicate<Specimen> { $0.shelf?.label == "" },
                #Predicate<Specimen> { ($0.shelf?.number ?? 0) > 2 }, #Predicate<Specimen> { $0.shelf?.spot?.row == 3 })
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.label.starts(with: "l") == true },
                #Predicate<Specimen> { $0.shelf != nil && $0.number > 3 })
        },
        ContractClause("QRY-021", "Where a relationship leads nowhere, what is read through it is nil.", cases: ["H12"])
        {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.shelf == nil }, #Predicate<Specimen> { $0.shelf != nil },
                #Predicate<Specimen> { $0.shelf?.label == nil }, #Predicate<Specimen> { $0.shelf?.label != "low" })
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.number == nil },
                #Predicate<Specimen> { ($0.shelf?.label ?? "") == "" },
                #Predicate<Specimen> { $0.shelf?.spot == nil }, #Predicate<Specimen> { $0.shelf?.spot?.depth == nil })
        },
        ContractClause("QRY-022", "A condition follows a chain of to-one relationships.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.room?.name == "north" },
                #Predicate<Specimen> { $0.shelf?.room?.name != "north" },
                #Predicate<Specimen> { $0.shelf?.room?.level == nil })
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.room == nil },
                #Predicate<Specimen> { ($0.shelf?.room?.level ?? 2) == 2 && $0.number > 0 })
        },
        ContractClause("QRY-023", "Rows are selected by their identifiers and by those of related rows.") { probe in
            let ground = try SpecimenGround(probe)
            let identifier = ground.specimens[4].persistentModelID
            let shelf = try probe.require(ground.specimens[1].shelf?.persistentModelID, "the shelf of row 1")
            let list = [1, 3, 12].map { ground.specimens[$0].persistentModelID }
            try ground.check(
                #Predicate<Specimen> { $0.persistentModelID == identifier },
                #Predicate<Specimen> { $0.persistentModelID != identifier },
                #Predicate<Specimen> { list.contains($0.persistentModelID) })
            try ground.check(
                #Predicate<Specimen> { $0.shelf?.persistentModelID == shelf },
                #Predicate<Specimen> { $0.shelf?.persistentModelID != shelf },
                #Predicate<Specimen> { !list.contains($0.persistentModelID) })
        },
        ContractClause("QRY-024", "An identifier of another store selects no row, and every row differs from it.") {
            probe in
            let ground = try SpecimenGround(probe)
            let other = try probe.context(Specimen.self, at: probe.anotherPlace())
            let strangers = SpecimenRows.all()
            for stranger in strangers { other.insert(stranger) }
            try other.save()
            let identifier = strangers[0].persistentModelID
            let list = strangers.map(\.persistentModelID)
            try ground.check(#Predicate<Specimen> { $0.persistentModelID == identifier }, selects: [])
            try ground.check(#Predicate<Specimen> { list.contains($0.persistentModelID) }, selects: [])
            try ground.check(
                #Predicate<Specimen> { $0.persistentModelID != identifier }, selects: Array(0..<SpecimenRows.count))
        },
    ]
}

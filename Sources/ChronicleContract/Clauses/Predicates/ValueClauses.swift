import Foundation

extension PredicateClauses {
    /// Comparisons of dates, identifiers, bytes, Booleans, enums and composites.
    static let values: [ContractClause] = [
        ContractClause("QRY-006", "Dates are compared to the last bit.", cases: ["H17"]) { probe in
            let ground = try SpecimenGround(probe)
            let sum = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
            let near = Date(timeIntervalSinceReferenceDate: 0.3)
            let (past, future) = (Date.distantPast, Date.distantFuture)
            try ground.check(
                #Predicate<Specimen> { $0.at == sum }, #Predicate<Specimen> { $0.at == near },
                #Predicate<Specimen> { $0.at > near }, #Predicate<Specimen> { $0.at <= near })
            try ground.check(
                #Predicate<Specimen> { $0.at <= past }, #Predicate<Specimen> { $0.at >= future },
                #Predicate<Specimen> { $0.maybeAt == sum }, #Predicate<Specimen> { $0.maybeAt != sum })
        },
        ContractClause("QRY-007", "UUIDs are compared by their bytes.") { probe in
            let ground = try SpecimenGround(probe)
            let mark = SpecimenRows.mark(7)
            let maybe: UUID? = SpecimenRows.mark(3)
            let stranger = UUID()
            try ground.check(
                #Predicate<Specimen> { $0.mark == mark }, #Predicate<Specimen> { $0.mark < mark },
                #Predicate<Specimen> { $0.mark >= mark }, #Predicate<Specimen> { $0.mark == stranger })
            try ground.check(
                #Predicate<Specimen> { $0.maybeMark == maybe }, #Predicate<Specimen> { $0.maybeMark != maybe })
        },
        ContractClause("QRY-008", "Data equals data of the same bytes only, empty data no less.", cases: ["H16"]) {
            probe in
            let ground = try SpecimenGround(probe)
            let (empty, zero, zeros) = (Data(), Data([0]), Data([0, 0]))
            let long = ground.specimens[5].bytes
            try ground.check(
                #Predicate<Specimen> { $0.bytes == empty }, #Predicate<Specimen> { $0.bytes == zero },
                #Predicate<Specimen> { $0.bytes == zeros }, #Predicate<Specimen> { $0.bytes == long })
            let maybe: Data? = Data()
            try ground.check(
                #Predicate<Specimen> { $0.bytes != empty }, #Predicate<Specimen> { $0.maybeBytes == maybe })
        },
        ContractClause("QRY-009", "A Boolean is a condition of its own, and is compared with others.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.isOn }, #Predicate<Specimen> { !$0.isOn },
                #Predicate<Specimen> { $0.isOn == false }, #Predicate<Specimen> { $0.isOn == ($0.number > 0) })
            try ground.check(
                #Predicate<Specimen> { $0.maybeOn == true }, #Predicate<Specimen> { $0.maybeOn == false },
                #Predicate<Specimen> { $0.maybeOn != true }, #Predicate<Specimen> { $0.maybeOn ?? true })
        },
        ContractClause("QRY-010", "Enums are equal when their raw values are.", cases: ["H12"]) { probe in
            let ground = try SpecimenGround(probe)
            let sown: Stage? = .sown
            let lost = Rarity.lost
            try ground.check(
                #Predicate<Specimen> { $0.stage == sown }, #Predicate<Specimen> { $0.stage != sown },
                #Predicate<Specimen> { !($0.stage == sown) })
            try ground.check(#Predicate<Specimen> { $0.rarity == lost }, #Predicate<Specimen> { $0.rarity != lost })
        },
        ContractClause("QRY-011", "A composite equals one whose fields are all equal, and a missing one equals nil.") {
            probe in
            let ground = try SpecimenGround(probe)
            let (bare, deep): (Spot?, Spot?) = (Spot(row: 3, depth: nil), Spot(row: 3, depth: 1.5))
            let empty: Spot? = Spot(row: 0, depth: nil)
            let home = Spot(row: 1, depth: 0.5)
            try ground.check(
                #Predicate<Specimen> { $0.spot == bare }, #Predicate<Specimen> { $0.spot == deep },
                #Predicate<Specimen> { $0.spot == empty }, #Predicate<Specimen> { $0.spot == nil })
            try ground.check(
                #Predicate<Specimen> { $0.spot != deep }, #Predicate<Specimen> { $0.spot != nil },
                #Predicate<Specimen> { $0.home == home }, #Predicate<Specimen> { $0.home != home })
        },
        ContractClause(
            "QRY-012", "The fields of a composite are compared like attributes; those of a missing one are nil."
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.check(
                #Predicate<Specimen> { $0.home.row == 1 }, #Predicate<Specimen> { $0.home.depth == nil },
                #Predicate<Specimen> { $0.home.row >= 2 && $0.home.depth == 0.5 })
            try ground.check(
                #Predicate<Specimen> { $0.spot?.row == 0 }, #Predicate<Specimen> { $0.spot?.row != 3 },
                #Predicate<Specimen> { $0.spot?.depth == nil }, #Predicate<Specimen> { ($0.spot?.row ?? 9) > 2 })
        },
    ]
}

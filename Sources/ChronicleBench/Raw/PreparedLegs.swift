import CBaseline
import Foundation

/// Airlines and legs as C structs, whose texts live as long as the object.
final class PreparedLegs {
    let airlines: UnsafeMutableBufferPointer<cb_airline>
    let legs: UnsafeMutableBufferPointer<cb_leg>
    /// The names of the plan's queries, in order.
    let names: [cb_text]
    private let texts: PreparedTexts

    init(_ plan: BenchPlan) {
        let all = plan.airlines.flatMap { [$0.code, $0.name] } + plan.legs.map(\.destination)
        let texts = PreparedTexts(all)
        let positions = Dictionary(uniqueKeysWithValues: zip(plan.airlines.map(\.code), 0...))
        airlines = .allocate(capacity: plan.airlines.count)
        for index in plan.airlines.indices {
            airlines.initializeElement(
                at: index,
                to: cb_airline(id: Int64(index + 1), code: texts[2 * index], name: texts[2 * index + 1]))
        }
        legs = .allocate(capacity: plan.legs.count)
        for (index, leg) in plan.legs.enumerated() {
            legs.initializeElement(
                at: index,
                to: cb_leg(
                    id: Int64(index + 1), number: Int64(leg.number), airline: Int64((positions[leg.airline] ?? -1) + 1),
                    departure: leg.departure.timeIntervalSinceReferenceDate,
                    destination: texts[2 * plan.airlines.count + index]))
        }
        names = plan.legFilters.map { filter in
            plan.airlines.firstIndex { $0.name == filter.airlineName }.map { texts[2 * $0 + 1] } ?? cb_text()
        }
        self.texts = texts
    }

    deinit {
        airlines.deallocate()
        legs.deallocate()
    }
}

/// Texts in one block of memory, which lives as long as the object.
final class PreparedTexts {
    private var texts: [cb_text] = []
    private let block: UnsafeMutableBufferPointer<CChar>

    init(_ strings: [String]) {
        // Of size one at least, so that an empty text still has an address and is no null.
        block = .allocate(capacity: max(strings.reduce(0) { $0 + $1.utf8.count }, 1))
        var used = 0
        for string in strings {
            let length = string.utf8.count
            for (offset, byte) in string.utf8.enumerated() { block[used + offset] = CChar(bitPattern: byte) }
            texts.append(cb_text(bytes: block.baseAddress.map { UnsafePointer($0 + used) }, length: length))
            used += length
        }
    }

    deinit { block.deallocate() }

    subscript(index: Int) -> cb_text { texts[index] }
    var indices: Range<Int> { texts.indices }
}

extension LegRecord {
    /// Copies a leg out of C, for airlines in the order of their identifiers.
    init(_ leg: cb_leg, _ airlines: [AirlineRecord]) {
        let position = Int(leg.airline) - 1
        self.init(
            number: Int(leg.number), destination: leg.destination.string ?? "",
            departure: Date(timeIntervalSinceReferenceDate: leg.departure),
            airline: airlines.indices.contains(position) ? airlines[position].code : "")
    }
}

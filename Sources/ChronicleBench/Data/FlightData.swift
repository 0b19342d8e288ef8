import Foundation

/// As many flights as wanted, made from the rows of a table.
///
/// The table is gone through again and again. Each time round, departures move on by some seconds, so that the
/// shares of origins and delays stay those of the table while two records are never alike. The same table and
/// count always give the same records; row `n` is the same for every count above `n`.
public struct FlightData: Sendable {
    /// The records, in the order in which subjects insert them.
    public let flights: [FlightRecord]

    /// The number of records.
    public var count: Int { flights.count }

    /// Makes `count` records from the table's rows.
    public init(table: FlightTable, count: Int) {
        flights = (0..<count).map { index in
            let row = table.rows[index % table.rows.count]
            let round = index / table.rows.count
            var random = SplitMix(seed: UInt64(index))
            return FlightRecord(
                remoteID: random.nextUUIDText(),
                carrier: row.carrier,
                number: row.number,
                tailNumber: row.tailNumber,
                origin: row.origin,
                destination: row.destination,
                departure: row.departure.addingTimeInterval(37 * Double(round)),
                delayMinutes: row.delayMinutes,
                distance: row.distance,
                note: FlightData.note(index))
        }
    }

    /// One flight in four has a remark, of 20 to 60 bytes.
    private static func note(_ index: Int) -> String? {
        guard index % 4 == 0 else { return nil }
        let remarks = [
            "Waited for connecting passengers", "Gate changed twice", "Catering was late at the aircraft",
            "De-icing before departure, two trucks", "Crew change",
        ]
        return "\(remarks[index / 4 % remarks.count]); report \(index)"
    }
}

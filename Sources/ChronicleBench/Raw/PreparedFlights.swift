import CBaseline
import Foundation

/// The flights as C structs, so that the raw engines spend no time on Swift's strings.
///
/// All texts are in one block of memory, which lives as long as the object.
final class PreparedFlights {
    let flights: UnsafeMutableBufferPointer<cb_flight>
    private let texts: UnsafeMutableRawBufferPointer

    init(_ records: [FlightRecord]) {
        let size = records.reduce(0) { sum, record in
            sum + PreparedFlights.texts(of: record).reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        }
        // Of size one at least, so that an empty text still has an address and is no null.
        texts = .allocate(byteCount: max(size, 1), alignment: 1)
        flights = .allocate(capacity: records.count)
        var used = 0
        for (index, record) in records.enumerated() {
            flights.initializeElement(at: index, to: pack(record, id: index + 1, used: &used))
        }
    }

    deinit {
        flights.deallocate()
        texts.deallocate()
    }

    private static func texts(of record: FlightRecord) -> [String?] {
        [record.remoteID, record.carrier, record.tailNumber, record.origin, record.destination, record.note]
    }

    private func pack(_ record: FlightRecord, id: Int, used: inout Int) -> cb_flight {
        var packed: [cb_text] = []
        for text in PreparedFlights.texts(of: record) {
            guard let text else {
                packed.append(cb_text())
                continue
            }
            let place = UnsafeMutableRawBufferPointer(rebasing: texts[used...])
            place.copyBytes(from: text.utf8)
            let start = place.baseAddress ?? texts.baseAddress
            packed.append(
                cb_text(
                    bytes: start.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) },
                    length: text.utf8.count))
            used += text.utf8.count
        }
        return cb_flight(
            id: Int64(id), number: Int64(record.number), distance: Int64(record.distance),
            delay_minutes: Int64(record.delayMinutes ?? 0),
            departure: record.departure.timeIntervalSinceReferenceDate, has_delay: record.delayMinutes != nil,
            remote_id: packed[0], carrier: packed[1], tail_number: packed[2], origin: packed[3],
            destination: packed[4], note: packed[5])
    }
}

extension FlightRecord {
    /// Copies a record out of C.
    init(_ flight: cb_flight) {
        self.init(
            remoteID: flight.remote_id.string ?? "", carrier: flight.carrier.string ?? "",
            number: Int(flight.number), tailNumber: flight.tail_number.string, origin: flight.origin.string ?? "",
            destination: flight.destination.string ?? "",
            departure: Date(timeIntervalSinceReferenceDate: flight.departure),
            delayMinutes: flight.has_delay ? Int(flight.delay_minutes) : nil, distance: Int(flight.distance),
            note: flight.note.string)
    }
}

extension cb_text {
    /// A copy as a string; nil for null.
    var string: String? {
        guard let bytes else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }
}

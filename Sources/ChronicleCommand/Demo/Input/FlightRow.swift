import Foundation

/// One row of `flights.csv`, checked.
struct FlightRow: Sendable {
    static let columns = [
        "time_hour", "minute", "carrier", "flight", "tailnum", "origin", "dest", "dep_delay", "arr_delay", "air_time",
        "distance",
    ]

    var remoteID: String
    var number: Int
    var scheduledDeparture: Date
    var departureDelay: Int?
    var arrivalDelay: Int?
    var airTime: Int?
    var distance: Int
    var carrier: String
    var tailNumber: String?
    var origin: String
    var destination: String

    /// - Throws: ``DemoFailure`` with file, line and reason.
    init(_ row: CSVRow) throws {
        let hour = try row.text(0, "time_hour")
        guard let time = Self.time(of: hour) else {
            throw row.failure("`time_hour` is no time as 2013-01-01T10:00:00Z: \(hour)")
        }
        let minute = try row.integer(1, "minute")
        guard (0..<60).contains(minute) else { throw row.failure("`minute` is not within an hour: \(minute)") }
        scheduledDeparture = time.addingTimeInterval(Double(minute * 60))
        carrier = try row.text(2, "carrier")
        number = try row.integer(3, "flight")
        tailNumber = row.optionalText(4)
        origin = try row.text(5, "origin")
        destination = try row.text(6, "dest")
        departureDelay = try row.optionalInteger(7, "dep_delay")
        arrivalDelay = try row.optionalInteger(8, "arr_delay")
        airTime = try row.optionalInteger(9, "air_time")
        distance = try row.integer(10, "distance")
        remoteID = "\(hour.prefix(13))-\(carrier)-\(number)-\(origin)"
    }

    /// The time of a text like `2013-01-01T10:00:00Z`; a space may stand for the T, and the Z may be missing.
    private static func time(of text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 19 || bytes.count == 20 && bytes[19] == UInt8(ascii: "Z") else { return nil }
        let separators = [(4, "-"), (7, "-"), (13, ":"), (16, ":")]
        guard separators.allSatisfy({ bytes[$0.0] == $0.1.utf8.first }), bytes[10] == 0x54 || bytes[10] == 0x20 else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { sum, byte in
                sum.flatMap { (48...57).contains(byte) ? $0 * 10 + Int(byte) - 48 : nil }
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
            (1...31).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        // Days since 1970 of a day in the Gregorian calendar, with years that begin in March.
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }
}

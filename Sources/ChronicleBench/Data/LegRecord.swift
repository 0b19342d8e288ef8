public import Foundation

/// An airline, which legs refer to.
public struct AirlineRecord: Sendable, Equatable {
    /// The airline's code: unique.
    public var code: String
    /// The airline's name.
    public var name: String

    /// A record of its values.
    public init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}

/// A flight as far as it refers to an airline: what relationships are measured with.
public struct LegRecord: Sendable, Equatable {
    /// The flight number.
    public var number: Int
    /// The airport of arrival.
    public var destination: String
    /// The scheduled departure.
    public var departure: Date
    /// The code of the airline that it refers to.
    public var airline: String

    /// A record of its values.
    public init(number: Int, destination: String, departure: Date, airline: String) {
        self.number = number
        self.destination = destination
        self.departure = departure
        self.airline = airline
    }
}

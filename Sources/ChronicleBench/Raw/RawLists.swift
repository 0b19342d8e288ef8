import CBaseline

/// Records that C put on the heap; freed with the object.
final class RawList {
    private var list: cb_list

    init(_ list: cb_list) {
        self.list = list
    }

    deinit {
        cb_list_free(&list)
    }

    /// The records; the sequence keeps the list alive.
    var records: some Sequence<FlightRecord> {
        UnsafeBufferPointer(start: list.items, count: list.count).lazy.map { flight in
            withExtendedLifetime(self) { FlightRecord(flight) }
        }
    }
}

/// Legs that C put on the heap; freed with the object.
final class RawLegList {
    private var list: cb_leg_list

    init(_ list: cb_leg_list) {
        self.list = list
    }

    deinit {
        cb_leg_list_free(&list)
    }

    /// The legs, for airlines in the order of their identifiers; the sequence keeps the list alive.
    func records(_ airlines: [AirlineRecord]) -> some Sequence<LegRecord> {
        UnsafeBufferPointer(start: list.items, count: list.count).lazy.map { leg in
            withExtendedLifetime(self) { LegRecord(leg, airlines) }
        }
    }
}

/// Changes that C put on the heap; freed with the object.
final class RawChangeList {
    private var list: cb_change_list

    init(_ list: cb_change_list) {
        self.list = list
    }

    deinit {
        cb_change_list_free(&list)
    }

    /// The number of changes.
    var count: Int { list.count }

    /// The number of transactions that they were made in.
    var transactions: Int {
        let changes = UnsafeBufferPointer(start: list.items, count: list.count)
        return withExtendedLifetime(self) { Set(changes.lazy.map(\.transaction)).count }
    }
}

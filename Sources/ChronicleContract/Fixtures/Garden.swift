import Foundation

/// How far a plot is.
enum Stage: String, AttributeValue, Codable { case sown, grown, cut }

/// Where a plot lies.
struct Spot: Composite, Codable, Equatable {
    var row = 0
    var depth: Double?
    static let fields = [Field("row", \Spot.row), Field("depth", \Spot.depth)]
}

/// The model that most clauses use: a unique text, indexed numbers, optional values, relationships of each kind.
final class Plot: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique, .preserveValueOnDeletion) var name: String
    @Attribute var area: Int = 0
    @Attribute var target: Int = 0
    @Attribute var note: String?
    @Attribute var stage: Stage?
    @Attribute var spot: Spot?
    @Attribute var madeAt: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(deleteRule: .cascade, inverse: \Plant.plot) var plants: [Plant]
    @Relationship(inverse: \Tag.plots) var tags: [Tag]

    static var indexes: [Index<Plot>] { [Index(\.area), Index(\.target, \.note)] }

    init() {}
    init(_ name: String, area: Int = 0, note: String? = nil, stage: Stage? = nil) {
        self.name = name
        self.area = area
        self.note = note
        self.stage = stage
    }
}

/// What grows in a plot, and goes with it.
final class Plant: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var label: String
    @Attribute var secret: String?
    @Attribute var height: Double = 0
    @Relationship var plot: Plot?

    init() {}
    init(_ label: String, plot: Plot? = nil, secret: String? = nil) {
        self.label = label
        self.plot = plot
        self.secret = secret
    }
}

/// A word for any number of plots.
final class Tag: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var word: String
    @Relationship var plots: [Plot]

    init() {}
    init(_ word: String) { self.word = word }
}

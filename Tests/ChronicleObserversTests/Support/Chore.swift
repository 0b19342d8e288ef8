import ChronicleObservers
import Foundation

final class Chore: PersistentModel {
    let backingData = BackingData()
    @Attribute var label: String?
    @Attribute var group: String = ""
    @Attribute var dueAt: Int = 0
    @Attribute var isDone: Bool = false

    init() {}
    convenience init(_ dueAt: Int, label: String? = nil, group: String = "") {
        self.init()
        self.dueAt = dueAt
        self.label = label
        self.group = group
    }
}

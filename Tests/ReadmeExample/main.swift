// The README's program needs SQLite.
#if SQLite
// docs: program
import Chronicle
import ChronicleSQLite
import Foundation

final class Trip: PersistentModel {
    let backingData = BackingData()
    @Attribute var title: String = "Lisbon"
}

let context = try ModelContext(ModelContainer(for: Trip.self, configurations: .sqlite(at: URL(filePath: "trips.db"))))
try context.transaction { context.insert(Trip()) }
print(try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.title.starts(with: "L") })).count)
// end
#else
print("switch on the package trait 'SQLite'")
#endif

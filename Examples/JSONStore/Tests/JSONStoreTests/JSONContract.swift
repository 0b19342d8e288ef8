import ChronicleContractTesting
import JSONStore

enum JSONContract: StoreContractSuite {
    static let store = StoreUnderTest("json") { place in
        .json(at: place.url("store"), allowsSave: place.allowsSave)
    }
}

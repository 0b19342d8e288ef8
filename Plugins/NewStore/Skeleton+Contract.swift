extension Skeleton {
    /// The contract test.
    static let contract = #"""
        import Acme
        import ChronicleContractTesting

        enum AcmeContract: StoreContractSuite {
            static let store = StoreUnderTest("acme") { place in
                .acme(at: place.url("store"), allowsSave: place.allowsSave)
            }
        }

        """#
}

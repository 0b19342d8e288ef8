/// A model with more attributes than a machine word has bits.
final class Hedge: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var a00: Int = 0
    @Attribute var a01: Int = 0
    @Attribute var a02: Int = 0
    @Attribute var a03: Int = 0
    @Attribute var a04: Int = 0
    @Attribute var a05: Int = 0
    @Attribute var a06: Int = 0
    @Attribute var a07: Int = 0
    @Attribute var a08: Int = 0
    @Attribute var a09: Int = 0
    @Attribute var a10: Int = 0
    @Attribute var a11: Int = 0
    @Attribute var a12: Int = 0
    @Attribute var a13: Int = 0
    @Attribute var a14: Int = 0
    @Attribute var a15: Int = 0
    @Attribute var a16: Int = 0
    @Attribute var a17: Int = 0
    @Attribute var a18: Int = 0
    @Attribute var a19: Int = 0
    @Attribute var a20: Int = 0
    @Attribute var a21: Int = 0
    @Attribute var a22: Int = 0
    @Attribute var a23: Int = 0
    @Attribute var a24: Int = 0
    @Attribute var a25: Int = 0
    @Attribute var a26: Int = 0
    @Attribute var a27: Int = 0
    @Attribute var a28: Int = 0
    @Attribute var a29: Int = 0
    @Attribute var a30: Int = 0
    @Attribute var a31: Int = 0
    @Attribute var a32: Int = 0
    @Attribute var a33: Int = 0
    @Attribute var a34: Int = 0
    @Attribute var a35: Int = 0
    @Attribute var a36: Int = 0
    @Attribute var a37: Int = 0
    @Attribute var a38: Int = 0
    @Attribute var a39: Int = 0
    @Attribute var a40: Int = 0
    @Attribute var a41: Int = 0
    @Attribute var a42: Int = 0
    @Attribute var a43: Int = 0
    @Attribute var a44: Int = 0
    @Attribute var a45: Int = 0
    @Attribute var a46: Int = 0
    @Attribute var a47: Int = 0
    @Attribute var a48: Int = 0
    @Attribute var a49: Int = 0
    @Attribute var a50: Int = 0
    @Attribute var a51: Int = 0
    @Attribute var a52: Int = 0
    @Attribute var a53: Int = 0
    @Attribute var a54: Int = 0
    @Attribute var a55: Int = 0
    @Attribute var a56: Int = 0
    @Attribute var a57: Int = 0
    @Attribute var a58: Int = 0
    @Attribute var a59: Int = 0
    @Attribute var a60: Int = 0
    @Attribute var a61: Int = 0
    @Attribute var a62: Int = 0
    @Attribute var a63: Int = 0
    @Attribute var a64: Int = 0
    @Attribute var a65: Int = 0
    @Attribute var a66: Int = 0
    @Attribute var a67: Int = 0
    @Attribute var a68: Int = 0
    @Attribute var a69: Int = 0

    static var indexes: [Index<Hedge>] { [Index(\.a69)] }

    init() {}
    init(_ name: String) { self.name = name }

    /// The numbered attributes in order.
    static var numbers: [ReferenceWritableKeyPath<Hedge, Int>] {
        [
            \.a00, \.a01, \.a02, \.a03, \.a04, \.a05, \.a06,
            \.a07, \.a08, \.a09, \.a10, \.a11, \.a12, \.a13,
            \.a14, \.a15, \.a16, \.a17, \.a18, \.a19, \.a20,
            \.a21, \.a22, \.a23, \.a24, \.a25, \.a26, \.a27,
            \.a28, \.a29, \.a30, \.a31, \.a32, \.a33, \.a34,
            \.a35, \.a36, \.a37, \.a38, \.a39, \.a40, \.a41,
            \.a42, \.a43, \.a44, \.a45, \.a46, \.a47, \.a48,
            \.a49, \.a50, \.a51, \.a52, \.a53, \.a54, \.a55,
            \.a56, \.a57, \.a58, \.a59, \.a60, \.a61, \.a62,
            \.a63, \.a64, \.a65, \.a66, \.a67, \.a68, \.a69,
        ]
    }
}

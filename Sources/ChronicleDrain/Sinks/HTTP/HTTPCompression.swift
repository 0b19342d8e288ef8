extension HTTPSink {
    /// How the bodies of requests are compressed.
    public struct Compression: Sendable, Hashable {
        /// From how many bytes on a body is compressed; nil compresses none.
        let minimumSize: Int?

        /// Bodies go as they are, which every server understands.
        public static let none = Compression(minimumSize: nil)

        #if Gzip
        /// Bodies go as gzip (`Content-Encoding: gzip`) unless they are small. The server must be known to understand it: one
        /// that does not may refuse what it cannot read for good. One that says so properly (415) gets bodies as they are from
        /// then on.
        public static let gzip = gzip(minimumSize: 1_024)

        /// ``gzip`` with a limit of one's own.
        ///
        /// - Parameter minimumSize: From how many bytes on a body is compressed.
        public static func gzip(minimumSize: Int) -> Compression { Compression(minimumSize: max(minimumSize, 0)) }
        #else
        /// Needs the package trait `Gzip`.
        @available(*, unavailable, message: "compression needs the package trait 'Gzip'")
        public static var gzip: Compression { .none }

        /// Needs the package trait `Gzip`.
        @available(*, unavailable, message: "compression needs the package trait 'Gzip'")
        public static func gzip(minimumSize: Int) -> Compression { .none }
        #endif
    }
}

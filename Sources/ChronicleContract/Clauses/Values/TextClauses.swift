import Foundation

extension ContractChapter {
    /// Texts and bytes.
    static let textClauses: [ContractClause] = [
        ContractClause(
            "VAL-009", "Texts come back byte for byte: empty ones, with NUL, with any scalar, in any script.",
            cases: ["H16"]
        ) { probe in
            let texts = [
                "", "\0", "ab\0cd", "\0\0", "a\0", " ", "  two  spaces  ", "line\nfeed", "line\r\nend", "\t", "'", "\"",
                "''; DROP TABLE x; --", "%_*?[a-z]", "\\", "Ünïcödé", "日本語", "עברית", "👩‍👩‍👧‍👦 🇩🇪", "\u{FEFF}a", "\u{FFFD}",
                "\u{FFFF}", "\u{10FFFF}", "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "NULL", "nil", "0", "1e5", "true",
                String(repeating: "a\u{301}", count: 300),
            ]
            try probe.expectRoundTrip(.of(texts, \.text, "the text") { Array($0.utf8) })
        },
        ContractClause(
            "VAL-010", "The spelling of a text comes back as it was: composed and decomposed letters keep their bytes.",
            cases: ["H15"]
        ) { probe in
            let texts = [
                "caf\u{e9}", "cafe\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "q\u{323}\u{307}", "q\u{307}\u{323}",
                "\u{AC00}", "\u{1100}\u{1161}", "\u{1E9B}\u{323}", "ﬁ",
            ]
            try probe.expectRoundTrip(.of(texts, \.text, "the text") { Array($0.utf8) })
        },
        ContractClause("VAL-011", "Bytes come back as they were: none, a zero, and all 256.") { probe in
            let datas = [
                Data(), Data([0]), Data([0, 0]), Data([255]), Data(UInt8.min...UInt8.max), Data("text".utf8),
                Data([0xC3, 0x28]), Data(repeating: 7, count: 4097),
                // A part of a longer value does not begin at its index zero.
                Data([1, 2, 3, 4, 5]).dropFirst(2),
            ]
            try probe.expectRoundTrip(.of(datas, \.data, "the data") { Array($0) })
        },
        ContractClause(
            "VAL-012", "A text of a megabyte and two megabytes of bytes come back, where no limit is declared."
        ) {
            probe in
            let limits = try probe.capabilities().limits
            var random = SeededGenerator(seed: 12)
            var trips: [RoundTrip] = []
            if limits.textBytes ?? .max >= 1_000_000 {
                let scalars = (0..<300).map { _ in Unicode.Scalar(UInt32(0x4E00 + random.number(below: 0x5000))) ?? "?"
                }
                let part = String(String.UnicodeScalarView(scalars))
                let text = String(repeating: part, count: 1_111)
                trips.append(
                    .of([text, String(repeating: "x", count: 1_000_000)], \.text, "the text") { Array($0.utf8) })
            }
            if limits.dataBytes ?? .max >= 2_000_000 {
                var data = Data(count: 2_000_000)
                for index in stride(from: 0, to: data.count, by: 997) {
                    data[index] = UInt8(truncatingIfNeeded: random.next())
                }
                trips.append(.of([data, Data()], \.data, "the data") { $0 })
            }
            try probe.expectRoundTrip(trips)
        },
        ContractClause("VAL-013", "UUIDs and URLs come back as they were.") { probe in
            let ids = [
                UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
                UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)),
                UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), UUID(),
            ]
            let texts = [
                "https://example.com/a%20b?q=%C3%A9&r=1#f", "http://[::1]:80/", "file:///tmp/x%00y", "mailto:a@b.c",
                "a/relative", "HTTPS://Example.COM", "https://example.com/a/../b",
            ]
            let urls = try texts.map { try probe.require(URL(string: $0), "the URL \($0)") }
            try probe.expectRoundTrip(
                .of(ids, \.uuid, "the UUID") { $0 },
                .of(urls, \.url, "the URL") { $0.absoluteString })
        },
    ]
}

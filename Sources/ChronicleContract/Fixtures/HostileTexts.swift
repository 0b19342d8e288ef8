/// Texts on which searches and orders for people's eyes go wrong.
enum HostileTexts {
    static let all = [
        "", " ", "a", "A", "\u{E1}", "a\u{301}", "\u{C1}", "\u{E4}", "ab", "aB", "AB", "b", "z", "Z",
        "file 2", "file 10", "file 010", "FILE 9", "10", "9", "007", "1.5",
        "Straße", "STRASSE", "strasse", "ß", "İzmir", "ızmir", "Ärzte", "arzte",
        "\u{FB01}sh", "fish", "\u{FF26}\u{FF35}\u{FF2C}\u{FF2C}", "full", "ΒΟΡΡΆΣ", "βορράς", "ТВОРОГ", "творог",
        "\u{304C}", "\u{304B}\u{3099}", "\u{304B}", "\u{1F1E9}\u{1F1EA}", "\u{1F1EA}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "e\u{301}\u{323}", "e\u{323}\u{301}", "\u{301}", "ab\0c", "ab\0", "50% off", "50 off", "a_b", "axb", "\\",
        "[a]",
        "\r\n", "\n", "long " + String(repeating: "l\u{E9}", count: 300), "\u{10FFFF}",
    ]
}

import Foundation

extension ContractReport {
    /// The report in the form that continuous integration reads: a suite a chapter, a case a clause.
    public func junit() -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(Self.xml(store)) contract\">\n"
        var codes: [String] = []
        for result in results where !codes.contains(result.clause.chapter) { codes.append(result.clause.chapter) }
        for code in codes {
            let own = results.filter { $0.clause.chapter == code }
            let title = StoreContract.chapters.first { $0.id == code }?.title ?? "of no chapter"
            let failures = own.count { !$0.outcome.violations.isEmpty }
            let skipped = own.count { $0.outcome.reason != nil }
            text += "  <testsuite name=\"\(code) \(Self.xml(title))\" tests=\"\(own.count)\" "
            text += "failures=\"\(failures)\" skipped=\"\(skipped)\" "
            text += "time=\"\(Self.seconds(own.map(\.seconds).reduce(0, +)))\">\n"
            for result in own { text += testCase(result) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private func testCase(_ result: ContractResult) -> String {
        let clause = result.clause
        var text = "    <testcase classname=\"\(Self.xml(store)).\(clause.chapter)\" "
        text += "name=\"\(clause.id): \(Self.xml(clause.text))\" time=\"\(Self.seconds(result.seconds))\""
        switch result.outcome {
        case .passed: return text + "/>\n"
        case .failed(let violations):
            let message = violations.first?.message ?? ""
            text += ">\n      <failure message=\"\(Self.xml(message))\">"
            text += Self.xml(result.explanation(store: store) ?? message)
            return text + "</failure>\n    </testcase>\n"
        case .notApplicable(let reason), .knownDeviation(let reason), .untested(let reason):
            return text
                + ">\n      <skipped message=\"\(Self.xml("\(result.outcome.name): \(reason)"))\"/>\n    </testcase>\n"
        }
    }

    private static func seconds(_ value: Double) -> String {
        value.formatted(
            .number.precision(.fractionLength(4)).locale(Locale(identifier: "en_US_POSIX")).grouping(.never))
    }

    private static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            // XML 1.0 has no form for the other control characters and these two.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

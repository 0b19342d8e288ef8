import ChronicleBench
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Benchmark pages")
struct PageTests {
    /// The elements of a page and the texts within some of them; parsing stops at the first error.
    private final class Elements: NSObject, XMLParserDelegate {
        var names: [String] = []
        var attributes: [[String: String]] = []
        var texts = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes values: [String: String]
        ) {
            names.append(name)
            attributes.append(values)
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { texts += string }
    }

    private func parse(_ page: String) throws -> Elements {
        let elements = Elements()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = elements
        #expect(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? ""), line \(parser.lineNumber)")
        return elements
    }

    @Test("The page of a whole run is well formed, needs nothing else, and has a table beneath each chart")
    func whole() throws {
        let report = try Fixture.whole.get()
        let page = report.html(comparison: try BenchComparison(old: report, new: report))
        let elements = try parse(page)
        for workload in BenchWorkload.allCases { #expect(elements.texts.contains(workload.title)) }
        #expect(page.contains("prefers-color-scheme:dark"))
        #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("url("))
        let loading = ["link", "script", "img", "iframe", "object", "embed", "use", "image"]
        #expect(Set(elements.names).isDisjoint(with: loading))
        #expect(elements.attributes.allSatisfy { $0["src"] == nil && $0["href"] == nil })
        for (name, attributes) in zip(elements.names, elements.attributes) where name == "svg" {
            #expect(
                attributes["aria-hidden"] == "true" || attributes["role"] == "img" && attributes["aria-label"] != nil)
        }
        let headings = elements.names.filter { $0 == "h2" }.count
        #expect(elements.names.filter { $0 == "table" }.count >= headings - 1, "all but the comparison have a table")
        #expect(elements.names.filter { $0 == "table" }.count == elements.names.filter { $0 == "caption" }.count)
    }

    @Test("Names with markup in them are text on the page")
    func markup() throws {
        let report = try MadeUpReport(milliseconds: [
            (MadeUpReport.engine, [1, 1.5, 2]), (MadeUpReport.store, [2, 2, 4]), ("<b>&amp;\u{1}", [1, 1, 1]),
        ]).report()
        let page = report.html()
        let elements = try parse(page)
        #expect(!elements.names.contains("b"))
        #expect(elements.texts.contains(MadeUpReport.engine))
        #expect(elements.texts.contains("<b>&amp;"))
    }

    @Test("Times of nothing, and ratios out of all bounds, still make a page")
    func extremes() throws {
        for samples in [[0.0, 0, 0], [1e-9, 1e9, 1e12], [1e12, 1e12, 1e12]] {
            let report = try MadeUpReport(milliseconds: [
                (MadeUpReport.engine, [1, 1, 1]), (MadeUpReport.store, samples),
            ]).report()
            let page = report.html()
            _ = try parse(page)
            #expect(!page.contains("\"nan") && !page.contains(">nan") && !page.contains("\"inf"))
        }
    }
}

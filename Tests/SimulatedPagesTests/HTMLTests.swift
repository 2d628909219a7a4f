import Testing

@testable import SimulatedPages

@Suite
struct HTMLTests {
    @Test
    func textIsEscapedAndLiteralsAreNot() {
        let hostile = "<script>\"'&</script>\0"
        let item: HTML = "<li>\(hostile)</li>"
        let list: HTML = "<ul title=\"\(hostile)\">\([item, item])\(nil as HTML?)\(3)</ul>"
        let escaped = "&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;\u{FFFD}"
        #expect(list.source == "<ul title=\"\(escaped)\"><li>\(escaped)</li><li>\(escaped)</li>3</ul>")
    }

    /// A sign that turns the writing around ends with the text that it is in.
    @Test
    func whatChangesTheDirectionStandsByItself() {
        let cases: [(text: String, source: String)] = [
            ("Tea", "Tea"), ("Zoë 🍵", "Zoë 🍵"), ("שלום", "<bdi>שלום</bdi>"),
            ("a\u{202E}b", "<bdi>a\u{202E}b\u{202C}</bdi>"),
            ("\u{2067}\u{202D}x", "<bdi>\u{2067}\u{202D}x\u{202C}\u{2069}</bdi>"),
            ("\u{2067}\u{202D}x\u{2069}y", "<bdi>\u{2067}\u{202D}x\u{2069}y</bdi>"),
            ("\u{2069}\u{202C}\u{202E}<", "<bdi>\u{FFFD}\u{FFFD}\u{202E}&lt;\u{202C}</bdi>"),
        ]
        let wrong = cases.filter { ("<p>\($0.text)</p>" as HTML).source != "<p>\($0.source)</p>" }.map(\.text)
        #expect(wrong == [])
        let name = "a\u{202E}b"
        let attribute: HTML = "<input value=\"\(name)\" title='x'>\(name)"
        let part: HTML = " value=\"\(name)\""
        let title: HTML = "<title>\(name)</title>"
        #expect(attribute.source == "<input value=\"\(name)\" title='x'><bdi>\(name)\u{202C}</bdi>")
        #expect([part, title].map(\.source) == [" value=\"\(name)\"", "<title>\(name)</title>"])
    }

    @Test
    func amountsAreWrittenAsPeopleDo() {
        let cases: [(units: Int64, code: String, english: String, german: String)] = [
            (4998, "usd", "$49.98", "49,98 $"), (4998, "eur", "€49.98", "49,98 €"), (-59, "usd", "-$0.59", "-0,59 $"),
            (123_456_789, "eur", "€1,234,567.89", "1.234.567,89 €"), (500, "jpy", "¥500", "500 ¥"),
            (100_000, "jpy", "¥100,000", "100.000 ¥"), (1005, "chf", "CHF 10.05", "10,05 CHF"),
            (0, "usd", "$0.00", "0,00 $"), (12, "xxx", "XXX 12", "12 XXX"),
        ]
        let wrong = cases.filter { wanted in
            let found = [PageLanguage.english, .german].map { AmountText.text(wanted.units, wanted.code, in: $0) }
            return found.map { $0.replacing("\u{A0}", with: " ") } != [wanted.english, wanted.german]
        }
        #expect(wrong.map(\.english) == [])
        let languages = ["de", "de-AT,en;q=0.5", "DE_de", "en-US", "fr", "", nil].map {
            PageLanguage(locale: $0).rawValue
        }
        #expect(languages == ["de", "de", "de", "en", "en", "en", "en"])
    }

    @Test
    func onlyAddressesOfTheWebAreOnes() {
        let good = ["http://a.test", "https://a.test:8443/x?y=1#z", "HTTPS://A.TEST/"]
        let bad = [
            "", "javascript:alert(1)", "data:text/html,x", "//a.test", "http://", "http:///x", "https://u@a.test/",
            "http://a.test/\" onload=\"x", "http://a.test/\r\nSet-Cookie: x", "http://a.test;script-src *", "/x",
        ]
        #expect(good.map { WebAddress($0) != nil } == good.map { _ in true })
        #expect(bad.map { WebAddress($0) != nil } == bad.map { _ in false })
        #expect(WebAddress("https://a.test:8443/x?y=1#z")?.origin == "https://a.test:8443")
        #expect(WebAddress("http://a.test/x#z")?.adding([("a b", "ü&")]) == "http://a.test/x?a%20b=%C3%BC%26#z")
    }
}

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

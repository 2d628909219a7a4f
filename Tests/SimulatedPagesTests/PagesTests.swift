import SimulatedPayments
import TenderBytes
import Testing

@testable import SimulatedPages

@Suite
struct PagesTests {
    private var payments = SimulatedPayments(seed: [1])
    private let pages = Pages(key: SecretBytes([2]))

    private mutating func status(_ method: String, _ path: String, _ headers: [String: String] = [:]) -> Int {
        let headers = ["host": "127.0.0.1:4010"].merging(headers) { $1 }
        return pages.handle(APIRequest(method: method, path: path, headers: headers), &payments, now: 0).status
    }

    @Test
    mutating func everyPageForbidsWhatComesFromOutside() {
        let page = pages.handle(APIRequest(method: "GET", path: "/nowhere"), &payments, now: 0)
        #expect(page.header("content-security-policy")?.hasPrefix("default-src 'none';") == true)
        #expect(page.header("x-content-type-options") == "nosniff")
        #expect(page.header("x-frame-options") == "DENY")
    }

    @Test
    mutating func pathsLeadNowhereElse() {
        let paths = [
            "/nowhere", "", "/assets", "/assets/", "/assets/../pages.css", "/assets/%2e%2e", "//assets/pages.css",
            "/assets/pages.css/", "/v3/pages", "/assets/\u{0}",
        ]
        let statuses = paths.map { status("GET", $0) }
        #expect(statuses == paths.map { _ in 404 })
        let style = status("GET", "/assets/pages.css")
        #expect(style == 200)
    }

    @Test
    mutating func strangersAreRefused() {
        let foreignHosts = ["example.com", "127.0.0.1.example.com", "localhost.example.com:4010", "", "[::2]"]
            .map { status("GET", "/assets/pages.css", ["host": $0]) }
        #expect(foreignHosts == [421, 421, 421, 421, 421])
        let foreignForms = [
            status("POST", "/nowhere", ["origin": "http://example.com"]),
            status("POST", "/nowhere", ["origin": "null"]),
            status("POST", "/nowhere", ["sec-fetch-site": "cross-site"]),
        ]
        #expect(foreignForms == [403, 403, 403])
        let own = status("POST", "/nowhere", ["origin": "http://127.0.0.1:4010", "sec-fetch-site": "same-origin"])
        #expect(own == 404)
    }

    /// A telephone or a container knows the gateway by the name that it was started with, and by no other.
    @Test(arguments: ["http://shop.test:4010", "https://shop.test"])
    mutating func thePublicAddressIsAnotherNameOfThisMachine(url: String) {
        payments.publicURL = url
        let host = String(url.drop { $0 != "/" }.dropFirst(2))
        let names = [host, "127.0.0.1:4010", "shop.test.example.com", "example.com"]
        #expect(names.map { status("GET", "/assets/pages.css", ["host": $0]) } == [200, 200, 421, 421])
        let origins = [url, "ftp://" + host, "http://example.com", "null"]
        #expect(origins.map { status("POST", "/nowhere", ["host": host, "origin": $0]) } == [404, 403, 403, 403])
        #expect(status("POST", "/nowhere", ["host": "127.0.0.1:4010", "origin": url]) == 403)
    }
}

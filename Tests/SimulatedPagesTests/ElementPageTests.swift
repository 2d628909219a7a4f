import SimulatedPayments
import Testing

@testable import SimulatedPages

@Suite
struct ElementPageTests {
    private var visitor = Visitor()

    private mutating func visit(_ path: String, _ query: String = "") -> Visitor.Answer {
        let request = APIRequest(method: "GET", path: path, query: query, headers: ["host": "127.0.0.1:4010"])
        let response = visitor.pages.handle(request, &visitor.payments, now: 0)
        return Visitor.Answer(
            status: response.status, text: String(decoding: response.body, as: UTF8.self), response: response)
    }

    @Test
    mutating func theScriptIsServed() {
        let scripts = ["/elements.js", "/assets/elements.js", "/assets/payment-element.js"].map { visit($0) }
        #expect(scripts.map(\.status) == [200, 200, 200])
        #expect(scripts.allSatisfy { $0.response.header("content-type") == "text/javascript; charset=utf-8" })
        #expect(scripts[0].text.contains("window.Tender = function"))
    }

    @Test
    mutating func theFormMayStandInAPageOfTheShop() {
        let form = visit("/elements/payment", "origin=http%3A%2F%2F127.0.0.1%3A8000")
        let policy = form.response.header("content-security-policy") ?? ""
        #expect(form.status == 200)
        #expect(form.response.header("x-frame-options") == nil)
        #expect(!policy.contains("frame-ancestors"))
        #expect(policy.contains("script-src 'self'; "))
        #expect(policy.contains("connect-src 'self'"))
    }

    @Test
    mutating func everyFieldHasALabelAndAPlaceForItsError() {
        let form = visit("/elements/payment", "origin=https%3A%2F%2Fshop.test").text
        let names = ["number", "expiry", "cvc", "name", "email", "iban"]
        let wanted = names.flatMap {
            ["<label for=\"\($0)\">", "<input id=\"\($0)\" name=\"\($0)\"", "id=\"\($0)-error\" role=\"alert\" hidden"]
        }
        #expect(wanted.filter { !form.contains($0) } == [])
        #expect(!form.contains("style="))
        #expect(!form.contains("<script>"))
        #expect(!form.contains("onclick"))
    }

    @Test
    mutating func originsThatAreNoneAreRefused() {
        let origins = [
            "", "origin=", "origin=null", "origin=*", "origin=javascript%3Aalert(1)", "origin=http%3A%2F%2F",
            "origin=http%3A%2F%2Fshop.test%2Fpath", "origin=http%3A%2F%2Fa%40b",
            "origin=http%3A%2F%2Fa%22%3E%3Cscript%3E",
            "origin[]=http%3A%2F%2Fa.test",
        ]
        #expect(origins.map { visit("/elements/payment", $0).status } == origins.map { _ in 400 })
    }
}

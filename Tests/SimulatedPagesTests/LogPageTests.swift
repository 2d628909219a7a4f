import SimulatedPayments
import Testing

@testable import SimulatedPages

/// The log, as those see it whose requests are in it.
@Suite struct LogPageTests {
    private var visitor = DashboardVisitor.signedIn()

    @Test mutating func theAddressInARefusalLeadsToTheRequest() throws {
        let refused = visitor.api("POST", "customers", [("flavor", "red")])
        let url = try #require(refused["error"]?["request_log_url"]?.text)
        let path = String(url.trimmingPrefix(visitor.payments.publicURL))
        let page = visitor.body(path)
        #expect(page.contains("POST /v1/customers"))
        #expect(page.contains("parameter_unknown"))
        #expect(page.contains("<span class=\"tag bad\">400</span>"))
        #expect(!page.contains("flavor"))
        let list = visitor.body("/dashboard/logs")
        #expect(list.contains("href=\"\(path)\">POST /v1/customers</a>"))
        #expect(list.contains("aria-current=\"page\">Logs</a>"))
        var stranger = DashboardVisitor(payments: visitor.payments)
        #expect(stranger.get(path).status == 303)
        stranger.signIn("sk_test_other")
        #expect(stranger.get(path).status == 404)
        #expect(!stranger.body("/dashboard/logs").contains(" /v1/customers"))
    }

    @Test mutating func theListIsFilteredAndEscaped() {
        _ = visitor.pay(1000)
        visitor.api("GET", "customers/cus_x")
        let all = visitor.body("/dashboard/logs")
        #expect(all.contains(">POST /v1/payment_intents</a>"))
        #expect(all.contains(">GET /v1/customers/cus_x</a>"))
        let missing = visitor.body("/dashboard/logs?status=404")
        #expect(!missing.contains(" /v1/payment_intents</a>"))
        #expect(missing.contains("resource_missing"))
        let odd = visitor.body("/dashboard/logs?path=%3Cb%3E")
        #expect(odd.contains("value=\"&lt;b&gt;\""))
        #expect(odd.contains("No requests yet"))
        #expect(visitor.get("/dashboard/logs?status=many").status == 400)
        #expect(visitor.get("/dashboard/logs/req_x").status == 404)
    }
}

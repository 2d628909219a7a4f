import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import SimulatedPages

/// The panels: readers and who stands in front of them, the gateway's time and faults, webhooks, and what changes.
@Suite
struct DashboardControlTests {
    private func withReader(_ body: (inout DashboardVisitor, String) -> Void) {
        var visitor = DashboardVisitor.signedIn()
        let response = visitor.post(
            "/dashboard/readers", [("registration_code", "simulated-wpe"), ("label", "Counter")],
            from: "/dashboard/readers")
        let id = response.header("location")?.split(separator: "/").last?.prefix { $0 != "?" } ?? ""
        body(&visitor, String(id))
    }

    private func begin(_ visitor: inout DashboardVisitor, _ reader: String, _ more: [(String, String)] = []) -> String {
        let payment = visitor.api(
            "POST", "payment_intents",
            [("amount", "1250"), ("currency", "eur"), ("payment_method_types[]", "card_present")]
        ).string("id")
        visitor.api(
            "POST", "terminal/readers/\(reader)/process_payment_intent", [("payment_intent", payment)] + more)
        return payment
    }

    @Test
    func aCardIsPresented() {
        withReader { visitor, reader in
            let page = "/dashboard/readers/\(reader)"
            #expect(visitor.body(page).contains("<p>Welcome</p>"))
            #expect(visitor.body(page).contains("Reader Counter"))
            let early = visitor.post(page + "/present", [("card", "visa")], from: page)
            let payment = begin(&visitor, reader)
            let waiting = visitor.body(page)
            #expect(waiting.contains("<p>€12.50</p>"))
            #expect(waiting.contains("<option value=\"chargeDeclined\">"))
            #expect(
                !waiting.contains(SimulatedCard.visa.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }))
            let unknown = visitor.post(page + "/present", [("card", "none")], from: page)
            #expect([early.status, unknown.status] == [400, 400])
            visitor.post(page + "/present", [("card", "mastercard")], from: page)
            #expect(visitor.api("GET", "payment_intents/\(payment)").string("status") == "succeeded")
            #expect(visitor.body(page).contains("<p>Thank you</p>"))
            let paid = visitor.body("/dashboard/payments/\(payment)")
            #expect(paid.contains("Mastercard •••• 4444 card at a reader"))
            _ = begin(&visitor, reader)
            visitor.post(page + "/present", [("card", "chargeDeclined")], from: page)
            #expect(visitor.body(page).contains("<span class=\"tag good\">online</span>"))
            #expect(visitor.body("/dashboard/readers").contains("payment: failed"))
        }
    }

    @Test
    func readersAreUnpluggedAndActionsEnd() {
        withReader { visitor, reader in
            let page = "/dashboard/readers/\(reader)"
            visitor.post(page + "/fault", [("fault", "offline"), ("count", "5")], from: page)
            #expect(visitor.body(page).contains("(dark: the reader is unplugged)"))
            visitor.post(page + "/fault", [("fault", "none")], from: page)
            _ = begin(&visitor, reader)
            visitor.post(page + "/cancel", from: page)
            #expect(visitor.body(page).contains("<p>Welcome</p>"))
            _ = begin(&visitor, reader, [("process_config[enable_customer_cancellation]", "true")])
            visitor.post(page + "/fault", [("fault", "customer_cancel"), ("count", "1")], from: page)
            #expect(visitor.body(page).contains("canceled the action"))
            let wrong = [[("fault", "fire")], [("fault", "busy"), ("count", "x")]].map { form in
                visitor.post(page + "/fault", form, from: page).status
            }
            #expect(wrong == [400, 400])
        }
    }

    @Test
    func formsOnReadersAreAnsweredOrNot() {
        withReader { visitor, reader in
            let page = "/dashboard/readers/\(reader)"
            let inputs = [
                ("inputs[0][type]", "selection"), ("inputs[0][custom_text][title]", "Happy?"),
                ("inputs[0][selection][choices][0][id]", "y"), ("inputs[0][selection][choices][0][text]", "Yes"),
                ("inputs[1][type]", "email"), ("inputs[1][custom_text][title]", "Where to?"),
            ]
            visitor.api("POST", "terminal/readers/\(reader)/collect_inputs", inputs)
            #expect(visitor.body(page).contains("<p>Happy? [Yes], optional</p>"))
            visitor.post(page + "/answer", [("skips", "true")], from: page)
            visitor.api("POST", "terminal/readers/\(reader)/collect_inputs", inputs)
            visitor.post(page + "/timeout", from: page)
            #expect(visitor.body(page).contains("The customer did not answer in time."))
        }
    }

    @Test
    func timeMovesForward() {
        var visitor = DashboardVisitor.signedIn()
        _ = visitor.pay(1000)
        let page = "/dashboard/gateway"
        #expect(visitor.body(page).contains("2027-01-15 08:00</time>"))
        visitor.post(page + "/clock", [("advance", "3"), ("unit", "86400")], from: page)
        #expect(visitor.body(page).contains("2027-01-18 08:00</time>"))
        let balance = visitor.api("GET", "balance").elements("available").first?.integer("amount")
        #expect(balance == 941)
        let bad = [
            ("0", "60"), ("-1", "60"), ("x", "60"), ("9223372036854775807", "86400"), ("999999", "86400"), ("1", "y"),
        ]
        let statuses = bad.map { visitor.post(page + "/clock", [("advance", $0), ("unit", $1)], from: page).status }
        #expect(statuses == bad.map { _ in 400 })
    }

    @Test
    func faultsArePlannedAndCleared() {
        var visitor = DashboardVisitor.signedIn()
        let page = "/dashboard/gateway"
        let good = [
            [("effect", "drop-answer"), ("endpoint", "confirm"), ("count", "2")],
            [("effect", "delay"), ("endpoint", "any"), ("count", "1"), ("more", "3s")],
        ]
        for form in good { visitor.post(page + "/faults", form, from: page) }
        let body = visitor.body(page)
        #expect(body.contains("<code>drop-answer:confirm:2</code>"))
        #expect(body.contains("<code>delay:any:1:3000ms</code>"))
        let bad = ["drop-answer", "status", "fire", "", "html:any:1"].map { effect in
            visitor.post(page + "/faults", [("effect", effect), ("endpoint", "no<b>"), ("count", "0")], from: page)
        }
        #expect(bad.map(\.status) == bad.map { _ in 400 })
        #expect(!bad.contains { String(decoding: $0.body, as: UTF8.self).contains("no<b>") })
        #expect(visitor.payments.faults.next(for: .confirm) == .dropAnswer)
        visitor.post(page + "/clear", from: page)
        #expect(visitor.payments.faults.faults == [])
        #expect(visitor.body(page).contains("No faults are planned."))
    }

    @Test
    func deliveriesAreShownWithTheirLastAnswer() {
        var visitor = DashboardVisitor.signedIn()
        visitor.api(
            "POST", "webhook_endpoints",
            [("url", "http://127.0.0.1:9/"), ("enabled_events[]", "payment_intent.created")])
        _ = visitor.pay(1000)
        #expect(visitor.body("/dashboard/webhooks").contains("not sent yet"))
        for delivery in visitor.payments.takeDueDeliveries(now: visitor.now, signedAt: visitor.now, limit: 9) {
            visitor.payments.delivered(delivery.id, .answered(503), now: visitor.now)
        }
        let body = visitor.body("/dashboard/webhooks")
        #expect(body.contains("HTTP 503"))
        #expect(body.contains("data-label=\"Attempts\">1</td>"))
        #expect(body.contains("2027-01-15 08:00</time>"))
    }

    /// Made, told of an event twice, disabled, enabled and deleted, all from its page.
    @Test
    func anEndpointIsMadeToldAndDeleted() throws {
        var visitor = DashboardVisitor.signedIn()
        let list = "/dashboard/webhooks"
        let form = [("url", "http://127.0.0.1:9/"), ("enabled_events", "payment_intent.created, charge.refunded")]
        let bad = [[("url", "x"), form[1]], [form[0], ("enabled_events", "nothing")]].map {
            String(decoding: visitor.post(list, $0, from: list).body, as: UTF8.self)
        }
        #expect(bad.map { $0.ranges(of: "autofocus aria-invalid=\"true\"").count } == [1, 1])
        let made = String(decoding: visitor.post(list, form, from: list).body, as: UTF8.self)
        #expect(made.contains("<code>whsec_"))
        #expect(made.contains("payment_intent.created, charge.refunded"))
        let endpoint = try #require(visitor.api("GET", "webhook_endpoints").elements("data").first)
        let page = list + "/" + endpoint.string("id")
        #expect(visitor.body(list).contains("<a href=\"\(page)\">http://127.0.0.1:9/</a>"))
        _ = visitor.pay(1000)
        deliver(&visitor, 503)
        let event = visitor.api("GET", "events", [("type", "payment_intent.created")]).elements("data")[0].string("id")
        #expect(visitor.body(page).contains("<span class=\"tag bad\">HTTP 503</span>"))
        #expect(visitor.post(page + "/resend", [("event", event)], from: page).status == 303)
        deliver(&visitor, 200)
        let history = visitor.body(page)
        #expect(history.contains("<span class=\"tag good\">HTTP 200</span>"))
        #expect(history.contains("aria-label=\"Send \(event) again\""))
        #expect(history.contains("<a href=\"/dashboard/events/\(event)\">payment_intent.created</a>"))
        #expect(visitor.api("GET", "events/\(event)").integer("pending_webhooks") == 0)
        let none = visitor.post(page + "/resend", [("event", "evt_none")], from: page)
        #expect(none.status == 400)
        #expect(!String(decoding: none.body, as: UTF8.self).contains("<code>whsec_"))
        visitor.post(page + "/disable", from: page)
        #expect(visitor.api("GET", "webhook_endpoints").elements("data")[0].string("status") == "disabled")
        #expect(visitor.post(page + "/resend", [("event", event)], from: page).status == 400)
        visitor.post(page + "/enable", from: page)
        #expect(visitor.api("GET", "webhook_endpoints").elements("data")[0].string("status") == "enabled")
        visitor.post(page + "/delete", from: page)
        #expect(visitor.get(page).status == 404)
    }

    private func deliver(_ visitor: inout DashboardVisitor, _ status: Int) {
        for delivery in visitor.payments.takeDueDeliveries(now: visitor.now, signedAt: visitor.now, limit: 9) {
            visitor.payments.delivered(delivery.id, .answered(status), now: visitor.now)
        }
    }

    @Test
    func eventsAreFilteredAndShownWhole() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(1000)
        let list = visitor.body("/dashboard/events?type=charge.*")
        #expect(list.contains(">charge.succeeded</a>"))
        #expect(!list.contains(">payment_intent.created</a>"))
        let event = visitor.api("GET", "events").elements("data").first?.string("id") ?? ""
        #expect(visitor.body("/dashboard/events/\(event)").contains(": &quot;\(id)&quot;"))
        let timeline = visitor.body("/dashboard/payments/\(id)")
        let types = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]
        #expect(types.filter { !timeline.contains(">\($0)</a>") } == [])
        let other = visitor.pay(500)
        #expect(!visitor.body("/dashboard/payments/\(id)").contains(other))
    }

    /// The page names the newest event it shows; asked with that, there is nothing to tell until something happens.
    @Test
    func changesAreToldOnce() throws {
        var visitor = DashboardVisitor.signedIn()
        _ = visitor.pay(1000)
        let body = visitor.body("/dashboard/payments")
        let start = try #require(body.firstRange(of: "data-changes=\"")).upperBound
        let address = String(body[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        #expect(visitor.get(address).body == ChangeWatch.nothing.body)
        _ = visitor.pay(1000)
        let changed = visitor.get(address)
        let text = String(decoding: changed.body, as: UTF8.self)
        let newest = visitor.api("GET", "events").elements("data").first?.string("id") ?? ""
        #expect(text == "retry: 500\nid: \(newest)\ndata: changed\n\n")
        #expect(changed.header("content-type") == "text/event-stream; charset=utf-8")
        #expect(visitor.get(address, ["last-event-id": newest]).body == ChangeWatch.nothing.body)
        let request = APIRequest(
            method: "GET", path: "/dashboard/changes", headers: ["host": "localhost", "last-event-id": newest])
        #expect(visitor.pages.watch(request, &visitor.payments, now: visitor.now) == nil)
        // What happens at a reader is news, too, also where no event tells of it.
        let code = [("registration_code", "simulated-wpe")]
        let reader = visitor.api("POST", "terminal/readers", code).string("id")
        #expect(visitor.get(address, ["last-event-id": newest]).body == ChangeWatch.changed("\(newest)-1").body)
        visitor.api("POST", "_tender/readers/\(reader)/fault", [("fault", "offline")])
        #expect(visitor.get(address, ["last-event-id": "\(newest)-1"]).body == ChangeWatch.changed("\(newest)-2").body)
        visitor.cookie = nil
        #expect(visitor.get(address).status == 401)
    }

    @Test
    func timesAreThoseOfTheCalendar() {
        let times: [Int64] = [0, 951_782_399, 951_782_400, 1_709_164_800, 1_800_000_000, -1, .max]
        #expect(
            times.map { DashboardFormats.time($0).source.split(separator: ">")[1].prefix(16) } == [
                "1970-01-01 00:00", "2000-02-28 23:59", "2000-02-29 00:00", "2024-02-29 00:00", "2027-01-15 08:00",
                "1969-12-31 23:59", "9999-12-31 23:59",
            ])
    }
}
